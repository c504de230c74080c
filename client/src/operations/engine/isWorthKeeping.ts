/** Decides whether an operation that ends early is paused or discarded. All functions are pure. */
import { findCurrentStep } from '#core/operations/procedure.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';

/**
 * Returns whether the user can continue the operation later if it ends now. This is the case if the operation has sent
 * a change or is waiting for the cluster or the user. If the user cancels the plan at the start, the operation isn't
 * kept.
 */
export function isWorthKeeping({ state, steps, results = {} }: OperationProgress): boolean {
  const current = findCurrentStep(steps);
  // Right after the cluster was opened, the state of a step can be unknown for a moment.
  const isWaiting =
    current !== undefined && current.state !== 'unknown' && (state === 'working' || state === 'blocked');
  return isWaiting || Object.values(results).some(({ how }) => how === 'delete' || how === 'apply' || how === 'merge');
}
