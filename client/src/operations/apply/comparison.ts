/** Compares a manifest with the cluster as two YAML texts. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { isJsonObject, getList, getMap, getValue, type JsonObject } from '#core/common/json.ts';
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import { redactedValue } from '#core/cluster/watchedKinds/configMap.ts';
import { renderObjectYaml, renderRedactedObject } from '#client/clusters/documents/objectYaml.ts';
import type { ApplyPlan } from './planApply.ts';

export interface ManifestComparison {
  /** The current and the planned state of the objects. */
  readonly now: string;
  readonly planned: string;
  readonly differs: boolean;
  /** True if the file contains Secrets, whose values are neither read nor compared. */
  readonly secrets: boolean;
}

export function createManifestComparison({ objects }: ApplyPlan): ManifestComparison {
  const sides = objects.map(({ reference: { kind, name }, object, before, expected }) => ({
    now: before === undefined ? `# ${l10n.t("{0} doesn't exist", `${kind} ${name}`)}\n` : textOf(before, kind),
    planned: textOf(ordered(expected ?? object, before ?? {}), kind, keysOf(object)),
  }));
  const [now, planned] = [sides.map((side) => side.now).join('---\n'), sides.map((side) => side.planned).join('---\n')];
  return {
    now,
    planned,
    differs: now !== planned,
    secrets: objects.some(({ reference }) => reference.kind === 'Secret'),
  };
}

/**
 * Renders two states of an object as YAML, without the status and the metadata that the server sets.
 * @param before undefined if the object doesn't exist. Then, its text is empty
 */
export function renderComparison(
  before: JsonObject | undefined,
  after: JsonObject,
): { readonly before: string; readonly after: string } {
  const render = (object: JsonObject): string => {
    const text = renderRedactedObject(withoutServerFields(object));
    return text.ok ? text.value : `# ${l10n.t`Can't display the object: ${text.error}`}\n`;
  };
  return { before: before === undefined ? '' : render(before), after: render(ordered(after, before ?? {})) };
}

/** Removes the status and the metadata that the server sets. */
function withoutServerFields(shown: JsonObject): JsonObject {
  const { status: _, ...object } = shown;
  const metadata = { ...getMap(object, 'metadata') };
  for (const field of ['managedFields', 'resourceVersion', 'generation', 'uid', 'creationTimestamp', 'selfLink'])
    delete metadata[field];
  return { ...object, metadata };
}

/**
 * Returns the object with its fields in the order of another object, so that a different order isn't shown as a
 * difference.
 */
function ordered(object: JsonObject, model: JsonObject): JsonObject {
  const keys = [
    ...Object.keys(model).filter((key) => Object.hasOwn(object, key)),
    ...Object.keys(object).filter((key) => !Object.hasOwn(model, key)),
  ];
  return Object.fromEntries(keys.map((key) => [key, like(object[key], getValue(model, key))]));
}

function like(value: unknown, model: unknown): unknown {
  if (Array.isArray(value))
    return value.map((item, index) => like(item, Array.isArray(model) ? model[index] : undefined));
  return isJsonObject(value) ? ordered(value, isJsonObject(model) ? model : {}) : value;
}

/** Renders an object as YAML. Omits the status and the metadata that the server sets. */
function textOf(object: KubernetesManifest, kind: string, keys: readonly string[] = []): string {
  // The metadata-only response for a Secret doesn't include its type.
  const { status: _, type, ...others } = object;
  const rest = kind === 'Secret' || type === undefined ? others : { ...others, type };
  const metadata = { ...getMap(object, 'metadata') };
  for (const field of ['resourceVersion', 'generation', 'uid', 'creationTimestamp', 'selfLink']) delete metadata[field];
  const text = renderObjectYaml({ ...rest, metadata }, kind);
  if (!text.ok) return `# ${l10n.t`Can't display the object: ${text.error}`}\n`;
  return kind === 'Secret' ? `${text.value}${secretKeys(object, keys)}` : text.value;
}

/**
 * Lists the keys of a Secret from its managed fields, because values are never read.
 * @param more keys that the file adds
 */
function secretKeys(object: KubernetesManifest, more: readonly string[]): string {
  const managed = getList(object, 'metadata', 'managedFields').flatMap((one) =>
    Object.keys(getMap(one, 'fieldsV1', 'f:data')),
  );
  const keys = new Set([...managed.filter((key) => key.startsWith('f:')).map((key) => key.slice(2)), ...more]);
  const lines = [...keys].toSorted().map((key) => `  ${JSON.stringify(key)}: "${redactedValue}"`);
  return `# ${l10n.t`Secret values weren't compared.`}\n${lines.length === 0 ? '' : `data:\n${lines.join('\n')}\n`}`;
}

/** Returns the keys of a Secret, including those under stringData, which the server moves to data. */
function keysOf(object: KubernetesManifest): readonly string[] {
  return [...Object.keys(getMap(object, 'data')), ...Object.keys(getMap(object, 'stringData'))];
}
