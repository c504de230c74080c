/**
 * Evaluates a policy in the same way as the agent: with its state, with AllowRequestsFailingPolicy, and with a
 * replacement policy after SetPolicyRequest. Source: kata-containers src/agent/policy/src/policy.rs (allow_request,
 * set_policy); domain/04-agent-policy.md 4.1.
 */
import * as l10n from '@vscode/l10n';
import { allowFailingName } from '#core/agent/endpoints/endpoints.ts';
import type { Dialect } from '#core/agent/policyEngines.ts';
import { getGuest } from '#core/agent/guests.ts';
import type { Release } from '#core/product/releases.ts';
import type { Module } from '../rego/syntax/ast.ts';
import { evaluateRequest, type ConditionFailure } from '../rego/evaluate/evaluate.ts';
import type { EvaluationLimits } from '../rego/evaluate/limits.ts';
import type { EvaluationObserver } from '../rego/evaluate/observer.ts';
import { loadModules, type EvaluationError, type Loaded } from '../rego/evaluate/load.ts';
import { emptyObject, RegoObject, getTypeName, type RegoValue } from '../rego/values/values.ts';
import { builtinsOf } from '../model/engineVerdict.ts';
import { Policy } from '../model/policy.ts';
import { initialData, patched } from './replayState.ts';

/** Dialect and built-in functions for evaluating a policy. */
export interface GuestDialect {
  /** Dialect to use. If undefined, the dialect that the author seems to intend is used. */
  readonly dialect: Dialect | undefined;
  readonly builtins: ReadonlySet<string>;
}

/** Returns the dialect of the guest of a release, or the selected one. */
export function createGuestDialect(release: Release, dialect?: Dialect): GuestDialect {
  const guest = getGuest(release);
  return { dialect: dialect ?? (guest.dialect === 'depends' ? undefined : guest.dialect), builtins: builtinsOf(guest) };
}

/** Returns the module that a guest with this dialect evaluates. */
export function moduleIn(policy: Policy, { dialect }: GuestDialect): Module {
  return dialect === undefined ? policy.meant : policy.in(dialect);
}

/** The agent's verdict on a request. */
export interface AgentVerdict {
  /** Null if the agent reports an error, for example because no rule decides. */
  readonly result: boolean | null;
  readonly prints: readonly string[];
  readonly failures: readonly ConditionFailure[];
  /** Reason for the error, unless no rule decides. */
  readonly error?: string;
  /** True if the policy denied the request, but AllowRequestsFailingPolicy allowed it. */
  readonly letThrough?: boolean;
}

/** Name under which the agent loads the policy of a SetPolicyRequest. The output of `print` contains it. */
export const policyName = 'agent_policy';

export class AgentSession {
  readonly #reading: GuestDialect;
  readonly #limits: EvaluationLimits;
  #policy: Policy | undefined;
  #loaded: Loaded | undefined;
  #data: RegoValue = initialData;
  #allowFailures = false;
  #observed: { readonly policy: Policy; readonly observer: EvaluationObserver } | undefined;

  constructor(reading: GuestDialect, limits: EvaluationLimits) {
    this.#reading = reading;
    this.#limits = limits;
  }

  /** Observes the following requests that this policy evaluates. Without a policy, observes none. */
  observe(policy?: Policy, observer?: EvaluationObserver): void {
    this.#observed = policy === undefined || observer === undefined ? undefined : { policy, observer };
  }

  /** Active policy. Undefined if the last one couldn't be loaded. */
  get policy(): Policy | undefined {
    return this.#loaded === undefined ? undefined : this.#policy;
  }

  /**
   * True if AllowRequestsFailingPolicy is in effect: the agent allows every request, even if the policy denies it or no
   * rule decides it.
   */
  get allowsFailures(): boolean {
    return this.#allowFailures;
  }

  /** Current state. */
  get data(): RegoValue {
    return this.#data;
  }

  set data(data: RegoValue) {
    this.#data = data;
  }

  /** Replaces the policy. If it can't be loaded, no policy is active. */
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

  /** Evaluates a request. If the policy allows SetPolicyRequest, replaces the policy. */
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
      ...(explain && this.#observed?.policy === this.#policy ? { observer: this.#observed?.observer } : {}),
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

  /** Returns the verdict of an object result, or an error message if it is invalid. */
  #object(value: RegoValue): boolean | string {
    if (!(value instanceof RegoObject)) return wrongResult(value);
    const allowed = value.get('allowed');
    if (typeof allowed !== 'boolean') return wrongResult(value);
    const ops = value.get('ops');
    if (!allowed || ops === undefined || ops === null) return allowed;
    const { data, problem } = patched(this.#data, ops);
    if (data === undefined) return l10n.t("Can't apply `ops` to the state: {0}.", problem);
    this.#data = data;
    return true;
  }
}

function wrongResult(value: RegoValue): string {
  return l10n.t(
    'The result must be a Boolean or an object with a Boolean `allowed`, but it has the type {0}.',
    getTypeName(value),
  );
}
