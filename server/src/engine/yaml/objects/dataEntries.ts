/** Reads and edits the entries of ConfigMaps and Secrets. */
import type { Manifest } from '../manifestModel.ts';
import { findMapEntry, findYamlNode, type MapEntry, type MapNode, type ScalarNode } from '../node.ts';
import { insertLiterals, removeLiteral } from './literalEdits.ts';
import { detectLineEnding, insertEntryAfter, removeEntry } from '#server/engine/findings/edits.ts';
import type { Edit } from '#server/engine/findings/rule.ts';

/** A key with its value. Keys with a mapping or a list as the value are excluded. */
export interface ConfigDataEntry {
  readonly name: string;
  readonly key: ScalarNode;
  readonly value: ScalarNode;
  readonly entry: MapEntry;
  readonly map: MapNode;
}

/**
 * Returns the entries of `data`, or of another top-level mapping of the object. Omits entries that a template fills in.
 */
export function listDataEntries({ root }: Manifest, under: string = 'data'): ConfigDataEntry[] {
  const map = findYamlNode(root, [under]);
  if (map?.type !== 'map') return [];
  return map.entries.flatMap((entry) =>
    entry.key.unknown || entry.value.type !== 'scalar'
      ? []
      : [{ name: entry.key.text, key: entry.key, value: entry.value, entry, map }],
  );
}

/**
 * Returns whether the API server accepts the key of a ConfigMap or Secret. Source: kubernetes/kubernetes
 * staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go (IsConfigMapKey).
 */
export function isDataKey(key: string): boolean {
  return /^[-._a-zA-Z0-9]{1,253}$/.test(key) && key !== '.' && !key.startsWith('..');
}

/** Returns the entry with this key. Returns undefined if it doesn't exist or its value is unknown. */
export function findDataEntry(manifest: Manifest, name: string, under: string = 'data'): ConfigDataEntry | undefined {
  // Rules look up many keys, so this doesn't create a list of all entries.
  const map = findYamlNode(manifest.root, [under]);
  if (map?.type !== 'map') return undefined;
  const entry = map.entries.findLast(
    ({ key, value }) => key.text === name && !key.unknown && value.type === 'scalar' && !value.unknown,
  );
  return entry?.value.type === 'scalar' ? { name, key: entry.key, value: entry.value, entry, map } : undefined;
}

/**
 * Returns the text of a value, or an empty string if the value is empty or null. Returns undefined if it doesn't exist
 * or is unknown.
 */
export function dataText(manifest: Manifest, name: string, under: string = 'data'): string | undefined {
  return findDataEntry(manifest, name, under)?.value.text;
}

/** Returns whether the key exists in any form. Also returns true if a template might add it. */
export function hasData({ root }: Manifest, name: string, under: string = 'data'): boolean {
  const map = findYamlNode(root, [under]);
  if (map === undefined) return false;
  // The content of a merge, an alias, or a template in place of the mapping is unknown.
  return map.type !== 'map'
    ? map.type === 'scalar' && map.unknown
    : findMapEntry(map, name) !== undefined || map.entries.some(({ key }) => key.unknown);
}

/** Returns whether the key is written here. Unlike {@link hasData}, ignores content that might be added elsewhere. */
export function hasWrittenData({ root }: Manifest, name: string, under: string = 'data'): boolean {
  const map = findYamlNode(root, [under]);
  return map?.type === 'map' && findMapEntry(map, name)?.key.unknown === false;
}

/**
 * Returns an edit that replaces a value with a quoted string, or with an unquoted one in a kustomization. Returns
 * undefined if the value must not be changed.
 */
export function setValue({ part }: Manifest, { value }: ConfigDataEntry, text: string): Edit | undefined {
  if (value.borrowed || value.anchored === true || value.style === 'block') return undefined;
  return { start: value.start, end: value.end, text: part === 'generator' ? text : JSON.stringify(text) };
}

/** Returns an edit that renames the key. */
export function renameKey({ key, entry }: ConfigDataEntry, name: string, text: string): Edit | undefined {
  if (entry.borrowed || key.anchored === true) return undefined;
  const quote = /^["']/.exec(text.slice(key.start, key.end))?.[0] ?? '';
  return { start: key.start, end: key.end, text: `${quote}${name}${quote}` };
}

/** Returns an edit that removes the key and its line. */
export function removeKey({ part }: Manifest, { map, entry }: ConfigDataEntry, text: string): Edit | undefined {
  return part === 'generator' ? removeLiteral(text, map, entry) : removeEntry(text, map, entry);
}

/**
 * Returns an edit that adds keys after the last one, each on its own line. `lines` contains keys and values, such as
 * `["AWS_REGION", "\"\""]`.
 */
export function insertKeys(
  manifest: Manifest,
  lines: readonly (readonly [key: string, value: string])[],
  text: string,
  under: string = 'data',
): Edit | undefined {
  const map = findYamlNode(manifest.root, [under]);
  if (map?.type !== 'map') return undefined;
  if (manifest.part === 'generator') return insertLiterals(text, map, lines);
  return insertEntryAfter(
    text,
    map,
    lines.map(([key, value]) => `${key}: ${value}`),
    detectLineEnding(text),
  );
}
