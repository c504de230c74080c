/**
 * Reads PromQL with the parser of the Prometheus project: which series, labels and functions a text names, where, and
 * what cannot be read. Never throws.
 */
import { parser } from '@prometheus-io/lezer-promql';
import type { Span } from '../engine/text/span.ts';
import { brokenString } from './strings.ts';
import { queriesAround, queriesIn } from './queries.ts';
import { tokenizePromql, isTooDeepPromql } from './tokens.ts';
import { PromqlCollector, type FunctionCall, type GroupingClause, type Selector } from './collect.ts';
import { explainError, type PromqlSyntaxError } from './syntaxError.ts';

/** Longer texts are not looked at. */
export const maxPromql = 100_000;

/** All that a text of PromQL says, as far as it can be read. */
export interface PromqlText {
  readonly text: string;
  readonly selectors: readonly Selector[];
  readonly calls: readonly FunctionCall[];
  readonly groupings: readonly GroupingClause[];
  readonly problems: readonly PromqlSyntaxError[];
}

/** More queries in one text are not read. */
const maxQueries = 500;

/**
 * It stops where a query cannot be read, instead of making the best of it: that could take seconds, and of such a query
 * nothing is certain.
 */
const strict = parser.configure({ strict: true });

/**
 * Reads a text: one query, or several with an empty line between. Of one that is too long or nested too deeply nothing
 * is said.
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
  // Comments and blanks ask for nothing.
  if (/^(?:\s|#[^\n]*(?:\n|$))*$/.test(query)) return { text, selectors: [], calls: [], groupings: [], problems: [] };
  const tree = parse(query);
  const stuck = typeof tree === 'number' ? start + tree : undefined;
  const first =
    brokenStringIn(text, { start, end: stuck ?? end }) ??
    (stuck === undefined ? undefined : explainError(text, { start, end }, stuck));
  // One problem of a query: what follows the first is mostly its echo, and nothing else is certain.
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

/** The tree of a query, or where the parser could not go on. */
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

/** The first string that Prometheus refuses, of those that begin in this stretch. */
function brokenStringIn(text: string, { start, end }: Span): PromqlSyntaxError | undefined {
  for (const token of tokenizePromql(text, start)) {
    if (token.start > end) return undefined;
    const problem = token.kind === 'string' ? brokenString(token) : undefined;
    if (problem !== undefined) return problem;
  }
  return undefined;
}
