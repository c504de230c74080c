/** Where rules look into `input`: each look-up with its path, followed through variables, rules and parameters. */
import { findEndpoint, requestEndpoints } from '#core/agent/endpoints/endpoints.ts';
import { anyKey, inputRequests, type CopyFileInput, type PathStep } from '#core/agent/inputs/inputs.ts';
import { InputTypes } from '#server/policy/model/inputTypes.ts';
import type { Module, Ref, RefPart, RegoRule } from '#server/policy/rego/syntax/ast.ts';
import { walkNode, walkModule } from '#server/policy/rego/syntax/walk.ts';
import { getRuleNameNode, type PolicyAnalysis } from '../policyAnalysis.ts';
import { reachedFrom, ruleGraph } from '../ruleGraph.ts';

/** One step that is written out: `.name`, `["name"]`, `[_]`. */
interface WrittenStep {
  readonly step: PathStep;
  readonly part: RefPart;
}

/** A look-up in `input`. */
export interface InputLookup {
  /** What comes before it, where it begins with a variable: `input.OCI.Mounts[_]`. */
  readonly before: readonly PathStep[];
  readonly written: readonly WrittenStep[];
  /** The requests whose input it may be: of the rule, or of those that use it. All, where nobody is known to. */
  readonly requests: readonly string[];
}

/** All look-ups of a policy. */
export function* inputLookups(reading: PolicyAnalysis, copyFile: CopyFileInput): Generator<InputLookup> {
  const { module, names } = reading;
  const asked = requestsByRule(reading);
  const types = new InputTypes(module, names(), copyFile);
  const replaced = replacesInput(module);
  for (const rule of module.rules) {
    const kind = findEndpoint(getRuleNameNode(rule)?.name ?? '')?.kind;
    // What is asked with another input may look for anything; what is asked with none, or by no agent, is not judged.
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

/** The requests that each rule is asked for, itself or through others. */
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

/** Some rule is asked `with input as ...`. */
function replacesInput(module: Module): boolean {
  let found = false;
  walkModule(module, ({ type, node }) => {
    if (type !== 'with') return !found;
    const root = node.target.kind === 'ref' ? node.target.base : node.target;
    found ||= root.kind === 'variable' && root.name === 'input';
    return !found;
  });
  return found;
}

/** All look-ups of a rule, without those that `with` replaces. */
function refsIn(rule: RegoRule): Ref[] {
  const found: Ref[] = [];
  walkNode({ type: 'rule', node: rule }, ({ type, node }) => {
    if (type === 'term' && node.kind === 'ref') found.push(node);
    return type !== 'with' && (type !== 'statement' || node.with.length === 0);
  });
  return found.filter(({ start }) => start !== rule.head.ref.start);
}
