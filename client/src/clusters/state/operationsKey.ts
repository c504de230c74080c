/**
 * Where the workspace state has paused and completed operations. In the start bundle, because activation checks whether
 * one is paused.
 */
import { getString } from '#core/common/json.ts';

export const operationsKey = 'osc.operations';

/** Returns whether the stored operations include a paused one. Completed ones are only shown with their clusters. */
export function hasPausedOperation(stored: unknown): boolean {
  return Array.isArray(stored) && stored.some((one: unknown) => getString(one, 'run', 'state') === 'paused');
}
