/**
 * A policy as the agent asks it: with its state, with AllowRequestsFailingPolicy, and with another policy in its place
 * after SetPolicyRequest. Source: kata-containers src/agent/policy/src/policy.rs (allow_request, set_policy);
 * domain/04-agent-policy.md 4.1.
 */
import * as l10n from '@vscode/l10n';
import { allowFailingName } from '#core/agent/endpoints/endpoints.ts';
import type { Dialect } from '#core/agent/policyEngines.ts';
import { getGuest } from '#core/agent/guests.ts';
import type { Release } from '#core/product/releases.ts';
import type { Module } from '../rego/syntax/ast.ts';
import { evaluateRequest, type ConditionFailure } from '../rego/evaluate/evaluate.ts';
import type { EvaluationLimits } from '../rego/evaluate/limits.ts';
import { loadModules, type EvaluationError, type Loaded } from '../rego/evaluate/load.ts';
import { emptyObject, RegoObject, getTypeName, type RegoValue } from '../rego/values/values.ts';
import { builtinsOf } from '../model/engineVerdict.ts';
import { Policy } from '../model/policy.ts';
import { initialData, patched } from './replayState.ts';

/** How a policy is read. */
export interface GuestDialect {
  /** Left out: as it is meant. */
  readonly dialect: Dialect | undefined;
  readonly builtins: ReadonlySet<string>;
}

/** As the guest of a release reads it, or in the dialect that somebody chose. */
export function createGuestDialect(release: Release, dialect?: Dialect): GuestDialect {
  const guest = getGuest(release);
  return { dialect: dialect ?? (guest.dialect === 'depends' ? undefined : guest.dialect), builtins: builtinsOf(guest) };
}

/** The module that such a guest reads. */
export function moduleIn(policy: Policy, { dialect }: GuestDialect): Module {
  return dialect === undefined ? policy.meant : policy.in(dialect);
}

/** What the agent makes of a request. */
export interface AgentVerdict {
  /** Null: an error for the agent, as when nothing in the policy decides. */
  readonly result: boolean | null;
  readonly prints: readonly string[];
  readonly failures: readonly ConditionFailure[];
  /** Why it is an error, apart from nothing that decides. */
  readonly error?: string;
  /** It was denied, but AllowRequestsFailingPolicy lets it through. */
  readonly letThrough?: boolean;
}

/** The name under which the agent loads what SetPolicyRequest brings: prints show it. */
export const policyName = 'agent_policy';

export class AgentSession {
  readonly #reading: GuestDialect;
  readonly #limits: EvaluationLimits;
  #policy: Policy | undefined;
  #loaded: Loaded | undefined;
  #data: RegoValue = initialData;
  #allowFailures = false;

  constructor(reading: GuestDialect, limits: EvaluationLimits) {
    this.#reading = reading;
    this.#limits = limits;
  }

  /** The policy that is asked now; undefined when the last one could not be loaded. */
  get policy(): Policy | undefined {
    return this.#loaded === undefined ? undefined : this.#policy;
  }

  /** The policy lets everything through that it does not decide, or denies. */
  get allowsFailures(): boolean {
    return this.#allowFailures;
  }

  /** The state as it is, or as it is to be. */
  get data(): RegoValue {
    return this.#data;
  }

  set data(data: RegoValue) {
    this.#data = data;
  }

  /** Puts a policy in the place of the one before. Where it cannot be loaded, none is left. */
  set(policy: Policy): EvaluationError | undefined {
    this.#policy = policy;
    this.#data = initialData;
    this.#allowFailures = false;
    const loaded = loadModules([{ module: moduleIn(policy, this.#reading), text: policy.text, name: policyName }], {
      builtins: this.#reading.builtins,
    });
    if (loaded.error !== undefined) {
      this.#loaded = undefined;
      return loaded.error;
    }
    this.#loaded = loaded;
    this.#allowFailures = this.#decide(allowFailingName, emptyObject, false).result === true;
    return undefined;
  }

  /** Puts a request to the policy; what SetPolicyRequest brings takes its place when the policy allows it. */
  ask(endpoint: string, input: RegoValue): AgentVerdict {
    const answer = this.#decide(endpoint, input, true);
    if (endpoint !== 'SetPolicyRequest' || answer.result !== true) return answer;
    const text = input instanceof RegoObject ? input.get('policy') : undefined;
    if (typeof text !== 'string') return answer;
    const refusal = this.set(new Policy(text));
    return refusal === undefined
      ? answer
      : { ...answer, error: l10n.t`Can't load the new policy, so no policy is active: ${refusal.message}` };
  }

  #decide(endpoint: string, input: RegoValue, explain: boolean): AgentVerdict {
    if (this.#loaded === undefined)
      return {
        result: null,
        prints: [],
        failures: [],
        error: l10n.t`No policy is active because the last one couldn't be loaded.`,
      };
    const evaluation = evaluateRequest(this.#loaded, {
      rule: endpoint,
      input,
      data: this.#data,
      limits: this.#limits,
      explain,
    });
    const { prints, failures } = evaluation;
    if (evaluation.error !== undefined) return { result: null, prints, failures, error: evaluation.error.message };
    const { value } = evaluation;
    if (value === undefined)
      return this.#allowFailures
        ? { result: true, prints, failures, letThrough: true }
        : { result: null, prints, failures };
    const outcome = typeof value === 'boolean' ? value : this.#object(value);
    if (typeof outcome === 'string') return { result: null, prints, failures, error: outcome };
    return !outcome && this.#allowFailures
      ? { result: true, prints, failures, letThrough: true }
      : { result: outcome, prints, failures };
  }

  /** Allowed or not, as an object says it; or why it cannot be understood. */
  #object(value: RegoValue): boolean | string {
    if (!(value instanceof RegoObject))
      return l10n.t(
        'The result must be a Boolean or an object with `allowed`, but its type is {0}.',
        getTypeName(value),
      );
    const allowed = value.get('allowed');
    if (typeof allowed !== 'boolean') return l10n.t('The result is an object without a Boolean `allowed`.');
    const ops = value.get('ops');
    if (!allowed || ops === undefined || ops === null) return allowed;
    const { data, problem } = patched(this.#data, ops);
    if (data === undefined) return l10n.t("Can't apply `ops` to the state: {0}.", problem);
    this.#data = data;
    return true;
  }
}
