/**
 * Explains denials of requests by the agent policy. Sources: domain/11-newer-releases.md 11.7;
 * domain/04-agent-policy.md 4.6.
 */
import * as l10n from '@vscode/l10n';
import { findEndpoint } from '../../agent/endpoints/endpoints.ts';
import { getPolicyOrigin, type PolicyOrigin } from '../../agent/denials/policyOrigin.ts';
import { readDenials, type DenialPrint, type PolicyDenial } from '../../agent/denials/readDenials.ts';
import { policyAnnotationKey } from '../../agent/policyDelivery.ts';
import { customizingAgentPolicy } from '../../product/docSections.ts';
import { listMissingDefaults, meansMissingRule } from '../../agent/endpoints/newerDefaults.ts';
import type { Explanation } from '../explanation.ts';
import type { Message } from '../../text/message.ts';
import { joinSentences } from '../../text/grammar.ts';
import type { TextRange } from '../../text/parsedText.ts';
import { formatNames } from '../../text/phrases.ts';
import { sanitizeLine } from '../../text/sanitize.ts';

/** Maximum number of characters of a print in an explanation. */
const maxPrint = 300;

const origins: Readonly<Record<PolicyOrigin, Message>> = {
  annotation: () => l10n.t("The policy is in the pod's policy annotation."),
  image: () => l10n.t('The policy is the default policy in the VM image, not one of your files.'),
  initdata: () => l10n.t("The policy is policy.rego in the pod's initdata, or in INITDATA of peer-pods-cm."),
  contrast: () => l10n.t('The policy is in the initdata that Contrast generated.'),
  other: () => l10n.t`The agent setting ${'KATA_AGENT_POLICY_FILE'} specifies this policy file.`,
};

/** Explains a denial: what the request does, what fails, which line of which policy printed the reason, what to do. */
export function explainDenial(denial: PolicyDenial): Explanation {
  if (denial.kind === 'error') return explainError(denial);
  if (denial.request === 'SetPolicyRequest') return explainSetPolicy(denial);
  const initdata = denial.prints.find(({ text }) => text.startsWith(initdataFailure));
  if (initdata !== undefined) return explainInitdataFailure(denial, initdata);
  const [print] = denial.prints;
  return {
    health: 'failed',
    headline: l10n.t`The agent policy denies ${denial.request}`,
    meaning: joinSentences(...describeRequest(denial.request), ...describePrints(denial)),
    todo: joinSentences(changePolicy(print), replayCommand()),
    docs: customizingAgentPolicy,
  };
}

/** A denial in a message of the kubelet or the container runtime. */
export interface DenialInMessage {
  readonly request: string;
  /** The denial as the agent reports it, such as `CreateContainerRequest is blocked by policy: no rule`. */
  readonly text: string;
  readonly explanation: Explanation;
}

/** Finds and explains the first denial in a message. Returns undefined if the message contains none. */
export function findDenial(message: string): DenialInMessage | undefined {
  const [denial] = readDenials(message, 1);
  return denial === undefined
    ? undefined
    : {
        request: denial.request,
        text: message.slice(denial.start, denial.end),
        explanation: explainDenial(denial),
      };
}

/** Start of the print with which Contrast's agent denies all requests if it can't process initdata. */
const initdataFailure = 'Internal error: handling initdata';

function explainSetPolicy(denial: PolicyDenial): Explanation {
  return {
    health: 'failed',
    headline: l10n.t`The agent policy denies ${'SetPolicyRequest'}`,
    meaning: joinSentences(
      l10n.t(
        'The pod has a policy in the annotation {0}, but the policy in the image denies SetPolicyRequest.',
        policyAnnotationKey,
      ),
      l10n.t("The sandbox isn't created, and the pod doesn't start."),
      ...(denial.detail === '' ? [] : describePrints(denial)),
    ),
    todo: l10n.t(
      'Remove the annotation, and put the policy in initdata. To see the annotation and the initdata of the pod, run `oc get pod {0} -o yaml`.',
      '<pod>',
    ),
    docs: customizingAgentPolicy,
  };
}

function explainInitdataFailure({ request }: PolicyDenial, { text }: DenialPrint): Explanation {
  return {
    health: 'failed',
    headline: l10n.t`The guest can't process initdata`,
    meaning: joinSentences(
      l10n.t`The agent denies ${request} and all other requests because it couldn't process initdata. The policy isn't the cause.`,
      l10n.t`Error: ${sanitizeLine(text.slice(initdataFailure.length).replace(/^:?\s*/, ''), maxPrint)}.`,
    ),
    todo: l10n.t(
      'Correct the initdata, and recreate the pod. To check the initdata, run `osc-tools initdata verify initdata.toml`.',
    ),
    docs: customizingAgentPolicy,
  };
}

function explainError(denial: PolicyDenial): Explanation {
  const { request, detail } = denial;
  if (meansMissingRule(detail)) return explainMissingRule(denial);
  return {
    health: 'failed',
    headline: l10n.t`The agent can't evaluate the policy for ${request}`,
    meaning: joinSentences(
      l10n.t(
        'The policy has no rule for the request, or the rule returns several values or a value of the wrong type. The agent rejects the request with an error.',
      ),
      ...describeRequest(request),
      ...(detail === '' ? [] : [l10n.t`Error: ${sanitizeLine(detail, maxPrint)}.`]),
    ),
    todo: l10n.t(
      'Add a rule or a default for the request. To see which requests have no rule, run `osc-tools policy table policy.rego`.',
    ),
    docs: customizingAgentPolicy,
  };
}

function explainMissingRule({ request, detail }: PolicyDenial): Explanation {
  const names = [...new Set([request, ...listMissingDefaults()])];
  return {
    health: 'failed',
    headline: l10n.t`The agent policy has no rule for ${request}`,
    meaning: joinSentences(
      l10n.t`Either the policy has no rule for the request, or the rule has no default and no condition is met. Policies that are older than the agent can lack rules.`,
      ...describeRequest(request),
      l10n.t`Error: ${sanitizeLine(detail, maxPrint)}.`,
    ),
    todo: joinSentences(
      l10n.t`If the policy has no rule for these requests, add defaults with the value false: ${formatNames(names, names.length)}.`,
      l10n.t(
        'Example: `{0}`. To see which requests have no rule, run `osc-tools policy table policy.rego`.',
        `default ${request} := false`,
      ),
    ),
    docs: customizingAgentPolicy,
  };
}

/** The error of an agent whose policy returns no value. The number is the number of results. */
const noValue = /unexpected eval_query result len(?!\w)(?:[:\s]{0,3}(\d{1,9}))?/;

/**
 * Explains the error of an agent whose policy returns no value, in a text that doesn't name the request. Returns
 * undefined for other texts.
 */
export function explainMissingValue(text: string): (Explanation & TextRange) | undefined {
  const match = noValue.exec(text);
  const [found = '', count = '0'] = match ?? [];
  if (match === null || Number(count) > 0) return undefined;
  const names = listMissingDefaults();
  return {
    start: match.index,
    end: match.index + found.length,
    health: 'failed',
    headline: l10n.t`The agent policy has no default for the request`,
    meaning: joinSentences(
      l10n.t`Either the policy has no rule for the request, or the rule has no default and no condition is met. Policies that are older than the agent can lack rules.`,
      l10n.t`The agent rejects the request with an error. The text doesn't include the request, which is before "internal error policy check" in the message of the agent.`,
    ),
    todo: joinSentences(
      l10n.t`If the policy has no rule for these requests, add defaults with the value false: ${formatNames(names, names.length)}.`,
      l10n.t('To see which requests have no rule, run `osc-tools policy table policy.rego`.'),
    ),
    docs: customizingAgentPolicy,
  };
}

/** Describes what a request does, and what happens if it's denied. */
function describeRequest(name: string): readonly string[] {
  const endpoint = findEndpoint(name);
  return endpoint === undefined ? [] : [`${name}: ${endpoint.summary()}`, endpoint.whenDenied()];
}

/** Maximum number of prints in an explanation. */
const mostPrints = 3;

function describePrints({ prints, detail }: PolicyDenial): readonly string[] {
  const [first] = prints;
  if (first === undefined)
    return [
      detail === ''
        ? l10n.t('The policy printed no reason.')
        : l10n.t`The policy printed "${sanitizeLine(detail, maxPrint)}".`,
    ];
  const lines = prints
    .slice(0, mostPrints)
    .map(
      ({ file, line, text }) =>
        l10n.t`Line ${line} of ${sanitizeLine(file, 200)} printed "${sanitizeLine(text, maxPrint)}".`,
    );
  return [...lines, origins[getPolicyOrigin(first.file)]()];
}

function changePolicy(print: DenialPrint | undefined): string {
  switch (print === undefined ? 'other' : getPolicyOrigin(print.file)) {
    case 'annotation':
      return l10n.t("Change the policy in the pod's policy annotation.");
    case 'image':
      return l10n.t('In initdata, provide a policy that allows the request.');
    case 'initdata':
    case 'contrast':
      return l10n.t('Change the policy in initdata.');
    default:
      return l10n.t("Change the policy in the pod's policy annotation or initdata.");
  }
}

function replayCommand(): string {
  return l10n.t(
    'To see the conditions that deny the request, save the denial message as message.txt, and run `osc-tools policy replay policy.rego message.txt`.',
  );
}
