/** Creates the edits of fixes. All offsets refer to the text of the document. */
import type { Span } from '../text/span.ts';
import type { MapEntry, MapNode, YamlNode, ScalarNode } from '../yaml/node.ts';
import type { Edit } from './rule.ts';

/** Replaces a node with text. */
export function replaceNode(node: YamlNode, text: string): Edit {
  return { start: node.start, end: node.end, text };
}

/**
 * Removes an entry of a block mapping, including its lines. Returns undefined if other content is on the same lines.
 */
export function removeEntry(text: string, map: MapNode, entry: MapEntry): Edit | undefined {
  // Removing an entry from an anchored mapping would also remove it from all aliases.
  if (map.flow || entry.borrowed || map.anchored === true) return undefined;
  const start = getLineStart(text, entry.key.start);
  if (text.slice(start, entry.key.start).trim() !== '') return undefined;
  const end = getLineEnd(text, Math.max(lastContent(text, entry.value), entry.key.end));
  // An alias elsewhere might refer to an anchor in the entry.
  if (/[\s:]&\S/.test(text.slice(start, end))) return undefined;
  return { start, end, text: '' };
}

/** Removes the lines of a span. Returns undefined if other content is on the same lines. */
export function removeLines(text: string, { start, end }: Span): Edit | undefined {
  const [from, to] = [getLineStart(text, start), getLineEnd(text, end)];
  const isAlone = text.slice(from, start).trim() === '' && text.slice(end, to).trim() === '';
  return isAlone ? { start: from, end: to, text: '' } : undefined;
}

/** Inserts an entry on a separate line before the first entry of a block mapping. */
export function insertEntryBefore(text: string, map: MapNode, line: string): Edit | undefined {
  const first = map.entries.find((entry) => !entry.borrowed);
  if (map.flow || first === undefined) return undefined;
  const start = getLineStart(text, first.key.start);
  // A byte order mark must stay at the start of the file.
  const indent = text.slice(start, first.key.start).replace('\uFEFF', '');
  if (indent.trim() !== '') return undefined;
  return { start: first.key.start, end: first.key.start, text: `${line}${detectLineEnding(text)}${indent}` };
}

/** Inserts entries on separate lines after the last entry of a block mapping. */
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
  // The first entry of a list item comes after the dash. Its column determines the indentation of the other entries.
  const blanks = /^[ -]*$/.test(indent) ? indent.replaceAll('-', ' ') : undefined;
  if (blanks === undefined) return undefined;
  const at = getLineEnd(text, Math.max(lastContent(text, last.value), last.key.end));
  const lead = at > 0 && !isLineBreak(text, at - 1) ? newline : '';
  return { start: at, end: at, text: lead + lines.map((line) => `${blanks}${line}${newline}`).join('') };
}

/** Replaces the scalar with a double-quoted string. */
export function quoted(node: ScalarNode): Edit {
  return replaceNode(node, JSON.stringify(node.text));
}

/**
 * Returns the offset after the colon of a key without a value. YAML parsers place the missing value either at the end
 * of the key or after the colon.
 * @param start offset of the missing value
 */
export function behindColon(text: string, start: number): number | undefined {
  const ahead = /^["']?[ \t]*:/.exec(text.slice(start, start + 100))?.[0].length;
  if (ahead !== undefined) return start + ahead;
  const blanks = /:([ \t]*)$/.exec(text.slice(Math.max(0, start - 100), start))?.[1];
  return blanks === undefined ? undefined : start - blanks.length;
}

/** Returns the start of the line that contains this offset. */
export function getLineStart(text: string, offset: number): number {
  let start = Math.min(offset, text.length);
  while (start > 0 && !isLineBreak(text, start - 1)) start -= 1;
  return start;
}

/** Returns the offset after the line that contains this offset, including its line ending. */
export function getLineEnd(text: string, offset: number): number {
  let end = offset;
  while (end < text.length && !isLineBreak(text, end)) end += 1;
  return end >= text.length ? text.length : text.startsWith('\r\n', end) ? end + 2 : end + 1;
}

/** Returns whether the character at an offset is a line break. A single CR is one, too. */
function isLineBreak(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x0a || code === 0x0d;
}

/** Returns the line ending that the text uses. */
export function detectLineEnding(text: string): string {
  const end = /\r\n?|\n/.exec(text)?.[0];
  return end ?? '\n';
}

/**
 * Returns the end of the last non-space character of a node. The range of a collection can include the blank lines and
 * indentation after it.
 */
function lastContent(text: string, node: YamlNode): number {
  let end = node.end;
  while (end > node.start && /\s/.test(text[end - 1] ?? '')) end -= 1;
  return end;
}
