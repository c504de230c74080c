/** Describes the end of an operation. All functions are pure. */
import * as l10n from '@vscode/l10n';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import { isLeftToUser, describeRemainingSteps } from '#client/clusters/state/operationProgressText.ts';

/** Returns the message about a completed operation. If steps are left to the user, it's a warning that names them. */
export function doneMessage(
  context: string,
  seen: OperationProgress,
): { readonly kind: 'info' | 'warning'; readonly message: string } {
  const { title } = seen;
  return isLeftToUser(seen)
    ? {
        kind: 'warning',
        message: l10n.t`${title} on ${context} is complete. Remaining manual steps: ${describeRemainingSteps(seen)}.`,
      }
    : { kind: 'info', message: l10n.t`${title} on ${context} is complete.` };
}
