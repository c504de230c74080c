/**
 * Computes what a policy decides about each agent request before any is sent, from the syntax tree and from rules that
 * don't depend on the request. Follows the engine: the first body of a rule that is true gives the value, and defaults
 * apply if no rule gives one.
 */
import { findEndpoint, policyPackage } from '#core/agent/endpoints/endpoints.ts';
import { requestFields, type CopyFileInput } from '#core/agent/inputs/inputs.ts';
import type { Module, Query, RegoRule, Statement, Term } from '../rego/syntax/ast.ts';
import { getHeadForm } from '../rego/compile/compileRule.ts';
import { visitTerm } from '../rego/syntax/scopes.ts';
import { RegoObject, type RegoValue } from '../rego/values/values.ts';
import type { PolicyVerdict } from '#server/protocol/protocol.ts';
import type { Span } from '#server/engine/text/span.ts';
import { constantRules, type ConstantRules } from '../model/constantRules.ts';
import { readRules } from '../sharing/dataReads.ts';

/** Verdict with the part of the policy that it comes from. */
export interface StaticVerdict {
  readonly verdict: PolicyVerdict;
  /**
   * Head of the rule or default that decides. For a conditional verdict, the head of the first rule with a condition.
   */
  readonly span?: Span;
}

/**
 * Effect of a value on the request. `failing`: the value is neither a boolean nor `{allowed, ops}`, so the agent
 * returns an error.
 */
type Outcome = 'allowed' | 'denied' | 'failing' | 'unknown';

/** Requests for which a body is true. */
type Holds = 'always' | 'never' | 'sometimes';

interface Branch {
  readonly holds: Holds;
  readonly outcome: Outcome;
  readonly span: Span;
}

const nothing: StaticVerdict = { verdict: 'undefined' };

/** Data about the rules of one request, in addition to their syntax tree. */
interface Given {
  readonly constants: ConstantRules;
  /** Input fields of this request that only other agents have. */
  readonly absent: ReadonlySet<string>;
}

/**
 * Returns the verdicts for all rule names in the module. Returns an empty map if no agent evaluates the package. `text`
 * is the source of the module.
 */
export function computeStaticVerdicts(
  module: Module,
  text: string,
  copyFile: CopyFileInput = 'depends',
): ReadonlyMap<string, StaticVerdict> {
  const verdicts = new Map<string, StaticVerdict>();
  const [own, request, ...deeper] = module.package?.path ?? [];
  // If a package is below the package of the agent, the agent uses all its rules as the result for the request with the
  // same name.
  if (own?.text === policyPackage && request !== undefined)
    return new Map(deeper.length > 0 ? [] : [[request.text, { verdict: 'conditional', span: request }]]);
  if (!isAgentPackage(module)) return verdicts;
  const rules = new Map<string, RegoRule[]>();
  for (const rule of module.rules) {
    const { ref } = rule.head;
    const name = ref.kind === 'variable' ? ref.name : ref.base.kind === 'variable' ? ref.base.name : undefined;
    if (name === undefined) continue;
    const others = rules.get(name);
    if (others === undefined) rules.set(name, [rule]);
    else others.push(rule);
  }
  const constants = constantRules(module, text);
  for (const [name, all] of rules) {
    const given = { constants, absent: absentFields(name, copyFile) };
    const verdict = readRules(
      all,
      () => `verdict ${name}`,
      (own) => verdictOf(name, own, given),
      (found) => found.verdict,
    );
    verdicts.set(name, verdict);
  }
  return verdicts;
}

function absentFields(name: string, copyFile: CopyFileInput): ReadonlySet<string> {
  const here = new Set(requestFields(name, copyFile)?.map((field) => field.name));
  const all = requestFields(name, 'depends') ?? [];
  return new Set(all.map((field) => field.name).filter((field) => !here.has(field)));
}

/** Returns whether the package is the one that agents evaluate, or a package below it. */
export function isAgentPackage({ package: of }: Module): boolean {
  return of?.path[0]?.text === policyPackage;
}

function verdictOf(name: string, rules: readonly RegoRule[], given: Given): StaticVerdict {
  const found = treeVerdict(name, rules, given);
  if (found.verdict !== 'conditional' || findEndpoint(name) === undefined) return found;
  // The evaluator computes rules that don't depend on the request, even if they contradict each other.
  const constant = given.constants.value(name, rules);
  if (constant === undefined) return found;
  const outcome = constant.error === undefined ? outcomeOfValue(constant.value) : 'failing';
  return { ...found, verdict: outcome === 'allowed' || outcome === 'denied' ? outcome : 'undefined' };
}

/**
 * Returns whether the rule isn't a function. The agent doesn't evaluate functions, but the engine treats a function
 * without parameters as a rule.
 */
function isPlain({ head: { parameters } }: RegoRule): boolean {
  return parameters === undefined || parameters.length === 0;
}

function treeVerdict(name: string, rules: readonly RegoRule[], given: Given): StaticVerdict {
  const chains = rules.filter((rule) => !rule.isDefault && isPlain(rule)).map((rule) => branchesOf(name, rule, given));
  const certain = chains.find((chain) => chain.some(({ holds }) => holds === 'always'));
  const possible = chains.flat();
  const defaults = rules.filter((rule) => rule.isDefault && isPlain(rule));
  const fallback = defaults.find(({ head }) => head.ref.kind === 'variable');
  // `default X.allowed := ...` defines one part of an object. The result depends on the other parts.
  for (const { head } of defaults)
    if (head.ref.kind !== 'variable') possible.push({ holds: 'sometimes', outcome: 'unknown', span: spanOf(head) });
  if (certain === undefined && fallback !== undefined)
    possible.push({ holds: 'always', outcome: outcomeOf(fallback.head.value), span: spanOf(fallback.head) });
  const of = (outcome: Outcome) => possible.find((branch) => branch.outcome === outcome);
  const open = certain === undefined && fallback === undefined;
  if (possible.length === 0) return nothing;
  const allowed = of('allowed');
  const unknown = of('unknown');
  const other = of('denied') ?? of('failing');
  if (allowed !== undefined && unknown === undefined && other === undefined && !open)
    return { verdict: 'allowed', span: allowed.span };
  if (allowed !== undefined || unknown !== undefined) {
    const condition = possible.find(({ holds, outcome }) => holds === 'sometimes' || outcome === 'unknown');
    return {
      verdict: 'conditional',
      span: (condition ?? allowed ?? unknown ?? possible[0])?.span ?? { start: 0, end: 0 },
    };
  }
  const denied = of('denied');
  return denied === undefined
    ? { verdict: 'undefined', span: possible[0]?.span ?? { start: 0, end: 0 } }
    : { verdict: 'denied', span: denied.span };
}

/** Returns the reachable bodies of a rule. */
function branchesOf(name: string, rule: RegoRule, given: Given): readonly Branch[] {
  const form = getHeadForm(rule);
  const span = spanOf(rule.head);
  // The name is a set or an object. An object can contain `allowed`.
  if (form.kind === 'set') return [{ holds: 'always', outcome: 'failing', span }];
  if (form.path.length > 1) return [{ holds: 'sometimes', outcome: 'unknown', span }];
  const branches =
    rule.bodies.length === 0 ? [{ ...branchWith('always', form.value), span }] : bodiesOf(rule, form.value, given);
  const inDoubt = branches.some(({ holds, outcome }) => holds === 'sometimes' || outcome === 'unknown');
  const constant = inDoubt && findEndpoint(name) !== undefined ? given.constants.value(name, [rule]) : undefined;
  if (constant === undefined || constant.error !== undefined) return branches;
  return constant.value === undefined ? [] : [{ holds: 'always', outcome: outcomeOfValue(constant.value), span }];
}

/**
 * Returns the branch for a body whose rule has this value. If the value isn't a literal, it can be undefined even if
 * the body is true. The outcome is then unknown.
 */
function branchWith(holds: Holds, value: Term | undefined): Pick<Branch, 'holds' | 'outcome'> {
  return value === undefined || isGround(value)
    ? { holds, outcome: outcomeOf(value) }
    : { holds: 'sometimes', outcome: 'unknown' };
}

/** Returns whether a term is a literal with nothing to look up or compute. */
function isGround(term: Term): boolean {
  if (term.kind === 'scalar') return true;
  if (term.kind === 'array' || term.kind === 'set') return term.items.every(isGround);
  return term.kind === 'object' && term.entries.every(({ key, value }) => isGround(key) && isGround(value));
}

function bodiesOf(rule: RegoRule, first: Term | undefined, { absent }: Given): readonly Branch[] {
  const branches: Branch[] = [];
  for (const [index, body] of rule.bodies.entries()) {
    const holds = body.query === undefined ? 'always' : holdsQuery(body.query, absent);
    const value = index === 0 ? first : body.value;
    if (holds !== 'never')
      branches.push({ ...branchWith(holds, value), span: index === 0 ? spanOf(rule.head) : spanOf(body) });
    if (branches.at(-1)?.holds === 'always') break;
  }
  return branches;
}

/** Returns how the agent interprets a value. */
function outcomeOfValue(value: RegoValue | undefined): Outcome {
  const answer = value instanceof RegoObject ? value.get('allowed') : value;
  return typeof answer === 'boolean' ? (answer ? 'allowed' : 'denied') : 'failing';
}

/** Returns the outcome of a value. A rule without a value is true. */
function outcomeOf(value: Term | undefined): Outcome {
  switch (value?.kind) {
    case undefined:
      return 'allowed';
    case 'scalar':
      return typeof value.value === 'boolean' ? (value.value ? 'allowed' : 'denied') : 'failing';
    case 'object': {
      if (!value.entries.every(({ key }) => key.kind === 'scalar')) return 'unknown';
      // The last of duplicate keys applies.
      const allowed = value.entries.findLast(({ key }) => key.kind === 'scalar' && key.value === 'allowed');
      return allowed === undefined || allowed.value.kind === 'object' ? 'failing' : outcomeOf(allowed.value);
    }
    case 'array':
    case 'set':
    case 'array comprehension':
    case 'set comprehension':
      return 'failing';
    default:
      return 'unknown';
  }
}

function holdsQuery({ statements }: Query, absent: ReadonlySet<string>): Holds {
  const all = statements.map((statement) => holdsStatement(statement, absent));
  if (all.includes('never')) return 'never';
  return all.every((one) => one === 'always') ? 'always' : 'sometimes';
}

/** Returns whether a statement is always true. Only literals are certain. */
function holdsStatement(statement: Statement, absent: ReadonlySet<string>): Holds {
  if (statement.kind === 'some') return 'always';
  if (statement.kind !== 'expression') return 'sometimes';
  const { term, not } = statement;
  if (term.kind === 'scalar') return (term.value !== false) === (not === undefined) ? 'always' : 'never';
  return not === undefined && statement.with.length === 0 && looksAt(term, absent) ? 'never' : 'sometimes';
}

/**
 * Returns whether a term uses an absent field. An expression with an undefined part is undefined, except in
 * comprehensions and `print`.
 */
function looksAt(term: Term, absent: ReadonlySet<string>): boolean {
  if (absent.size === 0 || (term.kind === 'call' && term.callee.kind === 'variable' && term.callee.name === 'print'))
    return false;
  let found = false;
  visitTerm(term, (inner) => {
    if (inner.kind !== 'ref' || inner.base.kind !== 'variable' || inner.base.name !== 'input') return true;
    const key = inner.path[0]?.key;
    found ||= key?.kind === 'scalar' && typeof key.value === 'string' && absent.has(key.value);
    return true;
  });
  return found;
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
}
