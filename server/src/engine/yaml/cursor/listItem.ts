/**
 * Extracts the item of a List around an offset as separate text. While the user edits an item, the List often can't be
 * parsed.
 */

/** The item's lines without their indentation. */
export interface ListItemText {
  readonly text: string;
  /** Offset within this text. */
  readonly offset: number;
  /** Offset of its first line in the whole text. */
  readonly start: number;
  /** Number of spaces removed from each line. */
  readonly indent: number;
}

const maxLines = 5000;

/** Returns the item. Returns undefined if there is no List or the offset isn't in one of its items. */
export function itemAround(text: string, offset: number): ListItemText | undefined {
  const items = /^kind:[ \t]+\w*List[ \t]*\r?$/m.test(text) ? /^items:[ \t]*\r?\n/m.exec(text) : null;
  if (items === null || offset < items.index + items[0].length) return undefined;
  const begin = items.index + items[0].length;
  const lines = text.slice(begin).split('\n', maxLines);
  const column = /^ *(?=-)/.exec(lines.find((line) => line.trim() !== '' && !/^ *#/.test(line)) ?? '')?.[0].length;
  if (column === undefined) return undefined;
  const isDash = (line: string) => line.startsWith('-', column) && /^ *-(?:\s|$)/.test(line);
  // Content with less indentation ends the list.
  const isOut = (line: string) => /^ *[^\s#]/.test(line) && line.search(/\S/) <= column;
  let [start, first, at] = [begin, -1, begin];
  for (const [index, line] of lines.entries()) {
    if (at > offset) break;
    if (isDash(line)) [start, first] = [at, index];
    else if (isOut(line)) first = -1;
    at += line.length + 1;
  }
  if (first === -1) return undefined;
  const rest = lines.slice(first + 1);
  const end = rest.findIndex(isOut);
  const own = [(lines[first] ?? '').replace('-', ' '), ...(end === -1 ? rest : rest.slice(0, end))];
  const indent = Math.max(own.find((line) => line.trim() !== '')?.search(/\S/) ?? column + 2, column + 1);
  const shifted = own.map((line) => (line.slice(0, indent).trim() === '' ? line.slice(indent) : line.trimStart()));
  let left = offset - start;
  let before = 0;
  for (const [index, line] of own.entries()) {
    if (left <= line.length)
      return {
        text: shifted.join('\n'),
        offset: before + Math.max(0, left - (line.length - (shifted[index] ?? '').length)),
        start,
        indent,
      };
    left -= line.length + 1;
    before += (shifted[index] ?? '').length + 1;
  }
  return undefined;
}
