/** Builds a graph of the rules in a policy that use other rules, by name. */
import { findLastIndexNotAfter } from '#core/common/binarySearch.ts';
import { findEndpoint, policyPackage } from '#core/agent/endpoints/endpoints.ts';
import type { AgentEndpoint } from '#core/agent/endpoints/endpoint.ts';
import type { Span } from '#server/engine/text/span.ts';
import type { SymbolTable } from '../model/names.ts';
import type { Module, RegoRule } from '../rego/syntax/ast.ts';
import { walkModuleUses } from '../rego/syntax/walk.ts';
import { findConditionalParts, startsInPart } from './bodyConditions.ts';
import { getRuleNameNode, type PolicyAnalysis } from './policyAnalysis.ts';

/** Names of the rules that each rule uses, by rule name. */
export type RuleGraph = ReadonlyMap<string, ReadonlySet<string>>;

const known = new WeakMap<Module, RuleGraph>();

/** Returns the graph of a policy. Caches the result. */
export function ruleGraph({ module, names }: PolicyAnalysis): RuleGraph {
  const found = known.get(module) ?? build(module, names());
  known.set(module, found);
  return found;
}

const reachable = new WeakMap<Module, ReadonlySet<string>>();

/**
 * Returns the names of all rules that the agent's requests reach. Ignores uses after a condition that is always false.
 * If the policy computes rule names, returns all rules. Caches the result.
 */
export function findReachableRules({ module, names }: PolicyAnalysis): ReadonlySet<string> {
  const found = reachable.get(module) ?? readReachable(module, names());
  reachable.set(module, found);
  return found;
}

function readReachable(module: Module, names: SymbolTable): ReadonlySet<string> {
  const all = [...names.rules.keys()];
  if (computesRuleNames(module)) return new Set(all);
  const graph = build(module, names, (rule, place) => !startsInPart(findConditionalParts(rule).never, place));
  return reachedFromRequests(graph, all);
}

const unconditional = new WeakMap<Module, ReadonlySet<string>>();

/**
 * Returns the names of the rules that a request evaluates without a condition before the use, also in the rules that
 * lead to it. Caches the result.
 */
export function findUnconditionalRules({ module, names }: PolicyAnalysis): ReadonlySet<string> {
  const found = unconditional.get(module) ?? readUnconditional(module, names());
  unconditional.set(module, found);
  return found;
}

function readUnconditional(module: Module, names: SymbolTable): ReadonlySet<string> {
  const all = [...names.rules.keys()];
  const reached = reachedFromRequests(build(module, names, isUnconditional), all);
  const ruleAt = createRuleFinder(module);
  const usesAll = findComputedUses(module).some((use) => {
    const rule = ruleAt(use);
    const name = rule === undefined ? undefined : getRuleNameNode(rule)?.name;
    return rule !== undefined && name !== undefined && reached.has(name) && isUnconditional(rule, use);
  });
  return usesAll ? new Set(all) : reached;
}

/** Returns whether no condition precedes a place in a rule. */
export function isUnconditional(rule: RegoRule, place: Span): boolean {
  const { never, maybe } = findConditionalParts(rule);
  return !startsInPart(never, place) && !startsInPart(maybe, place);
}

function reachedFromRequests(graph: RuleGraph, names: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>();
  for (const name of names)
    if (isQueried(findEndpoint(name))) for (const used of reachedFrom(graph, name)) reached.add(used);
  return reached;
}

/** Returns whether the agent queries its policy for a request. */
function isQueried(endpoint: AgentEndpoint | undefined): boolean {
  return endpoint !== undefined && endpoint.kind !== 'legacy';
}

/** Returns whether a policy refers to its own rules by computed names, as in `data.agent_policy[name]`. */
export function computesRuleNames(module: Module): boolean {
  return findComputedUses(module).length > 0;
}

function findComputedUses(module: Module): readonly Span[] {
  const uses: Span[] = [];
  walkModuleUses(module, ({ type, node }) => {
    if (type !== 'term' || (node.kind !== 'ref' && node.kind !== 'variable')) return true;
    const base = node.kind === 'ref' ? node.base : node;
    if (base.kind !== 'variable' || base.name !== 'data') return true;
    const keys = node.kind === 'ref' ? node.path.slice(0, 2).map(({ key }) => key) : [];
    const [first] = keys;
    const isElsewhere = first?.kind === 'scalar' && first.value !== policyPackage;
    if (!isElsewhere && (keys.length < 2 || keys.some(({ kind }) => kind !== 'scalar'))) uses.push(node);
    return false;
  });
  return uses;
}

/** Returns a function that finds the rule that contains a place. */
function createRuleFinder({ rules }: Module): (place: Span) => RegoRule | undefined {
  const starts = rules.map(({ start }) => start);
  return ({ start }) => rules[findLastIndexNotAfter(starts, start)];
}

function build(
  module: Module,
  names: SymbolTable,
  isUsed: (rule: RegoRule, place: Span) => boolean = () => true,
): RuleGraph {
  const graph = new Map<string, Set<string>>();
  const ruleAt = createRuleFinder(module);
  for (const { start, end, named } of names.places) {
    const rule = ruleAt({ start, end });
    const isHead = rule?.head.ref.start === start;
    if ((named.kind !== 'rule' && named.kind !== 'function') || rule === undefined || isHead) continue;
    if (!isUsed(rule, { start, end })) continue;
    const user = getRuleNameNode(rule)?.name;
    if (user === undefined) continue;
    const uses = graph.get(user) ?? new Set();
    graph.set(user, uses);
    uses.add(named.name);
  }
  return graph;
}

/** Returns all rules that a rule needs, including itself. */
export function reachedFrom(graph: RuleGraph, name: string): ReadonlySet<string> {
  const reached = new Set([name]);
  // Iterating a set also visits elements that are added during the iteration.
  for (const next of reached) for (const used of graph.get(next) ?? []) reached.add(used);
  return reached;
}

/** Yields cycles of rules. Follows each edge only once, so it can miss cycles that share rules with others. */
export function* circlesIn(graph: RuleGraph, isPart: (name: string) => boolean): Generator<readonly string[]> {
  const done = new Set<string>();
  for (const start of graph.keys()) {
    if (done.has(start) || !isPart(start)) continue;
    const path: string[] = [start];
    const onPath = new Set(path);
    const ways = [waysFrom(graph, start)];
    for (let here = ways.at(-1); here !== undefined; here = ways.at(-1)) {
      const next = here.next();
      if (next.done === true) {
        ways.pop();
        const left = path.pop();
        if (left !== undefined) {
          onPath.delete(left);
          done.add(left);
        }
      } else if (onPath.has(next.value)) yield path.slice(path.indexOf(next.value));
      else if (!done.has(next.value) && isPart(next.value)) {
        path.push(next.value);
        onPath.add(next.value);
        ways.push(waysFrom(graph, next.value));
      }
    }
  }
}

function waysFrom(graph: RuleGraph, name: string): Iterator<string> {
  return (graph.get(name) ?? new Set<string>()).values();
}
