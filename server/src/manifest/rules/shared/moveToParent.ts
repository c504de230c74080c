/** Moves the fields of a mapping to the mapping that contains it. */
import { findMapEntry, type MapEntry, type MapNode } from '#server/engine/yaml/node.ts';
import { getLineEnd, getLineStart } from '#server/engine/findings/edits.ts';
import type { Edit } from '#server/engine/findings/rule.ts';

/**
 * Returns the edit that replaces an entry by the fields of its value, one level higher. Returns undefined if the lines
 * can't be moved, or if the mapping already contains one of the fields.
 */
export function moveToParent(text: string, map: MapNode, { key, value, borrowed }: MapEntry): Edit | undefined {
  if (value.type !== 'map' || value.flow || map.flow) return undefined;
  if (borrowed || value.borrowed || value.anchored === true || map.anchored === true) return undefined;
  const [first] = value.entries;
  const isTaken = value.entries.some((child) => child.borrowed || findMapEntry(map, child.key.text) !== undefined);
  if (first === undefined || isTaken) return undefined;
  const [outer, inner] = [key.start, first.key.start].map((at) => text.slice(getLineStart(text, at), at));
  if (outer === undefined || inner === undefined || !/^ *$/.test(outer) || !/^ +$/.test(inner)) return undefined;
  const start = getLineStart(text, key.start);
  const from = getLineEnd(text, key.end);
  // A comment behind the key would be lost.
  if (!/^["']?[ \t]*:[ \t]*\r?\n?$/.test(text.slice(key.end, from)) || inner.length <= outer.length) return undefined;
  const end = getLineEnd(text, Math.max(...value.entries.flatMap((child) => [child.key.end, child.value.end - 1])));
  const depth = inner.length - outer.length;
  const lines = text.slice(from, end).split(/(?<=\n)/);
  if (lines.some((line) => line.trim() !== '' && !line.startsWith(' '.repeat(depth)))) return undefined;
  return { start, end, text: lines.map((line) => (line.trim() === '' ? line : line.slice(depth))).join('') };
}
