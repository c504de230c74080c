/** Summarizes the rules of a policy by name: bodies in canonical form, data, and the rules that they use. */
import { findLastIndexNotAfter } from '#core/common/binarySearch.ts';
import { policyPackage } from '#core/agent/endpoints/endpoints.ts';
import type { Module, RegoRule, RuleBody, Statement, Term } from '../rego/syntax/ast.ts';
import { isDocument } from '../rego/syntax/scopes.ts';
import { children, walkNode, type RegoNode } from '../rego/syntax/walk.ts';
import { getRuleNameNode } from '../rules/policyAnalysis.ts';
import { canonicalBody, canonicalTerm, headTerms, type CanonicalBody, type CanonicalNames } from './canonicalText.ts';
import { importedData, readsAnyRule } from './dataReads.ts';
import { dataStep, isLiteral } from './literalData.ts';

/** An expression of a body, in canonical form and as written. */
interface WrittenExpression {
  readonly text: string;
  readonly source: string;
  /** Line, starting at 1. */
  readonly line: number;
}

/** A body of a rule. */
export interface BodySummary extends Pick<CanonicalBody, 'text'> {
  readonly expressions: readonly WrittenExpression[];
  /** Text of the body as written, on one line. */
  readonly source: string;
  /** Line, starting at 1. */
  readonly line: number;
}

/** Summary of all rules with the same name. */
export interface RuleSummary {
  readonly bodies: readonly BodySummary[];
  /** Canonical text of the default. Empty if there is none. */
  readonly fallback: string;
  /** Literal value, if this is the only rule with the name and has no condition. */
  readonly data: Term | undefined;
  /** True if the value of every body is true, so that another body can only allow more. */
  readonly givesOnlyTrue: boolean;
  /** How the rules use other rules, by the name of the other rule. */
  readonly uses: ReadonlyMap<string, RuleUse>;
  /** True if the rules can use any rule of the policy, because they read `data` as a whole. */
  readonly readsAnyRule: boolean;
}

/** How a rule uses another one. */
export interface RuleUse {
  /** True if additional results of the other rule can't remove a result of this rule. */
  readonly isMonotone: boolean;
  /** True if the rule is used as `data.agent_policy.x`. Such a reference is valid even if the rule doesn't exist. */
  readonly isThroughData: boolean;
  /** Parts of the other rule that are used, such as `policy_data.commands`. */
  readonly paths: ReadonlySet<string>;
  /** Parts for which the order of entries can matter: all except those that are only used with `in` or `[_]`. */
  readonly ordered: ReadonlySet<string>;
}

/** Maximum length of the text of a body. */
const maxSource = 300;

/** Returns the rules of a policy by name. */
export function summarizeRules(module: Module, text: string): ReadonlyMap<string, RuleSummary> {
  const byName = new Map<string, RegoRule[]>();
  for (const rule of module.rules) {
    const name = getRuleNameNode(rule)?.name;
    if (name === undefined) continue;
    const others = byName.get(name);
    if (others === undefined) byName.set(name, [rule]);
    else others.push(rule);
  }
  const imports = new Set(module.imports.map(({ alias, path }) => (alias ?? path.at(-1))?.text));
  const isGlobal = (name: string) => isDocument(name) || byName.has(name) || imports.has(name);
  const lines = lineStarts(text);
  const context: Context = {
    module,
    text,
    lines,
    names: { isGlobal },
    isRule: (name) => byName.has(name),
    imported: importedData(module.imports),
  };
  return new Map([...byName].map(([name, rules]) => [name, summarize(rules, context)]));
}

interface Context {
  readonly module: Module;
  readonly text: string;
  readonly lines: readonly number[];
  readonly names: CanonicalNames;
  readonly isRule: (name: string) => boolean;
  /** Names under which the module imports `data`, the policy itself, or one of its rules. */
  readonly imported: ReadonlySet<string>;
}

function summarize(rules: readonly RegoRule[], context: Context): RuleSummary {
  const plain = rules.filter(({ isDefault }) => !isDefault);
  const [only] = plain;
  const value = only?.head.value;
  const isData =
    rules.length === 1 &&
    only !== undefined &&
    only.bodies.length === 0 &&
    only.head.ref.kind === 'variable' &&
    only.head.parameters === undefined &&
    value !== undefined &&
    isLiteral(value);
  const uses = new Map<string, RuleUse>();
  if (!isData) for (const rule of plain) collectUses(rule, context, uses);
  return {
    bodies: isData ? [] : plain.flatMap((rule) => bodiesOf(rule, context)),
    fallback: rules
      .filter(({ isDefault }) => isDefault)
      .map(({ head }) => (head.value === undefined ? '' : canonicalTerm(head.value)))
      .join(', '),
    data: isData ? value : undefined,
    givesOnlyTrue: plain.every(isPlainlyTrue),
    uses,
    readsAnyRule: rules.some((rule) => readsAnyRule(rule, context.imported)),
  };
}

/** Returns whether all bodies of a rule have the value true and no body has an `else`. */
function isPlainlyTrue({ head, bodies }: RegoRule): boolean {
  const isTrue = (term: Term | undefined) => term === undefined || (term.kind === 'scalar' && term.value === true);
  return (
    head.ref.kind === 'variable' &&
    head.contains === undefined &&
    isTrue(head.value) &&
    bodies.every(({ isElse, value }) => !isElse && isTrue(value))
  );
}

/** Returns the bodies of a rule. A rule with `else` counts as one body, because the order of its parts matters. */
function bodiesOf(rule: RegoRule, context: Context): readonly BodySummary[] {
  const head = headTerms(rule);
  const line = (offset: number) => lineAt(context.lines, offset);
  if (rule.bodies.length === 0) {
    const text = `${headForm(rule)}${head.map(canonicalTerm).join(', ')}`;
    const source = oneLine(rule.start, rule.end, context);
    return [{ text, expressions: [], source, line: line(rule.start) }];
  }
  if (rule.bodies.some(({ isElse }) => isElse)) {
    const parts = rule.bodies.map(({ query, value }) =>
      canonicalBody(query, value === undefined ? head : [...head, value], context.names),
    );
    const text = `${headForm(rule)}${parts.map((part) => part.text).join(' else ')}`;
    const source = oneLine(rule.bodies[0]?.start ?? rule.start, rule.end, context);
    return [{ text, expressions: [], source, line: line(rule.start) }];
  }
  return rule.bodies.map((body) => bodySummary(rule, body, head, context));
}

function bodySummary(rule: RegoRule, body: RuleBody, head: readonly Term[], context: Context): BodySummary {
  const { text, expressions } = canonicalBody(body.query, head, context.names);
  const at = body.query ?? body;
  return {
    text: `${headForm(rule)}${text}`,
    expressions: expressions.map(({ text: own, start, end }) => ({
      text: own,
      source: oneLine(start, end, context),
      line: lineAt(context.lines, start),
    })),
    source: oneLine(at.start, at.end, context),
    line: lineAt(context.lines, at.start),
  };
}

/** Distinguishes heads with the same terms: `x := y`, `x contains y`, `x(y)`. */
function headForm({ head: { ref, parameters, contains, value } }: RegoRule): string {
  const keys = ref.kind === 'ref' ? ref.path.length : 0;
  return `${keys}/${parameters?.length ?? '-'}/${contains === undefined ? '' : 'contains'}/${value === undefined ? '' : 'value'} `;
}

/** Adds the use of a rule by a term. */
type AddUse = (term: Term, use: { readonly isMonotone: boolean; readonly isOrdered: boolean }) => void;

/** Collects the rules that a rule uses. */
function collectUses(rule: RegoRule, context: Context, uses: Map<string, RuleUse>): void {
  const add: AddUse = (term, { isMonotone, isOrdered }) => {
    const name = ruleNameOf(term);
    if (name === undefined || !context.isRule(name)) return;
    const known = uses.get(name);
    const path = usedPath(name, term);
    uses.set(name, {
      isMonotone: isMonotone && known?.isMonotone !== false,
      isThroughData: known?.isThroughData === true || isDataRef(term),
      paths: new Set([...(known?.paths ?? []), path]),
      ordered: new Set([...(known?.ordered ?? []), ...(isOrdered ? [path] : [])]),
    });
  };
  const isUsedOnce = variablesUsedOnce(rule);
  for (const term of headTerms(rule)) addAll({ type: 'term', node: term }, add);
  for (const { query, value } of rule.bodies) {
    if (value !== undefined) addAll({ type: 'term', node: value }, add);
    for (const statement of query?.statements ?? []) collectFrom(statement, add, isUsedOnce);
  }
}

/** Adds all rules that a part of the policy uses. Any change to their results might affect the result. */
function addAll(root: RegoNode, add: AddUse): void {
  const unordered = new Set<Term>();
  walkNode(root, ({ type, node }) => {
    if (type === 'statement' && (node.kind === 'some in' || node.kind === 'every') && node.key === undefined)
      unordered.add(node.collection);
    if (type !== 'term') return true;
    if (node.kind === 'membership' && node.key === undefined) unordered.add(node.collection);
    add(node, { isMonotone: false, isOrdered: !unordered.has(node) });
    if (node.kind === 'array comprehension') {
      // The order of the items depends on the order of all lists in the comprehension.
      const addOrdered: AddUse = (term) => add(term, { isMonotone: false, isOrdered: true });
      for (const child of children({ type, node })) addAll(child, addOrdered);
      return false;
    }
    if (node.kind !== 'ref' || ruleNameOf(node) === undefined) return true;
    // Skips the name, which would count as a use of the whole rule.
    for (const { key } of node.path) addAll({ type: 'term', node: key }, add);
    return false;
  });
}

/**
 * Collects the rules that a statement uses. The use is monotone if any matching element of the rule satisfies the
 * statement.
 */
function collectFrom(statement: Statement, add: AddUse, isUsedOnce: (name: string) => boolean): void {
  const { monotone, rest } = partsOf(statement);
  if (rest === 'all') {
    addAll({ type: 'statement', node: statement }, add);
    return;
  }
  if (monotone !== undefined && ruleNameOf(monotone) === undefined) addAll({ type: 'term', node: monotone }, add);
  else if (monotone !== undefined) {
    add(monotone, { isMonotone: true, isOrdered: !isUnordered(statement, monotone, isUsedOnce) });
    if (monotone.kind === 'ref') for (const { key } of monotone.path) addAll({ type: 'term', node: key }, add);
  }
  for (const term of rest) addAll({ type: 'term', node: term }, add);
}

/** Returns a function that returns whether a variable occurs only once in a rule, apart from its declaration. */
function variablesUsedOnce(rule: RegoRule): (name: string) => boolean {
  const counts = new Map<string, number>();
  walkNode({ type: 'rule', node: rule }, ({ type, node }) => {
    if (type === 'statement' && node.kind === 'some') return false;
    if (type === 'term' && node.kind === 'variable') counts.set(node.name, (counts.get(node.name) ?? 0) + 1);
    return true;
  });
  return (name) => counts.get(name) === 1;
}

/** Returns whether a statement uses all entries of a list in the same way. */
function isUnordered(statement: Statement, list: Term, isUsedOnce: (name: string) => boolean): boolean {
  if (statement.kind === 'some in') return statement.key === undefined;
  if (statement.kind !== 'expression') return false;
  if (statement.term.kind === 'membership') return statement.term.key === undefined;
  if (list.kind !== 'ref') return false;
  const [last, ...others] = list.path.map(({ key }) => key).toReversed();
  return (
    last?.kind === 'variable' &&
    (last.name === '_' || isUsedOnce(last.name)) &&
    others.every(({ kind }) => kind === 'scalar')
  );
}

/** Returns whether a term is a reference that starts with `data`. */
function isDataRef(term: Term): boolean {
  return term.kind === 'ref' && term.base.kind === 'variable' && term.base.name === 'data';
}

/** Returns the part of a rule that a term uses: the name with the keys that are known. */
function usedPath(name: string, term: Term): string {
  if (term.kind !== 'ref') return name;
  let path = name;
  const keys = isDataRef(term) ? term.path.slice(2) : term.path;
  for (const { key } of keys) {
    if (key.kind !== 'scalar') return path;
    path += dataStep(canonicalTerm(key));
  }
  return path;
}

interface StatementParts {
  /** Term that only has to have a matching result or element. */
  readonly monotone: Term | undefined;
  readonly rest: readonly Term[] | 'all';
}

function partsOf(statement: Statement): StatementParts {
  const all: StatementParts = { monotone: undefined, rest: 'all' };
  if (statement.with.length > 0) return all;
  if (statement.kind === 'some in')
    return {
      monotone: statement.collection,
      rest: [statement.value, ...(statement.key === undefined ? [] : [statement.key])],
    };
  if (statement.kind !== 'expression' || statement.not !== undefined) return all;
  const { term } = statement;
  switch (term.kind) {
    case 'variable':
    case 'ref':
      return { monotone: term, rest: [] };
    case 'call':
      return { monotone: term.callee, rest: term.arguments };
    case 'membership':
      return { monotone: term.collection, rest: [term.value, ...(term.key === undefined ? [] : [term.key])] };
    case 'binary': {
      const iterates = [term.left, term.right].find(
        (side) =>
          side.kind === 'ref' && ruleNameOf(side) !== undefined && side.path.some(({ key }) => key.kind === 'variable'),
      );
      if (iterates === undefined || !['==', '=', ':='].includes(term.operator)) return all;
      return { monotone: iterates, rest: [term.left, term.right].filter((side) => side !== iterates) };
    }
    default:
      return all;
  }
}

/** Returns the name of the rule that a term refers to: `x`, `x.y`, or `data.agent_policy.x`. */
function ruleNameOf(term: Term): string | undefined {
  if (term.kind === 'variable') return term.name;
  if (term.kind !== 'ref' || term.base.kind !== 'variable') return undefined;
  if (term.base.name !== 'data') return term.base.name;
  const [own, name] = term.path.map(({ key }) => (key.kind === 'scalar' ? key.value : undefined));
  return own === policyPackage && typeof name === 'string' ? name : undefined;
}

/** Returns a part of the text on one line, without comments. */
function oneLine(start: number, end: number, { module, text }: Context): string {
  let out = '';
  let at = start;
  for (const comment of module.comments) {
    if (comment.start < start || comment.end > end) continue;
    out += text.slice(at, comment.start);
    at = comment.end;
  }
  const whole = `${out}${text.slice(at, end)}`.trim();
  const lines = whole
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const joined = lines.reduce((before, line) => `${before}${separatorBetween(before, line)}${line}`, '');
  return joined.length > maxSource ? `${joined.slice(0, maxSource)}…` : joined;
}

/** Returns the separator between two joined lines. Statements on different lines are separated by a semicolon. */
function separatorBetween(before: string, line: string): string {
  if (before === '') return '';
  return /[{([,|:=]$/.test(before) || /^[)\]},]/.test(line) ? ' ' : '; ';
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function lineAt(starts: readonly number[], offset: number): number {
  return findLastIndexNotAfter(starts, offset) + 1;
}
