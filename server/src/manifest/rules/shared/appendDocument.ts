/** Creates the edit of a fix that adds an object to a file. */
import { detectLineEnding } from '#server/engine/findings/edits.ts';
import type { Edit } from '#server/engine/findings/rule.ts';

/**
 * Returns an edit that adds a document with these lines after a document.
 * @param from offset of the end of the document's content
 */
export function appendDocument(text: string, from: number, lines: readonly string[]): Edit {
  const at = endOfDocument(text, from);
  const newline = detectLineEnding(text);
  const added = ['---', ...lines, ''].join(newline);
  return { start: at, end: at, text: `${at === 0 || /[\r\n]/.test(text[at - 1] ?? '') ? '' : newline}${added}` };
}

/**
 * Returns the position before a `...` marker, if there is one. The text after the marker might be a document without
 * `---`, and would otherwise become part of the inserted document.
 */
function endOfDocument(text: string, from: number): number {
  const marker = /(?:^|\n|\r)\.\.\.(?=[ \t\r\n]|$)/.exec(text.slice(from));
  return marker === null ? text.length : from + marker.index + marker[0].length - '...'.length;
}
