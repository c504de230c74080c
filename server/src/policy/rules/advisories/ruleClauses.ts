/** Splits the rules of a policy into clauses, and finds the clauses of a name. */
import type { Module, Query, RegoRule, Statement, Term } from '../../rego/syntax/ast.ts';
import type { Span } from '#server/engine/text/span.ts';
import { readRules } from '#server/policy/sharing/dataReads.ts';
import { getRuleNameNode } from '../policyAnalysis.ts';

/** One way to satisfy a rule: one body, or none for a rule without a body. */
export interface RuleClause {
  readonly rule: RegoRule;
  readonly parameters: readonly Term[];
  readonly query: Query | undefined;
  /** Bodies that fail before an `else` branch is evaluated. */
  readonly failed: readonly Query[];
  /** Result of the clause. */
  readonly value: Term | undefined;
  /** Position to report. */
  readonly span: Span;
}

/** The clauses of a name. */
interface NamedRule {
  readonly clauses: readonly RuleClause[];
  /** True if a default other than `false` applies when all clauses fail. */
  readonly hasDefault: boolean;
  /** Value of a rule that is a constant, such as `limit := 3`. */
  readonly constant: Term | undefined;
}

/** The rules of a policy by name. */
export type NamedRules = ReadonlyMap<string, NamedRule>;

const known = new WeakMap<Module, NamedRules>();

/** Returns the rules of a policy. Caches the result. */
export function collectRules(module: Module): NamedRules {
  const found = known.get(module) ?? read(module);
  known.set(module, found);
  return found;
}

function read(module: Module): NamedRules {
  const byName = new Map<string, RegoRule[]>();
  for (const rule of module.rules) {
    const name = getRuleNameNode(rule)?.name;
    if (name === undefined) continue;
    const others = byName.get(name);
    if (others === undefined) byName.set(name, [rule]);
    else others.push(rule);
  }
  return new Map(
    [...byName].map(([name, rules]) => [
      name,
      readRules(
        rules,
        () => 'clauses',
        toNamedRule,
        // Findings depend only on the number of clauses: data has no conditions, and reads of its terms are recorded.
        ({ clauses, hasDefault }) => `${clauses.length} ${hasDefault}`,
      ),
    ]),
  );
}

function toNamedRule(rules: readonly RegoRule[]): NamedRule {
  const own = rules.filter(({ isDefault }) => !isDefault);
  const [only] = own;
  const isConstant =
    own.length === 1 &&
    only?.bodies.length === 0 &&
    only.head.ref.kind === 'variable' &&
    only.head.parameters === undefined;
  return {
    clauses: own.flatMap(clausesOf),
    hasDefault: rules.some(({ isDefault, head }) => isDefault && !isFalse(head.value)),
    constant: isConstant ? only.head.value : undefined,
  };
}

function clausesOf(rule: RegoRule): readonly RuleClause[] {
  const { head, bodies } = rule;
  const parameters = head.parameters ?? [];
  const name = getRuleNameNode(rule) ?? head;
  const clauses: RuleClause[] = [];
  const add = (clause: Pick<RuleClause, 'query' | 'failed' | 'value' | 'span'>): void => {
    const isImpossible = isFalse(clause.value) || clause.query?.statements.some(isNeverTrue) === true;
    if (!isImpossible) clauses.push({ rule, parameters, ...clause });
  };
  if (bodies.length === 0) add({ query: undefined, failed: [], value: head.value ?? head.contains, span: name });
  let failed: Query[] = [];
  for (const [index, body] of bodies.entries()) {
    if (!body.isElse) failed = [];
    const value = body.isElse ? body.value : (head.value ?? head.contains);
    const start = index === 0 ? name.start : body.start;
    add({ query: body.query, failed, value, span: index === 0 ? name : { start, end: start + 1 } });
    if (body.query !== undefined) failed = [...failed, body.query];
  }
  return clauses;
}

/** Returns whether a result denies a request: `false`, or an object whose `allowed` is `false`. */
function isFalse(value: Term | undefined): boolean {
  if (value?.kind === 'scalar') return value.value === false;
  return (
    value?.kind === 'object' &&
    value.entries.some(({ key, value: item }) => key.kind === 'scalar' && key.value === 'allowed' && isFalse(item))
  );
}

function isNeverTrue(statement: Statement): boolean {
  if (statement.kind !== 'expression' || statement.term.kind !== 'scalar') return false;
  return statement.not === undefined ? statement.term.value === false : statement.term.value === true;
}
