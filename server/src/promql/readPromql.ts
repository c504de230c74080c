/**
 * Reads PromQL with the Prometheus parser and returns the series, labels, functions, and syntax errors with their
 * positions. Never throws.
 */
import { parser } from '@prometheus-io/lezer-promql';
import type { Span } from '../engine/text/span.ts';
import { brokenString } from './strings.ts';
import { queriesAround, queriesIn } from './queries.ts';
import { tokenizePromql, isTooDeepPromql } from './tokens.ts';
import { PromqlCollector, type FunctionCall, type GroupingClause, type Selector } from './collect.ts';
import { explainError, type PromqlSyntaxError } from './syntaxError.ts';

/** Maximum length of a text to read, in UTF-16 code units. */
export const maxPromql = 100_000;

/** The readable parts of parsed PromQL. */
export interface PromqlText {
  readonly text: string;
  readonly selectors: readonly Selector[];
  readonly calls: readonly FunctionCall[];
  readonly groupings: readonly GroupingClause[];
  readonly problems: readonly PromqlSyntaxError[];
}

/** Maximum number of queries to read in one text. */
const maxQueries = 500;

/**
 * Parser that stops at the first error instead of recovering. Recovery can take seconds, and its result is uncertain.
 */
const strict = parser.configure({ strict: true });

/**
 * Reads a text with one query, or several separated by blank lines. Returns an empty result if the text is too long or
 * too deeply nested.
 */
export function readPromql(text: string): PromqlText {
  if (text.length > maxPromql || isTooDeepPromql(text))
    return { text, selectors: [], calls: [], groupings: [], problems: [] };
  const whole = readQuery(text, { start: 0, end: text.length });
  if (whole.problems.length === 0) return whole;
  const queries = queriesIn(text);
  const read = queries.slice(0, maxQueries).flatMap((query) => {
    const one = queries.length === 1 ? whole : readQuery(text, query);
    const apart = one.problems.length === 0 ? undefined : queriesAround(text, query);
    return apart === undefined ? [one] : apart.slice(0, maxQueries).map((each) => readQuery(text, each));
  });
  return {
    text,
    selectors: read.flatMap(({ selectors }) => selectors),
    calls: read.flatMap(({ calls }) => calls),
    groupings: read.flatMap(({ groupings }) => groupings),
    problems: read.flatMap(({ problems }) => problems),
  };
}

function readQuery(text: string, { start, end }: Span): PromqlText {
  const query = text.slice(start, end);
  // Comments and whitespace aren't a query.
  if (/^(?:\s|#[^\n]*(?:\n|$))*$/.test(query)) return { text, selectors: [], calls: [], groupings: [], problems: [] };
  const tree = parse(query);
  const stuck = typeof tree === 'number' ? start + tree : undefined;
  const first =
    brokenStringIn(text, { start, end: stuck ?? end }) ??
    (stuck === undefined ? undefined : explainError(text, { start, end }, stuck));
  // Only one problem is reported per query. Later problems usually result from the first, and nothing else is certain.
  if (first !== undefined || typeof tree === 'number')
    return { text, selectors: [], calls: [], groupings: [], problems: first === undefined ? [] : [first] };
  const collector = new PromqlCollector(text);
  tree.iterate({
    enter: ({ name, from, to }) => collector.enter(name, start + from, start + to),
    leave: ({ name }) => collector.leave(name),
  });
  const { selectors, calls, groupings } = collector;
  return { text, selectors, calls, groupings, problems: [] };
}

/** Returns the tree of a query, or the offset where the parser stopped. */
function parse(query: string): ReturnType<typeof parser.parse> | number {
  const parsing = strict.startParse(query);
  try {
    for (;;) {
      const tree = parsing.advance();
      if (tree !== null) return tree;
    }
  } catch (error) {
    if (error instanceof SyntaxError) return parsing.parsedPos;
    throw error;
  }
}

/** Returns the first string that starts in this range and that Prometheus rejects. */
function brokenStringIn(text: string, { start, end }: Span): PromqlSyntaxError | undefined {
  for (const token of tokenizePromql(text, start)) {
    if (token.start > end) return undefined;
    const problem = token.kind === 'string' ? brokenString(token) : undefined;
    if (problem !== undefined) return problem;
  }
  return undefined;
}
