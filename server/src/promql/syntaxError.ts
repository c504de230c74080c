/** Explains parser errors and locates them. */
import * as l10n from '@vscode/l10n';
import type { Span } from '../engine/text/span.ts';
import { promqlAggregations, promqlFunctions } from './functions.ts';
import { findNearestName } from '../engine/text/nearestName.ts';
import { findPromqlCursor, type PromqlCursor } from './promqlCursor.ts';
import { tokenizePromql, type PromqlToken } from './tokens.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';

/** Text that Prometheus rejects. */
export interface PromqlSyntaxError extends Span {
  readonly message: string;
  /** Replacement for the span. Set only if nothing else can be intended. */
  readonly replacement?: string;
  /** True if the parser doesn't recognize the name, but an older or newer Prometheus might. */
  readonly unsure?: true;
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const curly = /[\u201C\u201D\u201E\u2018\u2019\u201A]/;

/**
 * Explains why the parser stopped.
 *
 * @param query span of the query in the text
 * @param stuck offset after which the parser stopped
 */
export function explainError(text: string, query: Span, stuck: number): PromqlSyntaxError {
  const tokens = [...tokenizePromql(text.slice(0, query.end), query.start)].filter(({ kind }) => kind !== 'comment');
  const quote = tokens.find(({ text: sign }) => curly.test(sign));
  if (quote !== undefined)
    return {
      start: quote.start,
      end: quote.end,
      message: l10n.t`Typographic quotation marks aren't valid in PromQL. Use " or '.`,
    };
  const unclosed = firstUnclosed(tokens);
  const here = tokens.find(({ end }) => end > stuck);
  if (here === undefined) {
    if (unclosed !== undefined)
      return {
        start: unclosed.start,
        end: unclosed.end,
        message: l10n.t`The ${unclosed.text} isn't closed. Add ${closing[unclosed.text] ?? ''}.`,
      };
    const last = tokens.at(-1) ?? { start: query.start, end: query.end, text: '' };
    return {
      start: last.start,
      end: last.end,
      message: l10n.t`The query is incomplete: something is missing after ${last.text}.`,
    };
  }
  const name = unknownFunction(tokens, here);
  if (name !== undefined) return unknownFunctionProblem(name);
  if (')]}'.includes(here.text)) {
    const empty = tokens[tokens.indexOf(here) - 1];
    const opens = isOpenedAt(tokens, here);
    if (!opens) return at(here, l10n.t`This ${here.text} has no matching opening bracket.`);
    return at(
      here,
      empty === undefined
        ? l10n.t`The query is incomplete: something is missing before ${here.text}.`
        : l10n.t`The query is incomplete: something is missing after ${empty.text}.`,
    );
  }
  return at(
    here,
    unexpected(
      sanitizeQuote(here.text, 40),
      findPromqlCursor(text.slice(query.start, query.end), here.start - query.start).at,
      here.kind,
    ),
  );
}

function at({ start, end }: Span, message: string): PromqlSyntaxError {
  return { start, end, message };
}

/** Returns the message for an unexpected token, with a suggestion if the context indicates one. */
function unexpected(word: string, around: PromqlCursor['at'], kind: PromqlToken['kind']): string {
  if (kind === 'name' && around === 'value') return l10n.t`Unexpected ${word}. Enclose label values in quotes.`;
  if (around === 'match operator' || around === 'behind a matcher' || around === 'grouping')
    return l10n.t`Unexpected ${word}. A comma might be missing before it.`;
  if (kind === 'name' && around === 'operator') return l10n.t`Unexpected ${word}. An operator is missing before it.`;
  return l10n.t`Unexpected ${word}.`;
}

/** Returns the name before `(` where the parser stopped, if it isn't a known function. */
function unknownFunction(tokens: readonly PromqlToken[], here: PromqlToken): PromqlToken | undefined {
  const index = tokens.indexOf(here);
  const name = here.text === '(' ? tokens[index - 1] : here;
  const behind = here.text === '(' ? here : tokens[index + 1];
  if (
    name?.kind !== 'name' ||
    behind?.text !== '(' ||
    promqlFunctions.has(name.text) ||
    promqlAggregations.has(name.text.toLowerCase())
  )
    return undefined;
  return name;
}

/**
 * Functions of other PromQL implementations that are similar to Prometheus functions, so a typo is less likely.
 * Source: thanos-io/promql-engine (`xrate`, `xincrease`, `xdelta`), VictoriaMetrics docs/MetricsQL.md.
 */
const ofOthers: ReadonlySet<string> = new Set(
  'xrate xincrease xdelta ideriv sum2 sum2_over_time tmin_over_time tmax_over_time mode_over_time quantiles quantiles_over_time histogram_quantiles'.split(
    ' ',
  ),
);

function unknownFunctionProblem({ start, end, text }: PromqlToken): PromqlSyntaxError {
  const close = findNearestName(text, [...promqlFunctions.keys(), ...promqlAggregations.keys()]);
  if (close?.sure !== true || ofOthers.has(text.toLowerCase()))
    return {
      start,
      end,
      message: l10n.t`Unknown function ${sanitizeQuote(text, 40)}. Another Prometheus version or a proxy in front of Prometheus might support it.`,
      unsure: true,
    };
  return {
    start,
    end,
    message: l10n.t`Unknown function ${sanitizeQuote(text, 40)}. Did you mean ${close.name}?`,
    replacement: close.name,
  };
}

/** Returns the innermost bracket that isn't closed by the end of the tokens. */
function firstUnclosed(tokens: readonly PromqlToken[]): PromqlToken | undefined {
  const open: PromqlToken[] = [];
  for (const token of tokens) {
    if (token.kind !== 'sign') continue;
    if (token.text in closing) open.push(token);
    else if (')]}'.includes(token.text)) open.pop();
  }
  return open.at(-1);
}

function isOpenedAt(tokens: readonly PromqlToken[], close: PromqlToken): boolean {
  let depth = 0;
  for (const token of tokens) {
    if (token === close) return depth > 0;
    if (token.kind !== 'sign') continue;
    if (token.text in closing) depth += 1;
    else if (')]}'.includes(token.text)) depth = Math.max(0, depth - 1);
  }
  return false;
}
