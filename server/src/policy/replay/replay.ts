/**
 * Replays recorded requests in order, with a policy and the state that the policy keeps. For requests that aren't
 * allowed, determines which conditions of the policy failed.
 */
import * as l10n from '@vscode/l10n';
import type { ConditionFailure } from '../rego/evaluate/evaluate.ts';
import { defaultLimits, type EvaluationLimits } from '../rego/evaluate/limits.ts';
import type { EvaluationObserver } from '../rego/evaluate/observer.ts';
import type { RegoValue } from '../rego/values/values.ts';
import type { Span } from '#server/engine/text/span.ts';
import type { Policy } from '../model/policy.ts';
import type { ReplayRequest } from './replayLog.ts';
import { AgentSession, moduleIn, type AgentVerdict, type GuestDialect } from './replaySession.ts';
import { computeStaticVerdicts } from '../table/tableVerdicts.ts';
import { explainOtherCause } from './denialCause.ts';

/** Reason why a request wasn't allowed, as a range in the policy. */
export interface ReplayFailure extends Span {
  readonly message: string;
}

/** Result of a recorded request. Offsets refer to the given policy. */
export interface Replayed {
  readonly endpoint: string;
  readonly input: RegoValue | undefined;
  readonly line: number;
  readonly result: boolean | null;
  readonly prints: readonly string[];
  readonly failures: readonly ReplayFailure[];
  readonly error?: string;
  /** Requests for which the policy needs a default, so that the agent denies them without an error. */
  readonly missingDefaults?: readonly string[];
}

export interface ReplayOptions {
  readonly reading: GuestDialect;
  readonly limits?: EvaluationLimits;
  /** State before the first request. The default is the agent's initial state. */
  readonly data?: RegoValue;
  /** Called between two requests. Return false to stop. */
  readonly mayGoOn?: () => boolean;
  /** Returns the observer of a request, by its index. */
  readonly observerFor?: (index: number) => EvaluationObserver | undefined;
}

/** Result at the end of the replay. */
export interface ReplayEnd {
  readonly problem?: string;
}

const maxFailures = 50;
/**
 * Maximum number of requests that exceed the evaluation limits. After that, the policy itself is considered too
 * expensive.
 */
const maxStopped = 5;

/** Replays one request per step, so that the caller can run other work between the steps. */
export function* replaySteps(
  policy: Policy,
  requests: Iterable<ReplayRequest>,
  options: ReplayOptions,
): Generator<Replayed, ReplayEnd, undefined> {
  const { reading, limits = defaultLimits, mayGoOn = () => true } = options;
  const session = new AgentSession(reading, limits);
  const refusal = session.set(policy);
  if (options.data !== undefined) session.data = options.data;
  let stopped = 0;
  let index = 0;
  for (const request of requests) {
    if (!mayGoOn()) return { problem: l10n.t`Timed out before all requests were evaluated.` };
    session.observe(policy, options.observerFor?.(index));
    index += 1;
    const entry = replayOne(session, policy, request, reading);
    if (entry.error?.startsWith('stopped') === true) stopped += 1;
    yield entry;
    if (stopped >= maxStopped)
      return {
        problem: l10n.t`The policy repeatedly exceeds the evaluation limits. The remaining requests weren't replayed.`,
      };
  }
  return refusal === undefined
    ? {}
    : { problem: l10n.t`The guest rejects this policy, so every request fails: ${refusal.message}` };
}

/** Replays all requests at once. */
export function replay(
  policy: Policy,
  requests: Iterable<ReplayRequest>,
  options: ReplayOptions,
): ReplayEnd & { readonly entries: readonly Replayed[] } {
  const entries: Replayed[] = [];
  const steps = replaySteps(policy, requests, options);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return { ...step.value, entries };
    entries.push(step.value);
  }
}

function replayOne(
  session: AgentSession,
  policy: Policy,
  { endpoint, input, line, printed, denial }: ReplayRequest,
  reading: GuestDialect,
): Replayed {
  if (input === undefined)
    return {
      ...((denial === undefined ? undefined : explainOtherCause(policy, denial, reading)) ??
        fromMessage(policy, endpoint, reading)),
      endpoint,
      input,
      line,
      prints: printed === undefined ? [] : [printed],
    };
  const asked = session.policy;
  const { result, prints, failures, error } = session.ask(endpoint, input);
  // SetPolicyRequest has replaced the policy, so ranges in its text are unavailable.
  const own = result !== true && asked === policy ? failuresOf(policy, endpoint, { failures, result }, reading) : [];
  const isUndefined = result === null && error === undefined && asked === policy;
  return {
    endpoint,
    input,
    line,
    result,
    prints,
    failures: own,
    ...(error === undefined ? {} : { error }),
    ...(isUndefined ? { missingDefaults: [endpoint] } : {}),
  };
}

/** Returns the first failed statement of each rule body, starting with the request's own rules. */
export function failuresOf(
  policy: Policy,
  endpoint: string,
  answer: Pick<AgentVerdict, 'failures' | 'result'>,
  reading: GuestDialect,
): readonly ReplayFailure[] {
  const all = answer.failures.filter(({ source }) => source === 0);
  const ordered = [...all.filter(({ rule }) => rule === endpoint), ...all.filter(({ rule }) => rule !== endpoint)];
  if (ordered.length > 0)
    return ordered.slice(0, maxFailures).map((failure) => inWords(policy.text, endpoint, failure));
  const span = computeStaticVerdicts(moduleIn(policy, reading), policy.text).get(endpoint)?.span;
  return span === undefined
    ? []
    : [
        {
          ...span,
          message:
            answer.result === false
              ? l10n.t`No rule allows the request, so the policy returns this value.`
              : l10n.t`This rule returns no result, so the agent denies the request.`,
        },
      ];
}

function inWords(text: string, endpoint: string, { rule, statement, reason }: ConditionFailure): ReplayFailure {
  const { start, end } = statement;
  const written = text
    .slice(start, Math.min(end, start + 120))
    .replace(/\s+/g, ' ')
    .trim();
  const shown = end - start > 120 ? `${written}…` : written;
  return { start, end, message: failureWords(shown, reason, rule === endpoint ? undefined : rule) };
}

function failureWords(shown: string, reason: ConditionFailure['reason'], rule: string | undefined): string {
  const message =
    reason === 'false'
      ? l10n.t('`{0}` is false.', shown)
      : l10n.t("`{0}` is undefined because a value in it doesn't exist.", shown);
  return rule === undefined ? message : `${rule}: ${message}`;
}

/** Returns the result for a denial message, which doesn't contain the request. */
function fromMessage(
  policy: Policy,
  endpoint: string,
  reading: GuestDialect,
): Pick<Replayed, 'result' | 'failures' | 'error'> {
  const module = moduleIn(policy, reading);
  const { verdict, span } = computeStaticVerdicts(module, policy.text).get(endpoint) ?? { verdict: 'undefined' };
  switch (verdict) {
    case 'allowed':
      return {
        result: true,
        failures: [],
        error: l10n.t`This policy allows the request. The guest that denied it has a different policy.`,
      };
    case 'denied':
      return {
        result: false,
        failures: span === undefined ? [] : [{ ...span, message: l10n.t`This rule denies every request.` }],
      };
    case 'conditional': {
      const conditions = module.rules
        .filter(({ isDefault, head: { ref } }) => !isDefault && ref.kind === 'variable' && ref.name === endpoint)
        .flatMap(({ bodies }) => bodies.flatMap(({ query }) => query ?? []));
      const message = l10n.t`This condition might have failed. The denial message doesn't contain the request, so the condition can't be evaluated.`;
      return {
        result: false,
        failures: conditions.slice(0, maxFailures).map(({ start, end }) => ({ start, end, message })),
      };
    }
    default:
      return { result: null, failures: [] };
  }
}
