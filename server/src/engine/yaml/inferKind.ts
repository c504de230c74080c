/**
 * Recognizes an object of a known kind although its kind, its apiVersion, or one of the keys that identify it is wrong.
 * The rest of the object must identify it.
 */
import type { KindKnowledge } from '#core/kinds/field.ts';
import { headFields, metadataFields } from '#core/kinds/closedFields.ts';
import { knownKinds } from '#core/kinds/index.ts';
import { isPlaceholder } from '#core/text/placeholder.ts';
import { findNearestName } from '../text/nearestName.ts';
import { findMapEntry, findYamlNode, type MapEntry, type MapNode, type ScalarNode, type YamlNode } from './node.ts';

/** The parts of an object that identify it, under correct or misspelled keys. */
interface Head {
  readonly kind: string | undefined;
  readonly apiVersion: string | undefined;
  readonly name: string | undefined;
}

/** Returns the kind of an object with one wrong part. Returns undefined if the object might have a different kind. */
export function inferKind(root: MapNode): KindKnowledge | undefined {
  const head = readHead(root);
  if (head.kind === undefined || (head.apiVersion !== undefined && head.apiVersion.length > maxLength))
    return undefined;
  return isPlaceholder(head.kind)
    ? kindOfContent(head.kind, root)
    : knownKinds.find((known) => known.ownGroup !== true && isProbably(known, head, root));
}

/** Returns the kind of a workload that uses Kata and has a placeholder such as `<object>` as its kind. */
function kindOfContent(placeholder: string, root: MapNode): KindKnowledge | undefined {
  if (!usesKata(root)) return undefined;
  const named = placeholder.slice(1, -1).trim().toLowerCase();
  const has = (...path: readonly string[]) => findYamlNode(root, path)?.type === 'map';
  const shape = has('spec', 'jobTemplate') ? 'CronJob' : has('spec', 'template') ? 'Deployment' : 'Pod';
  const workloads = knownKinds.filter(({ podPath }) => podPath !== undefined);
  return workloads.find(({ kind }) => kind.toLowerCase() === named) ?? workloads.find(({ kind }) => kind === shape);
}

/**
 * Returns whether the API server can't determine the kind or the name of an object, because a part or its key is wrong.
 */
export function isRejected(known: KindKnowledge, root: MapNode): boolean {
  if (known.ownGroup === true) return false;
  const { kind, apiVersion } = readHead(root);
  if ((kind !== undefined && kind !== known.kind) || (apiVersion !== undefined && !isServed(known, apiVersion)))
    return true;
  const metadata = findHeadEntry(root, 'metadata')?.value;
  const entries = [...headFields.map((field) => [root, field] as const), [metadata, 'name'] as const];
  return entries.some(([map, field]) => {
    const entry = findHeadEntry(map, field);
    return entry !== undefined && entry.key.text !== field;
  });
}

/** Returns the scalar of `kind` or `apiVersion`, also under a misspelled key. Returns undefined if it's unknown. */
export function findHeadScalar(root: MapNode, field: 'kind' | 'apiVersion'): ScalarNode | undefined {
  const value = findHeadEntry(root, field)?.value;
  return value?.type === 'scalar' && typeof value.value === 'string' && !value.unknown ? value : undefined;
}

/** Returns whether clusters serve a kind under an apiVersion. */
export function isServed({ group, versions }: KindKnowledge, apiVersion: string): boolean {
  if (group === '') return versions.includes(apiVersion);
  return (
    apiVersion[group.length] === '/' &&
    apiVersion.startsWith(group) &&
    versions.includes(apiVersion.slice(group.length + 1))
  );
}

const maxLength = 100;

function readHead(root: MapNode): Head {
  const metadata = findHeadEntry(root, 'metadata')?.value;
  return {
    kind: findHeadScalar(root, 'kind')?.text,
    apiVersion: findHeadScalar(root, 'apiVersion')?.text,
    name: textOf(findHeadEntry(metadata, 'name')?.value),
  };
}

function textOf(node: YamlNode | undefined): string | undefined {
  return node?.type === 'scalar' && typeof node.value === 'string' && !node.unknown ? node.value : undefined;
}

/** Returns the entry of a field that identifies an object, or the entry with the most similar unknown key. */
function findHeadEntry(map: YamlNode | undefined, field: string): MapEntry | undefined {
  const right = findMapEntry(map, field);
  if (right !== undefined || map?.type !== 'map') return right;
  const names = field === 'name' ? metadataFields : headFields;
  return map.entries.find(
    ({ key }) =>
      !key.unknown &&
      !names.includes(key.text) &&
      ((field === 'metadata' && key.text === 'meta') || isNear(key.text, field, names)),
  );
}

function isNear(written: string, right: string, names: readonly string[]): boolean {
  const near = findNearestName(written, names);
  return near?.sure === true && near.name === right;
}

/** Returns whether an object with this head is probably of a known kind. At most one part can be wrong. */
function isProbably(known: KindKnowledge, head: Head, root: MapNode): boolean {
  const { kind = '', apiVersion } = head;
  const hasKind = kind === known.kind;
  const hasVersion = apiVersion === undefined || isServed(known, apiVersion);
  if (!hasKind && (!hasVersion || !isMisspelledKind(kind, known))) return false;
  if (!hasVersion && !isWrongVersion(known, apiVersion)) return false;
  if (known.names !== undefined) return head.name !== undefined && known.names.includes(head.name);
  return known.podPath === undefined ? apiVersion !== undefined : usesKata(root);
}

/** The known kinds by group. The other kinds in these groups have no similar names. */
const kindsByGroup: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  knownKinds.map(({ group }) => [
    group,
    new Set(knownKinds.filter((other) => other.group === group).map(({ kind }) => kind)),
  ]),
);

/** Returns whether a text is a misspelling of a kind, and neither that kind nor another one of its group. */
function isMisspelledKind(written: string, { kind, group }: KindKnowledge): boolean {
  const beside = kindsByGroup.get(group) ?? new Set();
  return !beside.has(written) && isNear(written, kind, [...beside]);
}

/**
 * Returns whether an apiVersion is a mistake for this kind. Other software can have a kind with this name in its own
 * group.
 */
function isWrongVersion({ group, kind }: KindKnowledge, apiVersion: string): boolean {
  const slash = apiVersion.indexOf('/');
  const written = slash === -1 ? '' : apiVersion.slice(0, slash);
  if (written === group) return true;
  // On older clusters, this kind also had no group.
  if (kind === 'DeploymentConfig') return false;
  return !written.includes('.') || /^[a-z]+\.k8s\.io$/.test(written) || isNear(written, group, [group]);
}

/** Returns whether a pod, at any depth, has a Kata runtime class or annotation. */
function usesKata(node: YamlNode, depth = 0): boolean {
  if (node.type === 'scalar' || depth > 8) return false;
  if (node.type === 'seq') return false;
  return node.entries.some(
    ({ key, value }) =>
      key.text.startsWith('io.katacontainers.') ||
      (key.text === 'runtimeClassName' && textOf(value)?.startsWith('kata') === true) ||
      usesKata(value, depth + 1),
  );
}
