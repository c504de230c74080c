/** Splits PromQL into tokens. Also accepts incomplete text that can't be parsed yet, and reads the text in one pass. */
import type { Span } from '../engine/text/span.ts';

export interface PromqlToken extends Span {
  readonly kind: 'name' | 'number' | 'string' | 'comment' | 'sign';
  readonly text: string;
  /** Set if the string isn't closed. */
  readonly open?: true;
}

/**
 * Matches a name, a number or duration, a string, a comment, a two-character operator, or any other character. Skips
 * whitespace.
 */
const token =
  /([A-Za-z_:][\w:]*)|((?:\d|\.\d)[\w.]*)|("(?:[^"\\\n]|\\[^])*("?)|'(?:[^'\\\n]|\\[^])*('?)|`[^`]*(`?))|(#[^\n]*)|([=!<>]=|[=!]~|[^\s])/y;
const blanks = /\s*/y;

/** Yields the tokens of a text, starting at an offset. */
export function* tokenizePromql(text: string, from = 0): Generator<PromqlToken, void> {
  // Sticky expressions store their position, so each call needs its own.
  const word = new RegExp(token);
  const blank = new RegExp(blanks);
  let at = from;
  while (at < text.length) {
    blank.lastIndex = at;
    blank.test(text);
    at = blank.lastIndex;
    word.lastIndex = at;
    const match = word.exec(text);
    if (match === null) return;
    const [whole, name, number, string, double, single, back, comment] = match;
    const end = at + whole.length;
    const span = { start: at, end, text: whole };
    if (name !== undefined) yield { kind: 'name', ...span };
    else if (number !== undefined) yield { kind: 'number', ...span };
    else if (string !== undefined) {
      const ends = (double ?? single ?? back) !== '';
      yield { kind: 'string', ...span, ...(ends ? {} : { open: true as const }) };
    } else yield { kind: comment === undefined ? 'sign' : 'comment', ...span };
    at = end;
  }
}

/** Maximum nesting depth of brackets. */
const maxDepth = 200;

/** Returns whether the brackets of the text are nested too deeply. */
export function isTooDeepPromql(text: string): boolean {
  let depth = 0;
  for (const { kind, text: sign } of tokenizePromql(text)) {
    if (kind !== 'sign') continue;
    if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) depth = Math.max(0, depth - 1);
    if (depth > maxDepth) return true;
  }
  return false;
}
