/**
 * Determines which parts of a rule the engine evaluates only after a condition that can be false, and which parts it
 * never evaluates.
 */
import { findFirstIndex } from '#core/common/binarySearch.ts';
import type { Query, RegoRule, Statement, Term } from '../rego/syntax/ast.ts';
import { walkUses, type RegoNode } from '../rego/syntax/walk.ts';
import type { Span } from '#server/engine/text/span.ts';

/** The parts of a rule that are evaluated after a condition, sorted and without overlaps. */
export interface ConditionalParts {
  /** Parts after a condition that is always false. */
  readonly never: readonly Span[];
  /** Parts after any other condition. */
  readonly maybe: readonly Span[];
}

/** Effect of a statement on the statements after it. */
type Effect = 'none' | 'maybe' | 'never';

const known = new WeakMap<RegoRule, ConditionalParts>();

/** Returns the parts of a rule that are evaluated after a condition. Caches the result. */
export function findConditionalParts(rule: RegoRule): ConditionalParts {
  const found = known.get(rule) ?? read(rule);
  known.set(rule, found);
  return found;
}

/** Returns whether a span starts in one of these parts. */
export function startsInPart(parts: readonly Span[], { start }: Span): boolean {
  const part = parts[findFirstIndex(parts.length, (index) => (parts[index]?.start ?? start) > start) - 1];
  return part !== undefined && start < part.end;
}

/** Returns whether a query has a condition that might be true or false. */
export function hasCondition(query: Query | undefined): boolean {
  return effectOfQuery(query) === 'maybe';
}

function read(rule: RegoRule): ConditionalParts {
  const never: Span[] = [];
  const maybe: Span[] = [];
  const add = (span: Span, effect: Effect) => {
    if (effect !== 'none') (effect === 'never' ? never : maybe).push(span);
  };
  const addQuery = (query: Query) => {
    let before: Effect = 'none';
    for (const statement of query.statements) {
      add(statement, before);
      before = stronger(before, effectOf(statement));
    }
  };
  // The arguments of a call must match the parameters, and an `else` branch requires that the bodies before it fail.
  if (rule.head.parameters?.some(({ kind }) => kind !== 'variable') === true) add(rule, 'maybe');
  for (const body of rule.bodies.filter(({ isElse }) => isElse)) add(body, 'maybe');
  walkUses({ type: 'rule', node: rule }, (visited) => {
    if (visited.type === 'query') addQuery(visited.node);
    for (const { span, query } of valuesAfter(visited)) add(span, effectOfQuery(query));
  });
  // The value of the head applies to all bodies that aren't `else` branches.
  const effects = rule.bodies.filter(({ isElse }) => !isElse).map(({ query }) => effectOfQuery(query));
  if (effects.length > 0 && effects.every((effect) => effect !== 'none'))
    add(rule.head, effects.every((effect) => effect === 'never') ? 'never' : 'maybe');
  return { never: withoutOverlaps(never), maybe: withoutOverlaps(maybe) };
}

function withoutOverlaps(spans: readonly Span[]): readonly Span[] {
  const parts: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const last = parts.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else parts.push({ start, end });
  }
  return parts;
}

/** Returns the terms that the engine evaluates after a query, although they're written before it. */
function valuesAfter({ type, node }: RegoNode): { readonly span: Span; readonly query: Query | undefined }[] {
  if (type === 'body') return node.value === undefined ? [] : [{ span: node.value, query: node.query }];
  if (type !== 'term') return [];
  switch (node.kind) {
    case 'array comprehension':
    case 'set comprehension':
      return [{ span: node.item, query: node.query }];
    case 'object comprehension':
      return [node.key, node.item].map((span) => ({ span, query: node.query }));
    default:
      return [];
  }
}

function effectOfQuery(query: Query | undefined): Effect {
  return (query?.statements ?? []).map(effectOf).reduce(stronger, 'none');
}

function stronger(one: Effect, other: Effect): Effect {
  if (one === 'never' || other === 'never') return 'never';
  return one === 'maybe' || other === 'maybe' ? 'maybe' : 'none';
}

function effectOf(statement: Statement): Effect {
  if (statement.kind === 'every') return 'maybe';
  if (statement.kind !== 'expression') return 'none';
  const value = constantOf(statement.term);
  if (value !== undefined) {
    const isTrue = statement.not === undefined ? value !== false : value === false;
    return isTrue ? 'none' : 'never';
  }
  return statement.not === undefined && !isCondition(statement.term) ? 'none' : 'maybe';
}

/** Returns whether a term can be false. Output and assignments aren't conditions. */
function isCondition(term: Term): boolean {
  if (term.kind === 'call')
    return term.callee.kind !== 'variable' || (term.callee.name !== 'print' && term.callee.name !== 'trace');
  if (term.kind !== 'binary') return true;
  if (term.operator === ':=') return false;
  // `=` assigns a variable that has no value yet. Whether it has one isn't determined here.
  return term.operator !== '=' || (term.left.kind !== 'variable' && term.right.kind !== 'variable');
}

type Constant = string | number | boolean | null;

/** Returns the value of a scalar or of a comparison of scalars. */
function constantOf(term: Term): Constant | undefined {
  if (term.kind === 'scalar') {
    const { value } = term;
    return value === null || typeof value !== 'object' ? value : Number(value.number);
  }
  if (term.kind !== 'binary') return undefined;
  const left = constantOf(term.left);
  const right = constantOf(term.right);
  if (left === undefined || right === undefined) return undefined;
  if (term.operator === '==' || term.operator === '=') return left === right;
  if (term.operator === '!=') return left !== right;
  return typeof left === 'number' && typeof right === 'number' ? compare(term.operator, left, right) : undefined;
}

function compare(operator: string, left: number, right: number): boolean | undefined {
  switch (operator) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    default:
      return undefined;
  }
}
