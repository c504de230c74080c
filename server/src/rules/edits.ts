/** Edits that fixes are made of. All offsets are in the document's own text. */
import type { Entry, MapNode, Node, ScalarNode } from '../documents/node.ts';
import type { Edit } from './rule.ts';

/** Puts text in place of a node. */
export function replaceNode(node: Node, text: string): Edit {
  return { start: node.start, end: node.end, text };
}

/** Takes an entry of a block map out, with its lines. Undefined where lines are shared with something else. */
export function removeEntry(text: string, map: MapNode, entry: Entry): Edit | undefined {
  if (map.flow || entry.borrowed) return undefined;
  const start = lineStart(text, entry.key.start);
  if (text.slice(start, entry.key.start).trim() !== '') return undefined;
  const end = lineEnd(text, Math.max(lastContent(text, entry.value), entry.key.end));
  return { start, end, text: '' };
}

/** Puts a new entry as a line of its own before the first entry of a block map. */
export function insertEntryBefore(text: string, map: MapNode, line: string): Edit | undefined {
  const first = map.entries.find((entry) => !entry.borrowed);
  if (map.flow || first === undefined) return undefined;
  const start = lineStart(text, first.key.start);
  const indent = text.slice(start, first.key.start);
  if (indent.trim() !== '') return undefined;
  return { start: first.key.start, end: first.key.start, text: `${line}${eol(text)}${indent}` };
}

/** The scalar as a double-quoted string. */
export function quoted(node: ScalarNode): Edit {
  return replaceNode(node, JSON.stringify(node.text));
}

/** Offset of the start of the line that holds this offset. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Offset just after the line that holds this offset, its line end included. */
export function lineEnd(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  return at === -1 ? text.length : at + 1;
}

/** The line end that the text uses. */
export function eol(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** A collection's range may run into the blank lines and the indentation after it: its last character that is not blank. */
function lastContent(text: string, node: Node): number {
  let end = node.end;
  while (end > node.start && /\s/.test(text[end - 1] ?? '')) end -= 1;
  return end;
}
