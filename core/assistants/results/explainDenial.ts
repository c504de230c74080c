/** Creates the result of osc_explain_denial. */
import { readDenials } from '#core/agent/denials/readDenials.ts';
import type { Parsers } from '#core/redaction/index.ts';
import { explainDenial } from '#core/status/denials/explainDenial.ts';
import { formatCount } from '#core/text/formatCount.ts';
import { createToolError, createToolResult, type ToolResult } from '../toolResult.ts';

/** A request of the message, evaluated with the policy of the user. */
interface EvaluatedDenial {
  readonly request: string;
  readonly verdict: string;
  /** Conditions that fail, with the line in the policy, starting at 1. */
  readonly failures: readonly { readonly line: number; readonly message: string }[];
}

export interface DenialPolicy {
  readonly name: string;
  readonly release: string;
  /** Reason why the evaluation is incomplete, or undefined. */
  readonly problem?: string;
  readonly requests: readonly EvaluatedDenial[];
}

const mostDenials = 20;
const mostFailures = 10;

/**
 * Creates the result. If the text contains no denial, the result is an error.
 * @param policy the evaluation, if the input names a policy
 */
export function explainDenialResult(text: string, policy: DenialPolicy | undefined, parsers: Parsers): ToolResult {
  const denials = readDenials(text, mostDenials);
  if (denials.length === 0)
    return createToolError(
      'The text contains no denial message of the Kata agent, such as "CreateContainerRequest is blocked by policy".',
    );
  const explained = denials.map((denial) => ({ request: denial.request, kind: denial.kind, ...explainDenial(denial) }));
  const requests = (policy?.requests ?? []).slice(0, mostDenials);
  return createToolResult(
    {
      headline: `${formatCount(denials.length, 'denial')} explained.`,
      lines: [
        ...explained.flatMap(({ headline, meaning, todo }, index) => [
          `${index + 1}. ${headline}`,
          `  Meaning: ${meaning}`,
          ...(todo === undefined ? [] : [`  To do: ${todo}`]),
        ]),
        ...(policy === undefined
          ? ['To get the conditions that deny the request, call osc_explain_denial again with the path of the policy.']
          : [`With the policy ${policy.name} in the guest of OSC ${policy.release}:`]),
        ...(policy?.problem === undefined ? [] : [`  Problem: ${policy.problem}`]),
        ...requests.flatMap(({ request, verdict, failures }) => [
          `  ${request}: ${verdict}`,
          ...failures.slice(0, mostFailures).map(({ line, message }) => `    line ${line}: ${message}`),
        ]),
      ],
      data: {
        denials: explained.map(({ request, kind, headline, meaning, todo }) => ({
          request,
          kind,
          headline,
          meaning,
          todo: todo ?? null,
        })),
        policy: policy === undefined ? null : { ...policy, problem: policy.problem ?? null, requests },
      },
    },
    parsers,
  );
}
