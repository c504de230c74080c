/**
 * Maps the characters of a YAML scalar to their positions in the file. Handles quotation marks, escapes, folded lines,
 * and block indentation.
 */
import { getLineEnd } from '#server/engine/findings/edits.ts';
import type { ScalarNode } from './node.ts';
import { TextMapBuilder, type TextMap } from '../text/textMap.ts';

/**
 * Maps the value of a scalar to its text in the file. Positions are exact except for whitespace, which YAML can fold.
 * Returns undefined if the value and the text don't match.
 */
export function mapScalar(source: string, { start, end, style, value }: ScalarNode): TextMap | undefined {
  const text = typeof value === 'string' ? value : '';
  const quote = style === 'quoted' ? source[start] : undefined;
  const builder = new TextMapBuilder();
  let at = quote === undefined ? start : start + 1;
  if (style === 'block') at = Math.max(at, getLineEnd(source, start));
  builder.mark(0, at);
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index] ?? '';
    if (/\s/.test(char)) continue;
    at = pastBlanks(source, at, end, quote);
    const length = lengthOf(source, at, char, quote);
    if (length === undefined || at + length > end) return undefined;
    builder.mark(index, at);
    at += length;
    // Whitespace after the character starts where the character ends, regardless of its length.
    builder.mark(index + 1, at);
  }
  return builder.build(text.length);
}

const blankEscape = /\\(?:[nrt ]|x20|x0[9aAdD]|\r?\n)/y;
const blank = /\s/;

function pastBlanks(source: string, from: number, end: number, quote: string | undefined): number {
  const escape = new RegExp(blankEscape);
  let at = from;
  while (at < end) {
    if (blank.test(source[at] ?? '')) {
      at += 1;
      continue;
    }
    if (quote !== '"' || source[at] !== '\\') break;
    escape.lastIndex = at;
    if (!escape.test(source)) break;
    at = escape.lastIndex;
  }
  return at;
}

/**
 * Returns the number of source characters that represent this character. Returns undefined if they represent a
 * different one.
 */
function lengthOf(source: string, at: number, char: string, quote: string | undefined): number | undefined {
  const here = source[at];
  if (quote === "'" && here === "'") return char === "'" && source[at + 1] === "'" ? 2 : undefined;
  if (quote === '"' && here === '\\') {
    const next = source[at + 1];
    if (next === char && /["\\/]/.test(char)) return 2;
    const hex = { x: 2, u: 4 }[next ?? ''];
    if (hex === undefined) return undefined;
    return String.fromCharCode(Number.parseInt(source.slice(at + 2, at + 2 + hex), 16)) === char ? 2 + hex : undefined;
  }
  return here === char ? 1 : undefined;
}
