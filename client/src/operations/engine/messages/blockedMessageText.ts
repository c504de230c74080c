/** Describes why an operation is blocked or what it's waiting for. All functions are pure. */
import * as l10n from '@vscode/l10n';
import { findCurrentStep } from '#core/operations/procedure.ts';
import { replaceShellCommands } from '#client/text/editorCommands.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';

/** An operation runs only if changes are permitted. */
export const duringOperation = { canChange: true, hasKataConfig: true } as const;

/** Returns the message about a blocked operation. An operation that continues automatically is described as waiting. */
export function describeBlockedOperation(context: string, seen: OperationProgress): string {
  const { title, waitsFor } = seen;
  const words = sentence(seen.words);
  return waitsFor === undefined
    ? `${l10n.t`${title} on ${context} is blocked: ${words}`}${todoOf(seen)}`
    : l10n.t`${title} on ${context} is waiting: ${words}`;
}

/**
 * Returns the required action of the blocked step. If the operation is blocked for another reason, its text already
 * contains the action.
 */
function todoOf({ steps }: OperationProgress): string {
  const step = findCurrentStep(steps);
  return step?.state === 'blocked' && step.todo !== undefined
    ? ` ${replaceShellCommands(step.todo, duringOperation)}`
    : '';
}

/** Ends a text with a period. */
export function sentence(words: string): string {
  return /[.?。？]$/.test(words) ? words : `${words}.`;
}
