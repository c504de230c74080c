/**
 * Names the verdicts of a policy. CodeLens, table, replay, tests, and the command line use these names, so that each
 * verdict has a single name.
 */
import * as l10n from '@vscode/l10n';
import { selectPlural } from '../text/grammar.ts';
import type { Message } from '#core/text/message.ts';

/**
 * A verdict. `conditional` occurs only if the request is unknown, and `failed` occurs only for a recorded request that
 * the policy engine couldn't evaluate.
 */
export type RequestVerdict = 'allowed' | 'denied' | 'conditional' | 'undefined' | 'failed';

/** Labels of the verdicts. Documented in docs/policies.md. */
export const verdictNames: Readonly<Record<RequestVerdict, Message>> = {
  allowed: () => l10n.t({ message: 'Allowed', args: [], comment: ['The verdict of a policy about a request.'] }),
  denied: () => l10n.t({ message: 'Denied', args: [], comment: ['The verdict of a policy about a request.'] }),
  conditional: () =>
    l10n.t({
      message: 'Depends on the request',
      args: [],
      comment: ['The verdict of a policy about a request.'],
    }),
  undefined: () =>
    l10n.t({
      message: 'Undefined',
      args: [],
      comment: ['The verdict of a policy about a request: the policy has no rule for the request.'],
    }),
  failed: () =>
    l10n.t({
      message: 'Failed',
      args: [],
      comment: ["The verdict of a policy about a request: the policy engine couldn't evaluate the policy."],
    }),
};

/**
 * Returns the verdict of an evaluated request.
 * @param result null if no rule decides
 * @param error a problem, which can also occur with an allowed request
 */
export function verdictOf({
  result,
  error,
}: {
  readonly result: boolean | null;
  readonly error?: string;
}): Exclude<RequestVerdict, 'conditional'> {
  if (result === true) return 'allowed';
  if (error !== undefined) return 'failed';
  return result === null ? 'undefined' : 'denied';
}

/** Formats the number of requests that have a verdict, such as `2 allowed`. */
export function verdictCount(count: number, verdict: RequestVerdict): string {
  switch (verdict) {
    case 'allowed':
      return l10n.t`${count} allowed`;
    case 'denied':
      return l10n.t`${count} denied`;
    case 'conditional':
      return selectPlural(count, l10n.t`${count} depends on the request`, l10n.t`${count} depend on the request`);
    case 'undefined':
      return l10n.t`${count} undefined`;
    default:
      return l10n.t({
        message: '{0} failed',
        args: [count],
        comment: ["{0} is the number of requests for which the policy engine couldn't evaluate the policy."],
      });
  }
}
