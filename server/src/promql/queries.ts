/** Splits a file into its queries. Blank lines separate queries. */
import type { Span } from '../engine/text/span.ts';
import { tokenizePromql } from './tokens.ts';

/** Operators and punctuation that continue a query across a blank line. */
const goesOn = /^(?:[-+*/%^,=<>!]|[=!<>]=|[=!]~)$/;
const wordsBetween = new Set([
  'and',
  'or',
  'unless',
  'by',
  'without',
  'on',
  'ignoring',
  'group_left',
  'group_right',
  'offset',
  'bool',
  'atan2',
]);

/** Returns the spans of the queries in a text. Omits comments before a query. */
export function queriesIn(text: string): readonly Span[] {
  return cut(text, { start: 0, end: text.length }, false);
}

/**
 * Splits a range at every blank line. The range contains an unclosed bracket, so it also includes the queries after
 * that bracket. Returns undefined unless exactly one part has unbalanced brackets, because the blank lines might then
 * belong to a single query.
 */
export function queriesAround(text: string, stretch: Span): readonly Span[] | undefined {
  const parts = cut(text, stretch, true);
  const open = parts.filter((part) => !isBalanced(text, part));
  return parts.length > 1 && open.length === 1 ? parts : undefined;
}

function isBalanced(text: string, { start, end }: Span): boolean {
  let depth = 0;
  for (const { kind, text: sign } of tokenizePromql(text.slice(0, end), start)) {
    if (kind !== 'sign') continue;
    depth += '([{'.includes(sign) ? 1 : ')]}'.includes(sign) ? -1 : 0;
    if (depth < 0) return false;
  }
  return depth === 0;
}

function cut(text: string, { start, end }: Span, inBrackets: boolean): readonly Span[] {
  const found: { start: number; end: number }[] = [];
  let depth = 0;
  let last: { readonly end: number; readonly text: string } | undefined;
  for (const token of tokenizePromql(text.slice(0, end), start)) {
    const current = found.at(-1);
    if (token.kind === 'comment') continue;
    const apart =
      last !== undefined &&
      (inBrackets || depth === 0) &&
      isApart(text, last.end, token.start) &&
      !joins(last.text) &&
      !joins(token.text);
    if (current === undefined || apart) found.push({ start: token.start, end: token.end });
    else current.end = token.end;
    if (token.kind === 'sign' && '([{'.includes(token.text)) depth += 1;
    if (token.kind === 'sign' && ')]}'.includes(token.text)) depth = Math.max(0, depth - 1);
    last = token;
  }
  return found;
}

function isApart(text: string, from: number, to: number): boolean {
  return /\n[ \t]*\r?\n/.test(text.slice(from, to));
}

function joins(word: string): boolean {
  return goesOn.test(word) || wordsBetween.has(word.toLowerCase());
}
