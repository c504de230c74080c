/** Finds lookups in `input` and resolves their paths through variables, rules, and parameters. */
import { findEndpoint, requestEndpoints } from '#core/agent/endpoints/endpoints.ts';
import { anyKey, inputRequests, type CopyFileInput, type PathStep } from '#core/agent/inputs/inputs.ts';
import { InputTypes } from '#server/policy/model/inputTypes.ts';
import type { Module, Ref, RefPart, RegoRule } from '#server/policy/rego/syntax/ast.ts';
import { walkModuleUses, walkUses } from '#server/policy/rego/syntax/walk.ts';
import { getRuleNameNode, type PolicyAnalysis } from '../policyAnalysis.ts';
import { reachedFrom, ruleGraph } from '../ruleGraph.ts';

/** Step of a written path: `.name`, `["name"]`, or `[_]`. */
interface WrittenStep {
  readonly step: PathStep;
  readonly part: RefPart;
}

/** An expression that reads a field of `input`, directly or through a variable. */
export interface InputLookup {
  /** Path of the variable that the lookup starts with, such as `input.OCI.Mounts[_]`. */
  readonly before: readonly PathStep[];
  readonly written: readonly WrittenStep[];
  /**
   * Requests that the input can belong to: those that evaluate the rule, directly or through other rules. If no such
   * request is known, contains all requests.
   */
  readonly requests: readonly string[];
}

/** Yields all lookups of a policy. */
export function* inputLookups(reading: PolicyAnalysis, copyFile: CopyFileInput): Generator<InputLookup> {
  const { module, names } = reading;
  const asked = requestsByRule(reading);
  const types = new InputTypes(module, names(), copyFile);
  const replaced = replacesInput(module);
  for (const rule of module.rules) {
    const kind = findEndpoint(getRuleNameNode(rule)?.name ?? '')?.kind;
    // A rule that other rules evaluate with another input can look up anything. Rules that agents evaluate without
    // input, or never evaluate, aren't checked.
    if (kind === 'special' || kind === 'legacy' || (replaced && kind === undefined)) continue;
    const requests = asked.get(getRuleNameNode(rule)?.name ?? '') ?? inputRequests;
    for (const ref of refsIn(rule)) {
      const origin = types.originOf(ref.base);
      if (origin?.root !== 'input') continue;
      const written = ref.path.map((part): WrittenStep => ({ step: stepOf(part), part }));
      yield { before: origin.path, written, requests };
    }
  }
}

/** Returns the requests that evaluate each rule, directly or through other rules. */
function requestsByRule(reading: PolicyAnalysis): ReadonlyMap<string, readonly string[]> {
  const graph = ruleGraph(reading);
  const found = new Map<string, string[]>();
  for (const { name } of requestEndpoints) {
    if (reading.rulesOf(name).length === 0) continue;
    for (const used of reachedFrom(graph, name)) {
      const requests = found.get(used);
      if (requests === undefined) found.set(used, [name]);
      else requests.push(name);
    }
  }
  return found;
}

function stepOf({ key }: RefPart): PathStep {
  if (key.kind !== 'scalar') return anyKey;
  if (typeof key.value === 'string') return key.value;
  return typeof key.value === 'object' && key.value !== null ? Number(key.value.number) : anyKey;
}

/** Returns whether the policy evaluates a rule `with input as ...`. */
export function replacesInput(module: Module): boolean {
  let found = false;
  walkModuleUses(module, ({ type, node }) => {
    if (type !== 'with') return !found;
    const root = node.target.kind === 'ref' ? node.target.base : node.target;
    found ||= root.kind === 'variable' && root.name === 'input';
    return !found;
  });
  return found;
}

/** Returns all lookups of a rule except those in statements that use `with`. */
function refsIn(rule: RegoRule): Ref[] {
  const found: Ref[] = [];
  walkUses({ type: 'rule', node: rule }, ({ type, node }) => {
    if (type === 'term' && node.kind === 'ref') found.push(node);
    return type !== 'with' && (type !== 'statement' || node.with.length === 0);
  });
  return found.filter(({ start }) => start !== rule.head.ref.start);
}
