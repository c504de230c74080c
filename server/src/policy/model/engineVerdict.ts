/**
 * Determines whether the guest accepts a policy, by its syntax and by the checks of the engine before the first
 * request.
 */
import type { Dialect } from '#core/agent/policyEngines.ts';
import type { Guest } from '#core/agent/guests.ts';
import type { Module } from '../rego/syntax/ast.ts';
import { listGuestBuiltins } from '../rego/builtins/index.ts';
import { loadModules, type EvaluationError } from '../rego/evaluate/load.ts';
import { recorderIn } from '../sharing/dataReads.ts';
import type { Policy } from './policy.ts';

/**
 * Maximum number of rules to load, because loading takes seconds. For policies with more rules, only parser errors are
 * reported.
 */
const maxRules = 20_000;

/** Results by module, or by the rules of a module without syntax errors, which both dialects can share. */
const known = new WeakMap<Module | Module['rules'], Map<boolean, EvaluationError | undefined>>();

/** Returns the built-in functions of a guest. If the guest is unknown, returns all that it might have. */
export function builtinsOf({ base64 }: Pick<Guest, 'base64'>): ReadonlySet<string> {
  return listGuestBuiltins({ base64: base64 !== false });
}

/** Returns the dialects that a guest might use. */
export function dialectsOf({ dialect }: Guest): readonly Dialect[] {
  return dialect === 'depends' ? ['v0', 'v1'] : [dialect];
}

/** Returns why an engine with this dialect rejects the policy. The result is cached. */
export function findEngineError(
  policy: Policy,
  dialect: Dialect,
  guest: Pick<Guest, 'base64'>,
): EvaluationError | undefined {
  const module = policy.in(dialect);
  const base64 = guest.base64 !== false;
  const key = module.problems.length === 0 ? module.rules : module;
  const found = known.get(key) ?? new Map<boolean, EvaluationError | undefined>();
  known.set(key, found);
  if (!found.has(base64)) found.set(base64, refusalOf(module, policy.text, builtinsOf(guest)));
  return found.get(base64);
}

/**
 * Returns the error if the guest rejects the policy in every dialect that it might use. The error is for the dialect
 * that the author seems to intend.
 */
export function refusalBy(policy: Policy, guest: Guest): EvaluationError | undefined {
  const refusals = dialectsOf(guest).map((dialect) => findEngineError(policy, dialect, guest));
  if (refusals.includes(undefined)) return undefined;
  return findEngineError(policy, policy.for(guest).dialect, guest);
}

/**
 * Returns the policy as the guest interprets it. If the guest rejects it, returns the interpretation that the author
 * seems to intend.
 */
export function readFor(policy: Policy, guest: Guest): Module {
  return refusalBy(policy, guest) === undefined ? policy.for(guest) : policy.meant;
}

function refusalOf(module: Module, text: string, builtins: ReadonlySet<string>): EvaluationError | undefined {
  if (module.problems.length === 0 && module.rules.length > maxRules) return undefined;
  const load = () => loadModules([{ module, text }], { builtins }).error;
  const recorder = recorderIn(module);
  // The data alone must also load: see SharedPolicies.
  return recorder === undefined ? load() : recorder.allow(load);
}
