/** Reads the lines of a text with their positions. */
import type { TextRange } from '../text/parsedText.ts';

/** A line without its line break. The range excludes the spaces at both ends. */
export interface TextLine extends TextRange {
  readonly text: string;
}

/**
 * Returns the lines one by one, including empty ones.
 * @param most maximum number of lines
 */
export function* linesIn(text: string, most: number): Generator<TextLine> {
  let at = 0;
  for (const line of text.split('\n', most)) {
    const start = at + line.length - line.trimStart().length;
    yield { text: line, start, end: Math.max(start, at + line.trimEnd().length) };
    at += line.length + 1;
  }
}
