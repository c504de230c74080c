/** Checks whether the policy of a pod allows a command in its containers. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { execEndpoint, execRequests, type ExecCommand } from '#core/agent/inputs/execRequests.ts';
import { verdictNames } from '#core/agent/verdicts.ts';
import { joinSentences } from '#core/text/grammar.ts';
import type { LspRange } from '#server/protocol/textEdit.ts';
import { evaluatePolicyRequest, type EvaluatedPolicy, type EvaluatedRequest } from '#server/protocol/evaluatePolicy.ts';
import type { SendServerRequest } from '#client/language/server/serverRequests.ts';
import type { PolicySearch } from './findPolicy.ts';

/** `unknown`: the policy can't be read. */
export type CheckVerdict = EvaluatedRequest['verdict'] | 'unknown';

/** The verdict about one request. */
export interface CheckLine {
  readonly endpoint: string;
  readonly verdict: CheckVerdict;
  /** The verdict in words. */
  readonly label: string;
  /** The consequence, and the reason if the request isn't allowed. Empty if the request is allowed. */
  readonly meaning: string;
  /** The deciding rule in the policy. */
  readonly range?: LspRange;
}

export interface PolicyCheck {
  readonly lines: readonly CheckLine[];
  /** Where the policy is. */
  readonly origin: string;
  /** The policy, if it can be read. */
  readonly text?: string;
  /** Other commands that the policy allows. */
  readonly commands: readonly (readonly string[])[];
  /** A problem with the policy, or a note about the verdicts. */
  readonly note?: string;
}

/** Evaluates the first policy that exists. */
export async function checkPolicy(
  ask: SendServerRequest,
  { policies, unknown }: PolicySearch,
  command: ExecCommand,
  release: string,
): Promise<PolicyCheck> {
  const requests = execRequests(command);
  for (const { encoding, policy, origin } of policies) {
    const evaluated = await ask(evaluatePolicyRequest, { encoding, policy, release, requests });
    // Initdata without a policy. The next policy applies.
    if (evaluated.text === undefined && evaluated.problem === undefined) continue;
    return checkOf(
      evaluated,
      origin,
      requests.map(({ endpoint }) => endpoint),
    );
  }
  return { lines: requests.map(({ endpoint }) => unknownLine(endpoint)), origin: unknown, commands: [] };
}

function checkOf(
  { text, results, commands, problem, note }: EvaluatedPolicy,
  origin: string,
  endpoints: readonly string[],
): PolicyCheck {
  return {
    lines: endpoints.map((endpoint, index) => {
      const result = results[index];
      return result === undefined ? unknownLine(endpoint) : lineOf(result);
    }),
    origin,
    commands,
    ...(text === undefined ? {} : { text }),
    ...((problem ?? note) === undefined ? {} : { note: problem ?? note ?? '' }),
  };
}

function unknownLine(endpoint: string): CheckLine {
  return { endpoint, verdict: 'unknown', label: l10n.t`Unknown`, meaning: '' };
}

function lineOf({ endpoint, verdict, range, reason }: EvaluatedRequest): CheckLine {
  const consequence = isDenied(verdict) ? consequenceOf(endpoint) : '';
  return {
    endpoint,
    verdict,
    label: verdictNames[verdict](),
    meaning: verdict === 'allowed' ? '' : joinSentences(consequence, reason ?? ''),
    ...(range === undefined ? {} : { range }),
  };
}

/** Returns whether the agent certainly rejects the request. */
export function isDenied(verdict: CheckVerdict): boolean {
  return verdict === 'denied' || verdict === 'undefined' || verdict === 'failed';
}

/** Returns whether the agent certainly rejects a request with this name. */
export function denies({ lines }: Pick<PolicyCheck, 'lines'>, endpoint: string): boolean {
  return lines.some((line) => line.endpoint === endpoint && isDenied(line.verdict));
}

/** Describes what happens if the agent denies a request. */
function consequenceOf(endpoint: string): string {
  switch (endpoint) {
    case execEndpoint:
      return l10n.t`The command doesn't start.`;
    case 'ReadStreamRequest':
      return l10n.t`The terminal shows no output.`;
    case 'WriteStreamRequest':
      return l10n.t`The command receives no input.`;
    case 'TtyWinResizeRequest':
      return l10n.t`The command doesn't receive the size of the terminal.`;
    case 'CloseStdinRequest':
      return l10n.t`The command isn't notified when its input ends.`;
    default:
      return '';
  }
}
