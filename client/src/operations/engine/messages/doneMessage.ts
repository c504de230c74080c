/** Describes the end of an operation. Pure. */
import * as l10n from '@vscode/l10n';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import { isLeftToUser, leftWords } from '#client/clusters/state/operationProgressText.ts';

/**
 * Returns the message about an operation that is done. It is a warning with the names of the steps if some are left to
 * the user.
 */
export function doneMessage(
  context: string,
  seen: OperationProgress,
): { readonly kind: 'info' | 'warning'; readonly message: string } {
  const { title } = seen;
  return isLeftToUser(seen)
    ? {
        kind: 'warning',
        message: l10n.t`${title} on ${context} is complete. Remaining manual steps: ${leftWords(seen)}.`,
      }
    : { kind: 'info', message: l10n.t`${title} on ${context} is complete.` };
}
