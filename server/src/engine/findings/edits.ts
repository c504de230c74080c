/** Edits that fixes are made of. All offsets are in the document's own text. */
import type { MapEntry, MapNode, YamlNode, ScalarNode } from '../yaml/node.ts';
import type { Edit } from './rule.ts';

/** Puts text in place of a node. */
export function replaceNode(node: YamlNode, text: string): Edit {
  return { start: node.start, end: node.end, text };
}

/** Takes an entry of a block map out, with its lines. Undefined where lines are shared with something else. */
export function removeEntry(text: string, map: MapNode, entry: MapEntry): Edit | undefined {
  // Of an anchored map it would be gone wherever the map is referred to.
  if (map.flow || entry.borrowed || map.anchored === true) return undefined;
  const start = getLineStart(text, entry.key.start);
  if (text.slice(start, entry.key.start).trim() !== '') return undefined;
  const end = getLineEnd(text, Math.max(lastContent(text, entry.value), entry.key.end));
  // An anchor in it may be referred to from elsewhere.
  if (/[\s:]&\S/.test(text.slice(start, end))) return undefined;
  return { start, end, text: '' };
}

/** Puts a new entry as a line of its own before the first entry of a block map. */
export function insertEntryBefore(text: string, map: MapNode, line: string): Edit | undefined {
  const first = map.entries.find((entry) => !entry.borrowed);
  if (map.flow || first === undefined) return undefined;
  const start = getLineStart(text, first.key.start);
  // A byte order mark stays where it is.
  const indent = text.slice(start, first.key.start).replace('\uFEFF', '');
  if (indent.trim() !== '') return undefined;
  return { start: first.key.start, end: first.key.start, text: `${line}${detectLineEnding(text)}${indent}` };
}

/** Puts new entries, each a line of its own, after the last entry of a block map. */
export function insertEntryAfter(
  text: string,
  map: MapNode,
  lines: readonly string[],
  newline: string,
): Edit | undefined {
  const own = map.entries.filter((entry) => !entry.borrowed);
  const [first] = own;
  const last = own.at(-1);
  if (map.flow || map.borrowed || map.anchored === true || first === undefined || last === undefined) return undefined;
  const indent = text.slice(getLineStart(text, first.key.start), first.key.start).replace('\uFEFF', '');
  // The first entry of a list item stands behind the dash: its column is the indentation of the others.
  const blanks = /^[ -]*$/.test(indent) ? indent.replaceAll('-', ' ') : undefined;
  if (blanks === undefined) return undefined;
  const at = getLineEnd(text, Math.max(lastContent(text, last.value), last.key.end));
  const lead = at > 0 && !isLineBreak(text, at - 1) ? newline : '';
  return { start: at, end: at, text: lead + lines.map((line) => `${blanks}${line}${newline}`).join('') };
}

/** The scalar as a double-quoted string. */
export function quoted(node: ScalarNode): Edit {
  return replaceNode(node, JSON.stringify(node.text));
}

/** Where the value of a key begins that has none yet: readers place it at the end of the key, or behind its colon. */
export function behindColon(text: string, start: number): number | undefined {
  const ahead = /^["']?[ \t]*:/.exec(text.slice(start, start + 100))?.[0].length;
  if (ahead !== undefined) return start + ahead;
  const blanks = /:([ \t]*)$/.exec(text.slice(Math.max(0, start - 100), start))?.[1];
  return blanks === undefined ? undefined : start - blanks.length;
}

/** Offset of the start of the line that holds this offset. */
export function getLineStart(text: string, offset: number): number {
  let start = Math.min(offset, text.length);
  while (start > 0 && !isLineBreak(text, start - 1)) start -= 1;
  return start;
}

/** Offset just after the line that holds this offset, its line end included. */
export function getLineEnd(text: string, offset: number): number {
  let end = offset;
  while (end < text.length && !isLineBreak(text, end)) end += 1;
  return end >= text.length ? text.length : text.startsWith('\r\n', end) ? end + 2 : end + 1;
}

/** A lone CR ends a line too. */
function isLineBreak(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x0a || code === 0x0d;
}

/** The line end that the text uses. */
export function detectLineEnding(text: string): string {
  const end = /\r\n?|\n/.exec(text)?.[0];
  return end ?? '\n';
}

/**
 * A collection's range may run into the blank lines and the indentation after it: its last character that is not blank.
 */
function lastContent(text: string, node: YamlNode): number {
  let end = node.end;
  while (end > node.start && /\s/.test(text[end - 1] ?? '')) end -= 1;
  return end;
}
