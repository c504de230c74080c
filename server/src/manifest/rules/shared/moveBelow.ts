/** Lines that lost their indentation, or the key that stood above them: moved back below it. */
import { findMapEntry, type MapEntry, type MapNode } from '#server/engine/yaml/node.ts';
import { detectLineEnding, getLineEnd, getLineStart } from '#server/engine/findings/edits.ts';
import type { Edit } from '#server/engine/findings/rule.ts';

/** What is moved where. */
export interface Move {
  /** The map that the lines stand in, though they belong one deeper. */
  readonly map: MapNode;
  /** The key that they belong below: `spec`. It may be missing. */
  readonly name: string;
  /** One of them. */
  readonly entry: MapEntry;
  /** Belongs below that key, and nowhere else. */
  readonly belongs: (key: string) => boolean;
}

/**
 * The lines of an entry, and of what else belongs below the key right beside it, moved in: below that key before them,
 * or below a new one.
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
  // All that belongs there must be moved, and the key must be what stands before it.
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

/** How much deeper than the map the key has its own; undefined where it has none, or has them otherwise. */
function indentBelow(text: string, { value }: MapEntry, map: MapNode): string | undefined {
  // The key alone.
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
