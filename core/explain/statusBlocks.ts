/**
 * Finds status blocks of a KataConfig in other text, as the OSC documentation prints them. A block starts at
 * `conditions:`, `kataNodes:`, or `status:` and continues while the lines look like YAML.
 */
import type { TextRange } from '../text/parsedText.ts';

/** Maximum number of blocks in one text, and of lines in one block. */
const most = 200;
const mostLines = 2000;
/** Maximum number of lines in a runtime class. */
const mostClassLines = 60;

/** Lines that start a block. The documentation prints the runtime class with its kind first. */
const startsBlock = /^\s{0,60}(?:(?:conditions|kataNodes|status):|kind: RuntimeClass)\s{0,60}$/;

export function blocksIn(text: string): readonly TextRange[] {
  const lines = text.split('\n', 100_000);
  const found: TextRange[] = [];
  let at = 0;
  let open: { start: number; readonly indent: number; readonly most: number; lines: number } | undefined;
  for (const line of lines) {
    const indent = line.length - line.trimStart().length;
    if (open !== undefined && (indent < open.indent || open.lines >= open.most || !isYaml(line))) {
      found.push({ start: open.start, end: at });
      open = undefined;
    }
    if (open !== undefined) open.lines += 1;
    else if (startsBlock.test(line))
      open = { start: at, indent, lines: 1, most: line.includes('kind:') ? mostClassLines : mostLines };
    at += line.length + 1;
    if (found.length >= most) return found;
  }
  return open === undefined ? found : [...found, { start: open.start, end: Math.min(at, text.length) }];
}

/** Returns whether a line looks like YAML: `key:`, `key: value`, or `- item`. */
function isYaml(line: string): boolean {
  return /^\s*(?:- \S|-?\s*[a-zA-Z]{1,60}:(?:\s|$))/.test(line.slice(0, 300));
}
