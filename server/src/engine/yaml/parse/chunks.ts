/**
 * Splits a file at its document markers. Parsing takes nearly all the time and validation almost none, so documents
 * that didn't change aren't parsed again. According to the YAML specification, `---` and `...` at the start of a line
 * are always markers, regardless of the context.
 */

/** A YAML document of a file: its text and its offset in the file. */
export interface Chunk {
  readonly text: string;
  readonly start: number;
}

/** Returns the documents of a file, in order. Together they contain the complete text. */
export function splitDocuments(text: string): Chunk[] {
  const cuts = [...markers(text, '---').map((at) => at), ...markers(text, '...').map((at) => endOfLine(text, at))];
  cuts.sort((a, b) => a - b);
  const chunks: Chunk[] = [];
  let start = 0;
  for (const cut of cuts) {
    // A part with only comments, empty lines, and directives belongs to the next document.
    if (cut <= start || (cut < text.length && !hasContent(text, start, cut))) continue;
    chunks.push({ text: text.slice(start, cut), start });
    start = cut;
  }
  chunks.push({ text: text.slice(start), start });
  return chunks;
}

function markers(text: string, marker: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(marker); at !== -1; at = text.indexOf(marker, at + 3)) {
    if (isLineStart(text, at) && isBlank(text.charCodeAt(at + 3))) found.push(at);
  }
  return found;
}

function isLineStart(text: string, at: number): boolean {
  if (at === 0 || (at === 1 && text.charCodeAt(0) === 0xfeff)) return true;
  const before = text.charCodeAt(at - 1);
  return before === 0x0a || before === 0x0d;
}

/** Returns whether a character is whitespace, a line break, or the end of the text (NaN). */
function isBlank(code: number): boolean {
  return Number.isNaN(code) || code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}

/** Returns the offset after the line break, which can also be a single CR. */
function endOfLine(text: string, at: number): number {
  for (let end = at; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === 0x0a) return end + 1;
    if (code === 0x0d) return text.charCodeAt(end + 1) === 0x0a ? end + 2 : end + 1;
  }
  return text.length;
}

function hasContent(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at = endOfLine(text, at)) {
    const line = text
      .slice(at, Math.min(endOfLine(text, at), end))
      .replace(/^\uFEFF/, '')
      .trim();
    if (line !== '' && !line.startsWith('#') && !line.startsWith('%')) return true;
  }
  return false;
}
