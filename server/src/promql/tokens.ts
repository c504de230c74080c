/** PromQL in words, for what is being written and cannot be parsed yet. Reads everything, and never goes back. */
import type { Span } from '../engine/text/span.ts';

export interface PromqlToken extends Span {
  readonly kind: 'name' | 'number' | 'string' | 'comment' | 'sign';
  readonly text: string;
  /** A string that does not end. */
  readonly open?: true;
}

/** A name, a number or duration, a string, a comment, an operator of two signs, any other sign; blanks are left out. */
const token =
  /([A-Za-z_:][\w:]*)|((?:\d|\.\d)[\w.]*)|("(?:[^"\\\n]|\\[^])*("?)|'(?:[^'\\\n]|\\[^])*('?)|`[^`]*(`?))|(#[^\n]*)|([=!<>]=|[=!]~|[^\s])/y;
const blanks = /\s*/y;

/** The words of a text from an offset on. */
export function* tokenizePromql(text: string, from = 0): Generator<PromqlToken, void> {
  // Of its own: where an expression stands is kept in it.
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

/** Nobody nests deeper. */
const maxDepth = 200;

/** Is the text nested deeper than anybody writes? */
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
