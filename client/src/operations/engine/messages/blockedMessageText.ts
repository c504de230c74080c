/** Describes what an operation is blocked by or is waiting for. Pure. */
import * as l10n from '@vscode/l10n';
import { findCurrentStep } from '#core/operations/procedure.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';

/** Returns the message about a blocked operation. One that continues automatically is only waiting. */
export function describeBlockedOperation(context: string, seen: OperationProgress): string {
  const { title, waitsFor } = seen;
  const words = sentence(seen.words);
  return waitsFor === undefined
    ? `${l10n.t`${title} on ${context} is blocked: ${words}`}${todoOf(seen)}`
    : l10n.t`${title} on ${context} is waiting: ${words}`;
}

/** What is to be done about it, where the step that holds says so; what holds it for another reason says so itself. */
function todoOf({ steps }: OperationProgress): string {
  const step = findCurrentStep(steps);
  return step?.state === 'blocked' && step.todo !== undefined ? ` ${step.todo}` : '';
}

/** Ends a text with a period. */
export function sentence(words: string): string {
  return /[.?。？]$/.test(words) ? words : `${words}.`;
}
