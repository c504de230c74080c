/**
 * Determines when an object was last written, according to the cluster's clock. Source: Kubernetes meta/v1
 * ManagedFieldsEntry.
 */
import { getList, getString } from '#core/common/json.ts';
import { parseTimestamp } from '#core/common/time.ts';

/** Returns the time of the last write by any manager, or the creation time if unknown, in milliseconds since 1970. */
export function lastWritten(raw: unknown): number | undefined {
  const times = getList(raw, 'metadata', 'managedFields')
    .slice(0, 1000)
    .flatMap((entry) => parseTimestamp(getString(entry, 'time')) ?? []);
  return times.length > 0 ? Math.max(...times) : parseTimestamp(getString(raw, 'metadata', 'creationTimestamp'));
}
