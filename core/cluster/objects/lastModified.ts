/**
 * Reads the managed fields of an object: when it was last written, according to the cluster's clock, and which keys its
 * data has. Source: Kubernetes meta/v1 ManagedFieldsEntry.
 */
import { getList, getString, getValue } from '#core/common/json.ts';
import { parseTimestamp } from '#core/common/time.ts';

/** Maximum number of managers to read. */
const mostManagers = 1000;

/** Returns the time of the last write by any manager, or the creation time if unknown, in milliseconds since 1970. */
export function lastWritten(raw: unknown): number | undefined {
  const times = getList(raw, 'metadata', 'managedFields')
    .slice(0, mostManagers)
    .flatMap((entry) => parseTimestamp(getString(entry, 'time')) ?? []);
  return times.length > 0 ? Math.max(...times) : parseTimestamp(getString(raw, 'metadata', 'creationTimestamp'));
}

/** Returns whether a manager owns a key of `data`, which is known even if only the metadata of the object is read. */
export function ownsDataKey(raw: unknown, key: string): boolean {
  return getList(raw, 'metadata', 'managedFields')
    .slice(0, mostManagers)
    .some((entry) =>
      ['f:data', 'f:stringData'].some((field) => getValue(entry, 'fieldsV1', field, `f:${key}`) !== undefined),
    );
}
