/**
 * Merges a patch into an object as Kustomize does: lists with merge keys item by item, other lists as a whole. The
 * items of the patch come first. Custom resources have no merge keys. Doesn't use VS Code. Sources:
 * kubernetes-sigs/kustomize kyaml/yaml/merge2; the merge keys are those of the Kubernetes API types (`patchMergeKey`).
 */
import { getValue, isJsonObject } from '#core/common/json.ts';
import { isEqual } from '#core/operations/changes/plannedObject.ts';
import { withField } from './changeAtPath.ts';

/** Merge keys of lists with a fixed meaning, by field name. */
const mergeKeys: Readonly<Record<string, string>> = {
  containers: 'name',
  initContainers: 'name',
  ephemeralContainers: 'name',
  volumes: 'name',
  env: 'name',
  imagePullSecrets: 'name',
  secrets: 'name',
  webhooks: 'name',
  volumeMounts: 'mountPath',
  volumeDevices: 'devicePath',
  hostAliases: 'ip',
  topologySpreadConstraints: 'topologyKey',
  ownerReferences: 'uid',
};

/** A directive of a strategic merge patch that isn't applied. */
export class UnsupportedDirective extends Error {
  readonly directive: string;

  constructor(directive: string) {
    super(directive);
    this.directive = directive;
  }
}

/**
 * Returns the merged value. Undefined if the patch deletes it.
 * @param path field names from the object to this value
 * @param keyed true for built-in kinds
 * @throws UnsupportedDirective if the patch contains a directive other than `$patch`
 */
export function mergePatch(value: unknown, patch: unknown, keyed: boolean, path: readonly string[] = []): unknown {
  if (Array.isArray(patch)) return mergeList(value, patch, keyed, path);
  if (!isJsonObject(patch)) return patch;
  const { $patch: directive, ...fields } = patch;
  if (directive === 'delete') return undefined;
  if (directive !== undefined && directive !== 'replace' && directive !== 'merge')
    throw new UnsupportedDirective(`$patch: ${JSON.stringify(directive)}`);
  let result: Record<string, unknown> = directive !== 'replace' && isJsonObject(value) ? { ...value } : {};
  for (const [field, wanted] of Object.entries(fields)) {
    if (/^\$(?:setElementOrder|deleteFromPrimitiveList|retainKeys)/.test(field)) throw new UnsupportedDirective(field);
    const next = wanted === null ? undefined : mergePatch(getValue(result, field), wanted, keyed, [...path, field]);
    result = withField(result, field, next);
  }
  return result;
}

function mergeList(value: unknown, patch: readonly unknown[], keyed: boolean, path: readonly string[]): unknown {
  const current: readonly unknown[] = Array.isArray(value) ? value : [];
  const replaces = patch.some((item) => isJsonObject(item) && item['$patch'] === 'replace');
  const wanted = patch.filter((item) => !(isJsonObject(item) && item['$patch'] === 'replace'));
  const create = (item: unknown): unknown => mergePatch(undefined, item, keyed, path);
  if (!keyed || replaces) return wanted.map(create);
  if (path.at(-1) === 'finalizers' && path.at(-2) === 'metadata')
    return [...current, ...wanted.filter((item) => !current.some((other) => isEqual(item, other)))];
  const keys = keysOf(path, wanted);
  // Kustomize loses fields of ports if only some of them have a protocol.
  if (keys?.[0] === 'port' && new Set([...current, ...wanted].map((item) => hasProtocol(item))).size > 1)
    throw new UnsupportedDirective(path.join('.'));
  if (keys === undefined) return wanted.map(create);
  let others = current;
  const merged: unknown[] = [];
  for (const item of wanted) {
    const isSame = (other: unknown): boolean => keys.every((key) => isEqual(getValue(other, key), getValue(item, key)));
    const existing = others.find(isSame);
    others = others.filter((other) => !isSame(other));
    const result = mergePatch(existing, item, keyed, path);
    if (result !== undefined) merged.push(result);
  }
  return [...merged, ...others];
}

function hasProtocol(port: unknown): boolean {
  return getValue(port, 'protocol') !== undefined;
}

/** Returns the fields that identify an item of a list. Undefined for a list that is replaced as a whole. */
function keysOf(path: readonly string[], items: readonly unknown[]): readonly string[] | undefined {
  const field = path.at(-1) ?? '';
  if (field === 'ports') {
    // Ports of a Service, ports of a container, and ports of other objects, which are atomic lists.
    const [key] = ['containers', 'initContainers'].includes(path.at(-2) ?? '') ? ['containerPort'] : ['port'];
    if (key === 'port' && path.length !== 2) return undefined;
    return items.some(hasProtocol) ? [key ?? '', 'protocol'] : [key ?? ''];
  }
  const key = Object.hasOwn(mergeKeys, field) ? mergeKeys[field] : undefined;
  return key === undefined ? undefined : [key];
}
