/**
 * Compiles `=` and `:=`. Determines which side contains the pattern whose variables are bound, and which parts are only
 * compared.
 */
import type { Span } from '#server/engine/text/span.ts';
import type { Term } from '../syntax/ast.ts';
import { binds, createDeclaration, createPattern, type PatternTerms } from './compilePattern.ts';
import type { CompileScope } from './compileScope.ts';
import { formatValue } from '../values/formatValue.ts';
import { parseNumber } from '../values/numbers.ts';
import type { Pair } from './program.ts';
import { listPatternVariables } from '../syntax/scopes.ts';
import { compareValues, type RegoValue } from '../values/values.ts';

interface Assignment {
  readonly operator: string;
  readonly left: Term;
  readonly right: Term;
}

const incompatible =
  'incompatible destructuring patterns: both sides must be arrays or objects with matching structure';

/** Returns the pairs of patterns and values in evaluation order. */
export const planAssignment = (
  { operator, left, right }: Assignment,
  scope: CompileScope,
  terms: PatternTerms,
): readonly Pair[] => {
  if (operator === ':=') {
    // The value is compiled first, because it can't use the new variables.
    const value = terms.term(right, scope);
    const pattern = createDeclaration(left, scope, terms);
    if (!binds(pattern))
      throw terms.stop('assignment operator := requires left-hand side to have bindable variables', left);
    checkStructure(left, right, terms);
    return [{ pattern, value }];
  }
  if (isWildcard(left) || isWildcard(right))
    return [{ pattern: { kind: 'any' }, value: terms.term(isWildcard(left) ? right : left, scope) }];
  const [bindsLeft, bindsRight] = [wouldBind(left, scope), wouldBind(right, scope)];
  if (bindsLeft && bindsRight) return ordered(flatten(left, right, scope, new Set(), terms), scope, terms);
  if (bindsRight) {
    checkStructure(right, left, terms);
    return [pairOf(right, left, scope, terms)];
  }
  if (bindsLeft) checkStructure(left, right, terms);
  return [pairOf(left, right, scope, terms)];
};

const isWildcard = (term: Term): boolean => term.kind === 'variable' && term.name === '_';

const pairOf = (pattern: Term, value: Term, scope: CompileScope, terms: PatternTerms): Pair => {
  const compiled = terms.term(value, scope);
  return wouldBind(pattern, scope)
    ? { pattern: createPattern(pattern, scope, terms), value: compiled }
    : { pattern: { kind: 'equal', to: terms.term(pattern, scope) }, value: compiled };
};

const wouldBind = (term: Term, scope: CompileScope, known: ReadonlySet<string> = new Set()): boolean => {
  switch (term.kind) {
    case 'variable':
      return term.name === '_' || (scope.find(term.name)?.kind === 'unbound' && !known.has(term.name));
    case 'array':
      return term.items.some((item) => wouldBind(item, scope, known));
    case 'object':
      return term.entries.some(({ value }) => wouldBind(value, scope, known));
    default:
      return false;
  }
};

interface TermPair {
  readonly pattern: Term;
  readonly value: Term;
}

/** Splits an assignment with unbound variables on both sides into pairs with unbound variables on only one side. */
const flatten = (
  left: Term,
  right: Term,
  scope: CompileScope,
  known: Set<string>,
  terms: PatternTerms,
): readonly TermPair[] => {
  const [bindsLeft, bindsRight] = [wouldBind(left, scope, known), wouldBind(right, scope, known)];
  if (!bindsLeft && !bindsRight) return [{ pattern: left, value: right }];
  if ((left.kind === 'array' && right.kind === 'object') || (left.kind === 'object' && right.kind === 'array'))
    throw terms.stop(incompatible, left);
  if (left.kind === 'array' && right.kind === 'array') {
    if (left.items.length !== right.items.length) throw terms.stop('mismatch in number of array elements', left);
    return left.items.flatMap((item, index) => flatten(item, right.items[index] ?? item, scope, known, terms));
  }
  if (left.kind === 'object' && right.kind === 'object') {
    const pairs = matchingEntries(left, right, terms);
    if (pairs !== undefined) return pairs.flatMap(({ pattern, value }) => flatten(pattern, value, scope, known, terms));
  }
  if (bindsLeft && bindsRight) throw terms.stop(incompatible, left);
  const pair = bindsLeft ? { pattern: left, value: right } : { pattern: right, value: left };
  for (const { name } of listPatternVariables(pair.pattern)) known.add(name);
  return [pair];
};

/** Orders the pairs so that each value comes before the pairs that need it. */
const ordered = (pairs: readonly TermPair[], scope: CompileScope, terms: PatternTerms): readonly Pair[] => {
  const plan: Pair[] = [];
  let waiting = pairs;
  while (waiting.length > 0) {
    const at = waiting.findIndex(({ value }) => !needsUnbound(value, scope));
    const next = waiting[at < 0 ? 0 : at];
    if (next === undefined) break;
    plan.push(pairOf(next.pattern, next.value, scope, terms));
    waiting = waiting.filter((pair) => pair !== next);
  }
  return plan;
};

const needsUnbound = (term: Term, scope: CompileScope): boolean =>
  listPatternVariables(term).some(({ name }) => name !== '_' && scope.find(name)?.kind === 'unbound');

const literalKey = (term: Term): RegoValue | undefined => {
  if (term.kind !== 'scalar') return undefined;
  return typeof term.value === 'object' && term.value !== null ? parseNumber(term.value.number) : term.value;
};

type ObjectTerm = Extract<Term, { kind: 'object' }>;

/** Returns the entries if all keys are literals. Otherwise, returns undefined. */
const literalKeys = ({ entries }: ObjectTerm): readonly (readonly [RegoValue, Term, Span])[] | undefined => {
  const keys: (readonly [RegoValue, Term, Span])[] = [];
  for (const { key, value } of entries) {
    const literal = literalKey(key);
    if (literal === undefined) return undefined;
    keys.push([literal, value, key]);
  }
  return keys;
};

const matchingEntries = (left: ObjectTerm, right: ObjectTerm, terms: PatternTerms): readonly TermPair[] | undefined => {
  const [own, others] = [literalKeys(left), literalKeys(right)];
  if (own === undefined || others === undefined) return undefined;
  if (own.length !== others.length) {
    throw terms.stop(
      `object field count mismatch in assignment: left has ${own.length} fields, right has ${others.length} fields`,
      left,
    );
  }
  return others.map(([key, value, span]) => {
    const pattern = own.find(([name]) => compareValues(name, key) === 0)?.[1];
    if (pattern === undefined)
      throw terms.stop(`key "${formatValue(key)}" not found in left-hand side object during destructuring`, span);
    return { pattern, value };
  });
};

const showKeys = (keys: readonly (readonly [RegoValue, Term, Span])[]): string =>
  `[${keys.map(([key]) => JSON.stringify(formatValue(key))).join(', ')}]`;

/** Rejects a pattern and a value that can never match, because both are literals with different structures. */
const checkStructure = (pattern: Term, value: Term, terms: PatternTerms): void => {
  if ((pattern.kind === 'array' && value.kind === 'object') || (pattern.kind === 'object' && value.kind === 'array'))
    throw terms.stop(incompatible, pattern);
  const mismatch = structureMismatch(pattern, value);
  if (mismatch !== 'matches' && mismatch !== 'unknown') throw terms.stop(mismatch.message, mismatch.span);
};

/** Describes why a value doesn't match a pattern. Compares only the parts of both that are literals. */
export const structureMismatch = (
  pattern: Term,
  value: Term,
): 'matches' | 'unknown' | { readonly message: string; readonly span: Span } => {
  if (pattern.kind === 'array' && value.kind === 'array') {
    if (pattern.items.length !== value.items.length)
      return { message: 'mismatch in number of array elements', span: value };
    return firstMismatch(pattern.items.map((item, index) => [item, value.items[index] ?? item]));
  }
  if (pattern.kind !== 'object' || value.kind !== 'object') return 'unknown';
  const literal = pattern.entries.flatMap((entry) => (literalKey(entry.key) === undefined ? [] : [entry]));
  const own = literalKeys({ ...pattern, entries: literal }) ?? [];
  if (own.length === 0) return pattern.entries.length === 0 ? 'matches' : 'unknown';
  const others =
    literalKeys({ ...value, entries: value.entries.filter(({ key }) => literalKey(key) !== undefined) }) ?? [];
  const sorted = (keys: typeof own): string =>
    keys
      .map(([key]) => JSON.stringify(formatValue(key)))
      .toSorted()
      .join();
  if (sorted(own) !== sorted(others)) {
    return {
      message: `object literal keys mismatch. Expected keys ${showKeys(own)} got ${showKeys(others)}.`,
      span: value,
    };
  }
  const pairs = others.flatMap(([key, item]): (readonly [Term, Term])[] => {
    const below = own.find(([name]) => compareValues(name, key) === 0)?.[1];
    return below === undefined ? [] : [[below, item]];
  });
  const result = firstMismatch(pairs);
  return result === 'matches' && literal.length < pattern.entries.length ? 'unknown' : result;
};

const firstMismatch = (pairs: readonly (readonly [Term, Term])[]): ReturnType<typeof structureMismatch> => {
  for (const [pattern, value] of pairs) {
    const result = structureMismatch(pattern, value);
    if (result !== 'matches') return result;
  }
  return 'matches';
};
