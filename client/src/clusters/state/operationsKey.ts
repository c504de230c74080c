/**
 * The workspace state key for paused and completed operations. Part of the startup bundle, because activation checks
 * for a paused operation.
 */
import { getString } from '#core/common/json.ts';

export const operationsKey = 'osc.operations';

/**
 * Returns whether the stored operations include a paused one. Completed operations are shown only with their clusters.
 */
export function hasPausedOperation(stored: unknown): boolean {
  return Array.isArray(stored) && stored.some((one: unknown) => getString(one, 'run', 'state') === 'paused');
}
