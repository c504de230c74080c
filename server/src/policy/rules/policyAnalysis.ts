/** Provides the policy to rules in the intended dialect, with the verdict for each request. */
import { findEndpoint, endpointNames, looksLikeEndpoint } from '#core/agent/endpoints/endpoints.ts';
import { getSymbolTable, type SymbolTable } from '../model/names.ts';
import type { Policy } from '../model/policy.ts';
import { isAgentPackage, computeStaticVerdicts, type StaticVerdict } from '../table/tableVerdicts.ts';
import type { Module, Name, RegoRule, Variable } from '../rego/syntax/ast.ts';
import { findNearestName, type Nearest } from '#server/engine/text/nearestName.ts';

/** Results that are computed once per policy and shared by all rules. */
export interface PolicyAnalysis {
  readonly module: Module;
  /** True if the policy is in the package that the agent evaluates. */
  readonly isAsked: boolean;
  /** True if the syntax tree is complete, so that anything missing in the tree is missing in the policy. */
  readonly isWhole: boolean;
  readonly verdict: (name: string) => StaticVerdict;
  /** Returns the rules and defaults with this name, in order. */
  readonly rulesOf: (name: string) => readonly RegoRule[];
  readonly names: () => SymbolTable;
}

const none: readonly RegoRule[] = [];
const known = new WeakMap<Policy, PolicyAnalysis>();

/** Analyzes the policy in the intended dialect. Caches the result. */
export function analyzePolicy(policy: Policy): PolicyAnalysis {
  const found = known.get(policy) ?? read(policy);
  known.set(policy, found);
  return found;
}

function read(policy: Policy): PolicyAnalysis {
  const module = policy.meant;
  const byName = new Map<string, RegoRule[]>();
  for (const rule of module.rules) {
    const name = getRuleNameNode(rule)?.name;
    if (name === undefined) continue;
    const others = byName.get(name);
    if (others === undefined) byName.set(name, [rule]);
    else others.push(rule);
  }
  const verdicts = computeStaticVerdicts(module, policy.text);
  return {
    module,
    isAsked: isAgentPackage(module),
    isWhole: module.problems.every(({ code }) => code !== 'syntax' && code !== 'too large'),
    verdict: (name) => verdicts.get(name) ?? { verdict: 'undefined' },
    rulesOf: (name) => byName.get(name) ?? none,
    names: () => getSymbolTable(module, policy.text),
  };
}

/** Returns the name of a rule, such as `f` for `f.a[x]`. */
export function getRuleNameNode({ head: { ref } }: RegoRule): Variable | undefined {
  if (ref.kind === 'variable') return ref;
  return ref.base.kind === 'variable' ? ref.base : undefined;
}

/** Returns the first default in the list, or the first rule if there is no default. */
export function findPrimaryRule(rules: readonly RegoRule[]): RegoRule | undefined {
  return rules.find(({ isDefault }) => isDefault) ?? rules[0];
}

/** Returns the request that a misspelled rule name probably stands for. */
export function findIntendedRequest(name: string): Nearest | undefined {
  if (findEndpoint(name) !== undefined || !looksLikeEndpoint(name)) return undefined;
  const whole = `${name}Request`;
  return findEndpoint(whole) === undefined ? findNearestName(name, endpointNames) : { name: whole, sure: true };
}

/** Returns the package path as written. */
export function formatPackage(path: readonly Name[]): string {
  return path.map(({ text }) => text).join('.');
}
