/** The keys and values of ConfigMaps and Secrets, as rules look at them and mend them. */
import type { Manifest } from '../manifestModel.ts';
import { findMapEntry, findYamlNode, type MapEntry, type MapNode, type ScalarNode } from '../node.ts';
import { insertLiterals, removeLiteral } from './literalEdits.ts';
import { detectLineEnding, insertEntryAfter, removeEntry } from '#server/engine/findings/edits.ts';
import type { Edit } from '#server/engine/findings/rule.ts';

/** One key with its value. Keys whose value is a map or a list are not among them. */
export interface ConfigDataEntry {
  readonly name: string;
  readonly key: ScalarNode;
  readonly value: ScalarNode;
  readonly entry: MapEntry;
  readonly map: MapNode;
}

/** The entries of `data`, or of another map at the top of the object. What a template fills in later is left out. */
export function listDataEntries({ root }: Manifest, under: string = 'data'): ConfigDataEntry[] {
  const map = findYamlNode(root, [under]);
  if (map?.type !== 'map') return [];
  return map.entries.flatMap((entry) =>
    entry.key.unknown || entry.value.type !== 'scalar'
      ? []
      : [{ name: entry.key.text, key: entry.key, value: entry.value, entry, map }],
  );
}

/** The entry of this key; undefined when it is not there or its value is not known. */
export function findDataEntry(manifest: Manifest, name: string, under: string = 'data'): ConfigDataEntry | undefined {
  return listDataEntries(manifest, under).findLast((entry) => entry.name === name && !entry.value.unknown);
}

/** The text of a value; undefined when it is not there or not known, `` when it is empty or null. */
export function dataText(manifest: Manifest, name: string, under: string = 'data'): string | undefined {
  return findDataEntry(manifest, name, under)?.value.text;
}

/** Is the key there at all, in whatever form? Also true where a template fills it in later. */
export function hasData({ root }: Manifest, name: string, under: string = 'data'): boolean {
  const map = findYamlNode(root, [under]);
  if (map === undefined) return false;
  // A merge, an alias or a template in place of the map: nobody knows what is in it.
  return map.type !== 'map'
    ? map.type === 'scalar' && map.unknown
    : findMapEntry(map, name) !== undefined || map.entries.some(({ key }) => key.unknown);
}

/** Puts another value in: as a quoted string, or in a kustomization as it is. Undefined where it must not be mended. */
export function setValue({ part }: Manifest, { value }: ConfigDataEntry, text: string): Edit | undefined {
  if (value.borrowed || value.anchored === true || value.style === 'block') return undefined;
  return { start: value.start, end: value.end, text: part === 'generator' ? text : JSON.stringify(text) };
}

/** Gives the key another name. */
export function renameKey({ key, entry }: ConfigDataEntry, name: string, text: string): Edit | undefined {
  if (entry.borrowed || key.anchored === true) return undefined;
  const quote = /^["']/.exec(text.slice(key.start, key.end))?.[0] ?? '';
  return { start: key.start, end: key.end, text: `${quote}${name}${quote}` };
}

/** Takes the key out, with its line. */
export function removeKey({ part }: Manifest, { map, entry }: ConfigDataEntry, text: string): Edit | undefined {
  return part === 'generator' ? removeLiteral(text, map, entry) : removeEntry(text, map, entry);
}

/** Puts keys in, each a line of its own, after the last one there is: `["AWS_REGION", "\"\""]`. */
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
