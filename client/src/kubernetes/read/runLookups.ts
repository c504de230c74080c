/** Runs several lookups concurrently. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import type { ClusterReader, LookupResult } from '#core/operations/lookups/lookup.ts';
import { lookups, type LookupId, type LookupResults } from '#core/operations/lookupList.ts';

/**
 * Runs the lookups.
 * @param now returns milliseconds since 1970
 */
export async function runLookups(
  reader: ClusterReader,
  ids: readonly LookupId[],
  now: () => number,
): Promise<LookupResults> {
  const read = async (id: LookupId): Promise<readonly [LookupId, LookupResult<unknown>]> => {
    const answer = await lookups[id].read(reader);
    if (answer.kind === 'value') return [id, { kind: 'known', value: answer.value, asOf: now() }];
    const problem =
      answer.kind === 'problem'
        ? answer.problem
        : { why: 'other' as const, message: l10n.t`The cluster doesn't provide this resource.` };
    return [id, { kind: 'unknown', problem }];
  };
  // The types match, because each result was read by the lookup with the same ID.
  return Object.fromEntries(await Promise.all([...new Set(ids)].map(read)));
}
