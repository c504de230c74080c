/**
 * Creates the policy table: the verdict for each agent request in the guest of a release, and the verdicts of another
 * policy for comparison.
 */
import * as l10n from '@vscode/l10n';
import {
  defaultPolicies,
  defaultPolicy,
  defaultPolicyIds,
  getDefaultVerdict,
  type DefaultPolicyId,
} from '#core/agent/defaultPolicies.ts';
import { renderDefaultPolicy } from '#core/agent/defaultPolicyTexts.ts';
import type { AgentEndpoint } from '#core/agent/endpoints/endpoint.ts';
import { allowFailingName, policyPackage, requestEndpoints } from '#core/agent/endpoints/endpoints.ts';
import { getGuest, type Guest } from '#core/agent/guests.ts';
import { bakedBy } from '#core/agent/policyDelivery.ts';
import { policyDataAt } from '#core/agent/inputs/policyDataFields.ts';
import type { Release } from '#core/product/releases.ts';
import type { PolicyVerdict } from '#server/protocol/protocol.ts';
import type { Module } from '../rego/syntax/ast.ts';
import { findUnknownFunctions } from '../rego/compile/unknownFunctions.ts';
import type { Span } from '#server/engine/text/span.ts';
import { tableLimits } from '../evaluationWorker/evaluationLimits.ts';
import { builtinsOf, readFor, refusalBy, findEngineError } from '../model/engineVerdict.ts';
import { Policy } from '../model/policy.ts';
import { AgentSession } from '../replay/replaySession.ts';
import { isAgentPackage, computeStaticVerdicts, type StaticVerdict } from './tableVerdicts.ts';
import { verdictNames } from '#core/agent/verdicts.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/** Row for one agent request. The span is in the policy text. */
export interface TableRow {
  readonly endpoint: string;
  readonly verdict: PolicyVerdict;
  /** Rule or default that decides the request. Undefined if none does. */
  readonly span?: Span;
  readonly summary: string;
  readonly consequence: string;
  readonly risky: boolean;
}

/** Policy to compare with: the ID of a default policy, or text with a title. */
export type ComparisonBase = DefaultPolicyId | { readonly title: string; readonly text: string };

/** Returns the verdict for each request, in the order in which a pod sends them. */
export function createPolicyTable(policy: Policy, release: Release): readonly TableRow[] {
  const verdicts = getVerdicts(policy, getGuest(release));
  return requestEndpoints.map((row) => {
    const { verdict, span } = verdicts(row.name);
    const { name, summary, risk } = row;
    return {
      endpoint: name,
      verdict,
      ...(span === undefined ? {} : { span }),
      summary: summary(),
      consequence: consequenceOf(row, verdict),
      risky: risk !== 'low',
    };
  });
}

/**
 * Explains why the guest rejects the policy or evaluates it differently than written, in one line. Returns undefined if
 * there is no problem.
 */
export function describePolicyProblem(policy: Policy, release: Release): string | undefined {
  const guest = getGuest(release);
  const module = policy.for(guest);
  const refusal = refusalBy(policy, guest);
  if (refusal !== undefined) {
    const line = lineOf(policy.text, refusal.span.start);
    return l10n.t`The guest rejects this policy (line ${line}: ${withoutStop(refusal.message)}). The displayed verdicts are the intended ones.`;
  }
  const [missing] = findUnknownFunctions([module], { builtins: builtinsOf(guest) });
  if (missing !== undefined) {
    return l10n.t`The guest doesn't support the function ${missing.name} (line ${lineOf(policy.text, missing.span.start)}). Requests that reach this call fail.`;
  }
  if (!isAgentPackage(module))
    return l10n.t`The package must be ${policyPackage}. The agent ignores other packages, so every request fails.`;
  return dialectNote(policy, release);
}

/** Returns a function that returns the verdict of the comparison policy for a request name. */
export function getBaseVerdicts(base: ComparisonBase, release: Release): (endpoint: string) => PolicyVerdict {
  if (typeof base !== 'string') {
    const verdicts = getVerdicts(new Policy(base.text), getGuest(release));
    return (name) => verdicts(name).verdict;
  }
  const text = renderDefaultPolicy(base);
  // genpolicy rules are generated for one pod, so requests that its settings cover depend on the pod.
  const ruled = new Set([
    'CreateSandboxRequest',
    ...(policyDataAt(['request_defaults']) ?? []).map(({ name }) => name),
  ]);
  if (text === undefined) return (name) => (ruled.has(name) ? 'conditional' : plain(getDefaultVerdict(base, name)));
  const verdicts = computeStaticVerdicts(new Policy(text).in('v1'), text);
  return (name) => verdicts.get(name)?.verdict ?? 'undefined';
}

/** Lists the policies to compare with. */
export const listBases = (): readonly { readonly id: string; readonly title: string }[] =>
  defaultPolicies.map(({ id, title }) => ({ id, title: title() }));

/** Returns the default policy with this ID. Returns undefined if the ID is unknown. */
export function baseNamed(id: string): DefaultPolicyId | undefined {
  return defaultPolicyIds.find((known) => known === id);
}

/**
 * Returns the policy to compare with: the one in the images of a release or, if it isn't known, the newest known one.
 * Its title contains its release.
 */
export function getDefaultBase(release: Release): DefaultPolicyId {
  return bakedBy(release) ?? 'osc-1.12';
}

/** Returns the title of a comparison policy. */
export function getBaseTitle(base: ComparisonBase): string {
  return typeof base === 'string' ? (defaultPolicy(base)?.title?.() ?? base) : base.title;
}

/** Describes the Rego dialect of the guest of a release. */
export function describeGuest(guest: Guest): string {
  return `${guest.dialect === 'depends' ? l10n.t`Rego v0 or v1.` : `Rego ${guest.dialect}.`}${getSentenceSeparator()}${guest.why()}`;
}

function plain(verdict: boolean | undefined): PolicyVerdict {
  return verdict === undefined ? 'undefined' : verdict ? 'allowed' : 'denied';
}

/** Returns a function that returns the verdict of the policy for a request name, in a guest. */
export function getVerdicts(policy: Policy, guest: Guest): (name: string) => StaticVerdict {
  const module = readFor(policy, guest);
  const verdicts = computeStaticVerdicts(module, policy.text, guest.copyFile);
  const own = (name: string): StaticVerdict => verdicts.get(name) ?? { verdict: 'undefined' };
  const failing = own(allowFailingName);
  if (!letsFail(failing.verdict, policy, module, guest)) return own;
  return (name) => {
    const found = own(name);
    return found.verdict === 'allowed'
      ? found
      : { verdict: 'allowed', ...(failing.span === undefined ? {} : { span: failing.span }) };
  };
}

/**
 * Returns whether the policy enables AllowRequestsFailingPolicy. The agent evaluates this rule once, when it loads the
 * policy.
 */
function letsFail(verdict: PolicyVerdict, policy: Policy, module: Module, guest: Guest): boolean {
  if (
    verdict === 'undefined' &&
    !module.rules.some(({ head: { ref } }) => ref.kind === 'variable' && ref.name === allowFailingName)
  )
    return false;
  const session = new AgentSession({ dialect: module.dialect, builtins: builtinsOf(guest) }, tableLimits);
  return session.set(policy) === undefined && session.allowsFailures;
}

/**
 * Explains how verdicts of the policy depend on the Rego dialect of the guest. Everything that shows verdicts shows
 * this note. Returns undefined if nothing depends on the dialect, or if the guest rejects the policy in every dialect.
 */
export function dialectNote(policy: Policy, release: Release): string | undefined {
  const guest = getGuest(release);
  if (refusalBy(policy, guest) !== undefined) return undefined;
  return guest.dialect === 'depends'
    ? unknownDialectNote(policy, release, guest)
    : oldDialectNote(policy, release, guest);
}

/**
 * Explains which verdicts of a guest with Rego v0 differ from those in Rego v1, if the policy appears to be written for
 * v1.
 */
function oldDialectNote(policy: Policy, release: Release, { dialect }: Guest): string | undefined {
  const v1 = dialect === 'v0' && policy.in('v1').problems.length === 0 ? policy.in('v1') : undefined;
  const changed = v1 === undefined ? [] : changedBetween(policy.text, policy.in('v0'), v1);
  return changed.length === 0
    ? undefined
    : l10n.t(
        'The OSC {0} guest uses Rego v0, which requires imports for `if` and `in`. Without them, some verdicts differ from the intended ones: {1}.',
        release.id,
        listed(changed),
      );
}

/** Explains which verdicts differ if the guest uses the other dialect, for which no verdicts are displayed. */
function unknownDialectNote(policy: Policy, release: Release, guest: Guest): string | undefined {
  const [v0, v1] = [policy.in('v0'), policy.in('v1')];
  const refusals = [findEngineError(policy, 'v0', guest), findEngineError(policy, 'v1', guest)];
  const unknown = l10n.t`The Rego version of the OSC ${release.id} guest is unknown.`;
  const shown = policy.for(guest).dialect;
  for (const [refusal, refused, sound] of [[refusals[0], 'v0', 'v1'] as const, [refusals[1], 'v1', 'v0'] as const]) {
    if (refusal === undefined) continue;
    const line = lineOf(policy.text, refusal.span.start);
    const said = shown === refused ? refused : sound;
    return `${unknown}${getSentenceSeparator()}${l10n.t`A guest with Rego ${refused} rejects this policy (line ${line}). The displayed verdicts apply to guests with Rego ${said}.`}`;
  }
  const [here, there] = shown === 'v1' ? [v0, v1] : [v1, v0];
  const changed = changedBetween(policy.text, here, there);
  return changed.length === 0
    ? undefined
    : `${unknown}${getSentenceSeparator()}${l10n.t`With Rego ${here.dialect}, these verdicts differ from those displayed: ${listed(changed)}.`}`;
}

/**
 * Returns the requests whose verdicts differ between two interpretations of the text, with the verdict in the first
 * one.
 */
function changedBetween(text: string, one: Module, other: Module): readonly string[] {
  const [first, second] = [computeStaticVerdicts(one, text), computeStaticVerdicts(other, text)];
  return requestEndpoints.flatMap(({ name }) => {
    const [here, there] = [first.get(name)?.verdict ?? 'undefined', second.get(name)?.verdict ?? 'undefined'];
    return here === there ? [] : [verdictSaid(name, here)];
  });
}

function verdictSaid(name: string, verdict: PolicyVerdict): string {
  return `${name}: ${verdictNames[verdict]()}`;
}

/** Removes the period from a sentence that is embedded in another. */
function withoutStop(sentence: string): string {
  return sentence.replace(/[.。]$/, '');
}

/** Returns whether the guest rejects the policy, so that every request fails. */
export function isRefused(policy: Policy, release: Release): boolean {
  return refusalBy(policy, getGuest(release)) !== undefined;
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ');
  return names.length > 3 ? l10n.t`${shown}, and ${names.length - 3} more` : shown;
}

function consequenceOf({ whenAllowed, whenDenied, risk }: AgentEndpoint, verdict: PolicyVerdict): string {
  switch (verdict) {
    case 'allowed':
      return whenAllowed();
    case 'denied':
      return whenDenied();
    case 'conditional':
      return risk === 'low'
        ? l10n.t`Depends on the request. If denied: ${whenDenied()}`
        : l10n.t`Depends on the request. If allowed: ${whenAllowed()}`;
    default:
      return `${l10n.t`No rule or default in the policy applies to this request, so the agent rejects the request with an error.`}${getSentenceSeparator()}${whenDenied()}`;
  }
}
