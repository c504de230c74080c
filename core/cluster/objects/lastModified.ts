/** When an object was last written, by the clock of its cluster. Source: Kubernetes meta/v1 ManagedFieldsEntry. */
import { getList, getString } from '#core/common/json.ts';
import { parseTimestamp } from '#core/common/time.ts';

/** Whoever wrote it; where nobody says, when it was made. Milliseconds since 1970. */
export function lastWritten(raw: unknown): number | undefined {
  const times = getList(raw, 'metadata', 'managedFields')
    .slice(0, 1000)
    .flatMap((entry) => parseTimestamp(getString(entry, 'time')) ?? []);
  return times.length > 0 ? Math.max(...times) : parseTimestamp(getString(raw, 'metadata', 'creationTimestamp'));
}
