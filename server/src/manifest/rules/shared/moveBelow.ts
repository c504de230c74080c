/** Moves lines that lost their indentation, or the key above them, back below that key. */
import { findMapEntry, type MapEntry, type MapNode } from '#server/engine/yaml/node.ts';
import { detectLineEnding, getLineEnd, getLineStart } from '#server/engine/findings/edits.ts';
import type { Edit } from '#server/engine/findings/rule.ts';

/** The lines to move, and their target. */
export interface Move {
  /** The map that contains the lines, although they belong one level deeper. */
  readonly map: MapNode;
  /** The key that should contain the lines, such as `spec`. The key might be missing. */
  readonly name: string;
  /** One of the lines. */
  readonly entry: MapEntry;
  /** Returns whether a field belongs only below that key. */
  readonly belongs: (key: string) => boolean;
}

/**
 * Returns the edit that moves an entry below the key. Adjacent entries that also belong there are moved too. If the key
 * doesn't exist, it's added.
 */
export function moveBelow(text: string, { map, name, entry, belongs }: Move): Edit | undefined {
  const target = findMapEntry(map, name);
  const isMovable = (other: MapEntry | undefined) =>
    other !== undefined && belongs(other.key.text) && findMapEntry(target?.value, other.key.text) === undefined;
  const at = map.entries.indexOf(entry);
  let [first, last] = [at, at];
  while (isMovable(map.entries[first - 1])) first -= 1;
  while (isMovable(map.entries[last + 1])) last += 1;
  const begin = map.entries[first];
  if (
    begin === undefined ||
    map.flow ||
    map.borrowed ||
    map.anchored === true ||
    map.entries.slice(first, last + 1).some(({ borrowed }) => borrowed)
  )
    return undefined;
  // All fields that belong below the key must be moved, and the key must be directly before them.
  const others = map.entries.filter((other, index) => (index < first || index > last) && isMovable(other));
  if (others.length > 0 || (target !== undefined && map.entries[first - 1] !== target)) return undefined;
  const deeper = target === undefined ? '  ' : indentBelow(text, target, map);
  const start = getLineStart(text, begin.key.start);
  const outer = text.slice(start, begin.key.start);
  if (deeper === undefined || !/^ *$/.test(outer)) return undefined;
  const end = getLineEnd(
    text,
    Math.max(...map.entries.slice(first, last + 1).flatMap(({ key, value }) => [key.end, value.end - 1])),
  );
  const lines = text.slice(start, end).replace(/(^|\r\n|\n|\r)(?=[^\r\n])/g, (newline) => newline + deeper);
  return {
    start: target === undefined ? start : begin.key.start,
    end,
    text: target === undefined ? `${outer}${name}:${detectLineEnding(text)}${lines}` : lines.slice(outer.length),
  };
}

/**
 * Returns the indentation of a key's children relative to the map. Returns undefined if the key has no usable children.
 */
function indentBelow(text: string, { value }: MapEntry, map: MapNode): string | undefined {
  // The key has no value.
  if (value.type === 'scalar' && value.start === value.end) return '  ';
  const first =
    value.type === 'map' && !value.flow && !value.borrowed && value.anchored !== true ? value.entries[0] : undefined;
  const outer = map.entries[0];
  if (first === undefined || outer === undefined) return undefined;
  const column = (at: number) => at - getLineStart(text, at);
  const blanks = text.slice(getLineStart(text, first.key.start), first.key.start);
  const deeper = column(first.key.start) - column(outer.key.start);
  return /^ *$/.test(blanks) && deeper > 0 ? ' '.repeat(deeper) : undefined;
}
