/**
 * Applies the patches of a kustomization to its objects. Doesn't use VS Code. Source: kubernetes-sigs/kustomize
 * api/internal/builtins/PatchTransformer.go, api/types/selector.go.
 */
import * as l10n from '@vscode/l10n';
import { applyJsonPatch } from '#core/common/jsonPatch.ts';
import { getString, getStringMap, isJsonObject, type JsonObject } from '#core/common/json.ts';
import { succeed, type Result } from '#core/common/result.ts';
import { matchesSelector, type LabelSelector } from '#core/labels/labelSelector.ts';
import { readSelectorText } from '#core/labels/selectorText.ts';
import { changed, groupOf, isBuiltIn, kindOf, nameOf, namespaceOf, type KustomizedObject } from './kustomizedObject.ts';
import { invalid, unsupported, type KustomizeProblem } from './kustomizeProblem.ts';
import { mergePatch, UnsupportedDirective } from './strategicMerge.ts';

/** A patch with its content. */
export interface LoadedPatch {
  /** File that contains the patch. */
  readonly file: string;
  /** One JSON patch, or one or more merge patches. */
  readonly values: readonly unknown[];
  readonly target?: JsonObject;
}

type Objects = readonly KustomizedObject[];

/** Returns the patched objects. Objects that a patch deletes are omitted. */
export function applyPatches(objects: Objects, patches: readonly LoadedPatch[]): Result<Objects, KustomizeProblem> {
  let result = objects;
  for (const patch of patches) {
    const applied = applyPatch(result, patch);
    if (!applied.ok) return applied;
    result = applied.value;
  }
  return succeed(result);
}

function applyPatch(objects: Objects, { file, values, target }: LoadedPatch): Result<Objects, KustomizeProblem> {
  const [first] = values;
  if (Array.isArray(first)) {
    if (target === undefined) return invalid(file, l10n.t`A JSON patch needs a target.`);
    return patchTargets(objects, { file, target, change: (object) => applyPatchList(object, first) });
  }
  let result = objects;
  for (const value of values) {
    if (!isJsonObject(value)) return invalid(file, l10n.t`The patch isn't a mapping or a list of operations.`);
    const applied =
      target === undefined
        ? patchNamed(result, file, value)
        : patchTargets(result, { file, target, change: (object) => merge(object, value) });
    if (!applied.ok) return applied;
    result = applied.value;
  }
  return succeed(result);
}

/** Merges a patch. Keeps the kind and the name of the object. Returns null if the patch deletes the object. */
function merge(object: JsonObject, patch: JsonObject): JsonObject | null {
  const merged = mergePatch(object, patch, isBuiltIn(object));
  if (!isJsonObject(merged)) return null;
  const metadata = { ...(isJsonObject(merged['metadata']) ? merged['metadata'] : {}), name: nameOf(object) };
  return { ...merged, apiVersion: object['apiVersion'], kind: object['kind'], metadata };
}

/** Applies a merge patch to the object that it names. */
function patchNamed(objects: Objects, file: string, patch: JsonObject): Result<Objects, KustomizeProblem> {
  const [kind, name] = [kindOf(patch), nameOf(patch)];
  const isMeant = ({ object, names, namespaces }: KustomizedObject): boolean =>
    kindOf(object) === kind &&
    groupOf(object) === groupOf(patch) &&
    names.has(name) &&
    namespaces.has(namespaceOf(patch));
  const found = objects.filter(isMeant);
  if (found.length !== 1)
    return invalid(
      file,
      found.length === 0
        ? l10n.t`The patch changes ${kind} ${name}, which the kustomization doesn't contain.`
        : l10n.t`The patch matches more than one ${kind} with the name ${name}.`,
    );
  return patchWhere(objects, file, isMeant, (object) => merge(object, patch));
}

interface TargetPatch {
  readonly file: string;
  readonly target: JsonObject;
  /** Returns the patched object, null to delete it, or undefined if the patch can't be applied. */
  readonly change: (object: JsonObject) => JsonObject | null | undefined;
}

/** Maximum size of a patched object in bytes. The API server accepts no larger objects. */
const largestObject = 3 * 1024 * 1024;

/** Applies a JSON patch. Returns undefined if an operation can't be applied, or the result is too large. */
function applyPatchList(object: JsonObject, patch: readonly unknown[]): JsonObject | undefined {
  const patched = applyJsonPatch(object, patch, largestObject);
  return patched.ok ? patched.value : undefined;
}

/** Applies a patch to each object that a target selects. */
function patchTargets(objects: Objects, { file, target, change }: TargetPatch): Result<Objects, KustomizeProblem> {
  const known = ['group', 'version', 'kind', 'name', 'namespace', 'labelSelector', 'annotationSelector'];
  const other = Object.keys(target).find((field) => !known.includes(field));
  if (other !== undefined) return unsupported(file, `target.${other}`);
  const expressions = new Map<string, RegExp>();
  for (const field of ['group', 'version', 'kind', 'name', 'namespace']) {
    const text = getString(target, field) ?? '';
    if (text === '') continue;
    const expression = anchored(text);
    if (expression === undefined) return unsupported(file, `target.${field}: ${text}`);
    expressions.set(field, expression);
  }
  const selectors = new Map<string, LabelSelector>();
  for (const field of ['labelSelector', 'annotationSelector']) {
    const text = getString(target, field) ?? '';
    if (text === '') continue;
    const selector = readSelectorText(text);
    if (!selector.ok) return unsupported(file, `target.${field}: ${text}`);
    selectors.set(field, selector.value);
  }
  const selects = (field: string, values: Readonly<Record<string, string>>): boolean => {
    const selector = selectors.get(field);
    return selector === undefined || matchesSelector(selector, values) === true;
  };
  const matches = (field: string, values: Iterable<string>): boolean => {
    const expression = expressions.get(field);
    return expression === undefined || [...values].some((value) => expression.test(value));
  };
  return patchWhere(
    objects,
    file,
    ({ object, names, namespaces }) =>
      matches('group', [groupOf(object)]) &&
      matches('version', [(getString(object, 'apiVersion') ?? '').split('/').at(-1) ?? '']) &&
      matches('kind', [kindOf(object)]) &&
      matches('name', names) &&
      matches('namespace', namespaces) &&
      selects('labelSelector', getStringMap(object, 'metadata', 'labels')) &&
      selects('annotationSelector', getStringMap(object, 'metadata', 'annotations')),
    change,
  );
}

function patchWhere(
  objects: Objects,
  file: string,
  isMeant: (object: KustomizedObject) => boolean,
  change: TargetPatch['change'],
): Result<Objects, KustomizeProblem> {
  const result: KustomizedObject[] = [];
  try {
    for (const one of objects) {
      const object = isMeant(one) ? change(one.object) : one.object;
      if (object === undefined)
        return invalid(file, l10n.t`Can't apply the patch to ${kindOf(one.object)} ${nameOf(one.object)}.`);
      if (object !== null) result.push(changed(one, object));
    }
    return succeed(result);
  } catch (error) {
    if (error instanceof UnsupportedDirective) return unsupported(file, error.directive);
    throw error;
  }
}

/** Returns the expression of a target field. Undefined for an expression whose evaluation could take too long. */
function anchored(text: string): RegExp | undefined {
  return /^(?:[\w.|-]|\.\*){1,300}$/.test(text) && (text.match(/\.\*/g) ?? []).length <= 3
    ? new RegExp(`^(?:${text})$`)
    : undefined;
}
