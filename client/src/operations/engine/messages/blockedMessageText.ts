/** Describes why an operation is blocked or what it's waiting for. All functions are pure. */
import * as l10n from '@vscode/l10n';
import { findCurrentStep } from '#core/operations/procedure.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';

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
  return step?.state === 'blocked' && step.todo !== undefined ? ` ${step.todo}` : '';
}

/** Ends a text with a period. */
export function sentence(words: string): string {
  return /[.?。？]$/.test(words) ? words : `${words}.`;
}
