/** Reads several facts at once. Without VS Code. */
import * as l10n from '@vscode/l10n';
import type { FactReader, Fact } from '#core/operations/lookups/lookup.ts';
import { factKinds, type FactId, type Facts } from '#core/operations/lookupList.ts';

/** @param now milliseconds since 1970 */
export async function readFacts(reader: FactReader, ids: readonly FactId[], now: () => number): Promise<Facts> {
  const read = async (id: FactId): Promise<readonly [FactId, Fact<unknown>]> => {
    const answer = await factKinds[id].read(reader);
    if (answer.kind === 'value') return [id, { kind: 'known', value: answer.value, asOf: now() }];
    const problem = answer.kind === 'problem' ? answer.problem : { why: 'other' as const, message: l10n.t`The cluster does not have it.` };
    return [id, { kind: 'unknown', problem }];
  };
  // Each has been read by the kind of its own id.
  return Object.fromEntries(await Promise.all([...new Set(ids)].map(read)));
}
