/** Which rules of a policy use which, by their names. */
import { findLastIndexNotAfter } from '#core/common/binarySearch.ts';
import type { SymbolTable } from '../model/names.ts';
import type { Module } from '../rego/syntax/ast.ts';
import { getRuleNameNode, type PolicyAnalysis } from './policyAnalysis.ts';

/** By the name of a rule, the names of those that it uses. */
export type RuleGraph = ReadonlyMap<string, ReadonlySet<string>>;

const known = new WeakMap<Module, RuleGraph>();

/** The graph of a policy, worked out once. */
export function ruleGraph({ module, names }: PolicyAnalysis): RuleGraph {
  const found = known.get(module) ?? build(module, names());
  known.set(module, found);
  return found;
}

function build({ rules }: Module, names: SymbolTable): RuleGraph {
  const graph = new Map<string, Set<string>>();
  const starts = rules.map(({ start }) => start);
  for (const { start, named } of names.places) {
    const rule = rules[findLastIndexNotAfter(starts, start)];
    const isHead = rule?.head.ref.start === start;
    if ((named.kind !== 'rule' && named.kind !== 'function') || rule === undefined || isHead) continue;
    const user = getRuleNameNode(rule)?.name;
    if (user === undefined) continue;
    const uses = graph.get(user) ?? new Set();
    graph.set(user, uses);
    uses.add(named.name);
  }
  return graph;
}

/** All rules that a rule needs, itself among them. */
export function reachedFrom(graph: RuleGraph, name: string): ReadonlySet<string> {
  const reached = new Set([name]);
  // A set goes on to what is added while it is gone through.
  for (const next of reached) for (const used of graph.get(next) ?? []) reached.add(used);
  return reached;
}

/** A circle of rules, for each that can be found without going any way twice. */
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
