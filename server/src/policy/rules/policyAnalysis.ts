/** A policy as rules look at it: as it is meant, with what it says of every request. */
import { findEndpoint, endpointNames, looksLikeEndpoint } from '#core/agent/endpoints/endpoints.ts';
import { getSymbolTable, type SymbolTable } from '../model/names.ts';
import type { Policy } from '../model/policy.ts';
import { isAskedFor, computeStaticVerdicts, type StaticVerdict } from '../table/tableVerdicts.ts';
import type { Module, Name, RegoRule, Variable } from '../rego/syntax/ast.ts';
import { findNearestName, type Nearest } from '#server/engine/text/nearestName.ts';

/** What is worked out of a policy once for all rules. */
export interface PolicyAnalysis {
  readonly module: Module;
  /** The agent asks this package. */
  readonly isAsked: boolean;
  /** The tree is whole: what is not in it is not in the policy. */
  readonly isWhole: boolean;
  readonly verdict: (name: string) => StaticVerdict;
  /** The rules and defaults of this name, in order. */
  readonly rulesOf: (name: string) => readonly RegoRule[];
  readonly names: () => SymbolTable;
}

const none: readonly RegoRule[] = [];
const known = new WeakMap<Policy, PolicyAnalysis>();

/** The policy as it is meant. */
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
    isAsked: isAskedFor(module),
    isWhole: module.problems.every(({ code }) => code !== 'syntax' && code !== 'too large'),
    verdict: (name) => verdicts.get(name) ?? { verdict: 'undefined' },
    rulesOf: (name) => byName.get(name) ?? none,
    names: () => getSymbolTable(module, policy.text),
  };
}

/** The name of a rule: `f` of `f.a[x]` too. */
export function getRuleNameNode({ head: { ref } }: RegoRule): Variable | undefined {
  if (ref.kind === 'variable') return ref;
  return ref.base.kind === 'variable' ? ref.base : undefined;
}

/** The first default of this name, or else its first rule. */
export function findPrimaryRule(rules: readonly RegoRule[]): RegoRule | undefined {
  return rules.find(({ isDefault }) => isDefault) ?? rules[0];
}

/** The request that a misspelt name of a rule stands for. */
export function findIntendedRequest(name: string): Nearest | undefined {
  if (findEndpoint(name) !== undefined || !looksLikeEndpoint(name)) return undefined;
  const whole = `${name}Request`;
  return findEndpoint(whole) === undefined ? findNearestName(name, endpointNames) : { name: whole, sure: true };
}

/** The package as it is written. */
export function formatPackage(path: readonly Name[]): string {
  return path.map(({ text }) => text).join('.');
}
