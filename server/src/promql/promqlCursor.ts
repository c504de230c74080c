/** Determines what can be entered at a position in incomplete PromQL, from the tokens before it. */
import type { Span } from '../engine/text/span.ts';
import { tokenizePromql, type PromqlToken } from './tokens.ts';

/** What can be entered at a position. The span covers the token that is already started there. */
export type PromqlCursor = Span &
  (
    | { readonly at: 'series' }
    /** After a complete expression: an operator or a keyword such as `by` follows. */
    | { readonly at: 'operator' }
    | { readonly at: 'matcher'; readonly series: string | undefined }
    | { readonly at: 'match operator' }
    | { readonly at: 'behind a matcher' }
    | { readonly at: 'value'; readonly series: string | undefined; readonly label: string; readonly quoted: boolean }
    | { readonly at: 'grouping' }
    | { readonly at: 'duration' }
    | { readonly at: 'nothing' }
  );

interface Opened {
  readonly sign: string;
  readonly before: PromqlToken | undefined;
}

const grouping = new Set(['by', 'without', 'on', 'ignoring', 'group_left', 'group_right']);

/** Returns what can be entered at this offset. */
export function findPromqlCursor(text: string, offset: number): PromqlCursor {
  const opened: Opened[] = [];
  let last: PromqlToken | undefined;
  let beforeLast: PromqlToken | undefined;
  let here: PromqlToken | undefined;
  for (const token of tokenizePromql(text)) {
    // A name that ends at the offset is still being typed. After punctuation, a new token starts.
    if (token.start >= offset) break;
    if (
      token.end > offset ||
      (token.end === offset &&
        (token.kind === 'name' || token.kind === 'number' || token.open === true || token.kind === 'comment'))
    ) {
      here = token;
      break;
    }
    if (token.kind === 'comment') continue;
    if (token.kind === 'sign' && '([{'.includes(token.text)) opened.push({ sign: token.text, before: last });
    else if (token.kind === 'sign' && ')]}'.includes(token.text)) opened.pop();
    beforeLast = last;
    last = token;
  }
  const span = here === undefined ? { start: offset, end: offset } : { start: here.start, end: here.end };
  if (here?.kind === 'comment') return { at: 'nothing', ...span };
  const inner = opened.at(-1);
  if (here?.kind === 'string') return inString(inner, last, beforeLast, here, text, offset);
  if (inner?.sign === '{') return inBraces(inner, last, beforeLast, span);
  if (inner?.sign === '[') return { at: 'duration', ...span };
  if (here?.kind === 'number' || last?.text.toLowerCase() === 'offset')
    return { at: last?.text.toLowerCase() === 'offset' ? 'duration' : 'nothing', ...span };
  if (inner?.sign === '(' && inner.before !== undefined && grouping.has(inner.before.text.toLowerCase()))
    return { at: 'grouping', ...span };
  if (here?.kind === 'sign') return { at: 'nothing', start: offset, end: offset };
  const complete =
    last !== undefined &&
    (last.kind === 'name' || last.kind === 'number' || last.kind === 'string' || ')]}'.includes(last.text));
  const word = last?.text.toLowerCase() ?? '';
  const joins = /^(?:and|or|unless|bool)$/.test(word) || closesGrouping(text, last);
  // A blank line can separate two queries.
  const apart = last !== undefined && opened.length === 0 && /\n[ \t]*\r?\n/.test(text.slice(last.end, span.start));
  return { at: complete && !joins && !apart ? 'operator' : 'series', ...span };
}

/**
 * Returns whether a grouping such as `by (a)` ends here. The grouped expression follows it or precedes it, so series
 * are offered.
 */
function closesGrouping(text: string, last: PromqlToken | undefined): boolean {
  return (
    last?.text === ')' &&
    /\b(?:by|without|on|ignoring|group_left|group_right)\s*\([\w\s,]*$/i.test(
      text.slice(Math.max(0, last.start - 500), last.start),
    )
  );
}

const matching = new Set(['=', '!=', '=~', '!~']);

function inBraces(
  { before }: Opened,
  last: PromqlToken | undefined,
  beforeLast: PromqlToken | undefined,
  span: Span,
): PromqlCursor {
  const series = before?.kind === 'name' ? before.text : undefined;
  if (last === undefined || last.text === '{' || last.text === ',') return { at: 'matcher', series, ...span };
  if (matching.has(last.text)) return { at: 'value', series, label: beforeLast?.text ?? '', quoted: false, ...span };
  return {
    at: last.kind === 'name' ? 'match operator' : last.kind === 'string' ? 'behind a matcher' : 'nothing',
    ...span,
  };
}

/**
 * Returns the context in a string. The span excludes the quotation marks. An unclosed string ends at the end of its
 * current word.
 */
function inString(
  inner: Opened | undefined,
  last: PromqlToken | undefined,
  beforeLast: PromqlToken | undefined,
  here: PromqlToken,
  text: string,
  offset: number,
): PromqlCursor {
  const start = here.start + 1;
  const end =
    here.open === true
      ? Math.max(offset, start + (/^[\w.:+/-]*/.exec(text.slice(start, here.end))?.[0].length ?? 0))
      : here.end - 1;
  if (inner?.sign !== '{' || last === undefined || !matching.has(last.text)) return { at: 'nothing', start, end };
  const series = inner.before?.kind === 'name' ? inner.before.text : undefined;
  return { at: 'value', series, label: beforeLast?.text ?? '', quoted: true, start, end };
}
