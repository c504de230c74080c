/** Whether the guest takes a policy at all: by its syntax, and by what the engine finds before the first request. */
import type { Dialect } from '#core/agent/policyEngines.ts';
import type { Guest } from '#core/agent/guests.ts';
import type { Module } from '../rego/syntax/ast.ts';
import { listGuestBuiltins } from '../rego/builtins/index.ts';
import { loadModules, type EvaluationError } from '../rego/evaluate/load.ts';
import type { Policy } from './policy.ts';

/** Of more rules than anybody writes, only what the parser says is told: loading them takes seconds. */
const maxRules = 20_000;

const known = new WeakMap<Module, Map<boolean, EvaluationError | undefined>>();

/** The built-ins of a guest; where that is not known, all that it may have. */
export function builtinsOf({ base64 }: Pick<Guest, 'base64'>): ReadonlySet<string> {
  return listGuestBuiltins({ base64: base64 !== false });
}

/** The dialects that a guest may read. */
export function dialectsOf({ dialect }: Guest): readonly Dialect[] {
  return dialect === 'depends' ? ['v0', 'v1'] : [dialect];
}

/** Why an engine that reads this dialect refuses the policy; worked out once. */
export function findEngineError(
  policy: Policy,
  dialect: Dialect,
  guest: Pick<Guest, 'base64'>,
): EvaluationError | undefined {
  const module = policy.in(dialect);
  const base64 = guest.base64 !== false;
  const found = known.get(module) ?? new Map<boolean, EvaluationError | undefined>();
  known.set(module, found);
  if (!found.has(base64)) found.set(base64, refusalOf(module, policy.text, builtinsOf(guest)));
  return found.get(base64);
}

/**
 * Why the guest refuses the policy, whatever dialect it reads; told of the reading that the policy seems to be meant
 * in.
 */
export function refusalBy(policy: Policy, guest: Guest): EvaluationError | undefined {
  const refusals = dialectsOf(guest).map((dialect) => findEngineError(policy, dialect, guest));
  if (refusals.includes(undefined)) return undefined;
  return findEngineError(policy, policy.for(guest).dialect, guest);
}

/** As the guest reads it; what it refuses has no reading, and is read as it is meant. */
export function readFor(policy: Policy, guest: Guest): Module {
  return refusalBy(policy, guest) === undefined ? policy.for(guest) : policy.meant;
}

function refusalOf(module: Module, text: string, builtins: ReadonlySet<string>): EvaluationError | undefined {
  if (module.problems.length === 0 && module.rules.length > maxRules) return undefined;
  return loadModules([{ module, text }], { builtins }).error;
}
