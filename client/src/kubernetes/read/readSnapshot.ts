/** Reads the kinds of a cluster once without watching them. Doesn't use VS Code. */
import { isKindNeeded, optionalKindIds, requiredKindIds } from '#core/cluster/optionalKinds.ts';
import { watchedKinds, type ItemOf, type WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import type { WatchedKind } from '#core/cluster/objects/watchedKind.ts';
import { updateSnapshot, emptySnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import type { WatchChange } from '#core/cluster/syncState.ts';
import type { ApiProblem, Connection } from '../connection.ts';
import { ReadBudget } from '../readBudget.ts';
import { readFailedSandboxes } from './readFailedSandboxes.ts';
import { readKind } from './readKind.ts';

/** An object of any kind. TypeScript can't derive the item type from an ID in the table of kinds. */
type Item = ItemOf<WatchedKindId>;

export interface SnapshotReadResult {
  readonly snapshot: Snapshot;
  /** Errors of the kinds that couldn't be read. */
  readonly problems: readonly ApiProblem[];
}

/**
 * Reads a snapshot of the cluster. Never rejects.
 * @param now returns milliseconds since 1970
 * @param budget shared budget of the run, if the run also reads other data
 * @param namespace if specified, reads pods without a sandbox only in this namespace
 */
export async function readSnapshot(
  connection: Pick<Connection, 'ask'>,
  now: () => number,
  signal: AbortSignal,
  budget = new ReadBudget(),
  namespace?: string,
): Promise<SnapshotReadResult> {
  const parts = { connection, now, signal, budget };
  const readKinds = (ids: readonly WatchedKindId[]): Promise<readonly ReadResult[]> =>
    Promise.all(ids.map(async (id) => ({ id, ...(await readKind(parts, watchedKinds[id] as WatchedKind<Item>)) })));
  const [sandboxes, required] = await Promise.all([readFailedSandboxes(parts, namespace), readKinds(requiredKindIds)]);
  const empty = updateSnapshot(emptySnapshot, 'failedSandboxes', sandboxes);
  const snapshot = withResults(empty, required);
  const optional = await readKinds(optionalKindIds.filter((id) => isKindNeeded(id, snapshot)));
  return {
    snapshot: withResults(snapshot, optional),
    // Problems with optional kinds don't affect the state of the cluster.
    problems: required.flatMap(({ problem }) => problem ?? []),
  };
}

/** The result of reading a kind. */
interface ReadResult {
  readonly id: WatchedKindId;
  readonly change: WatchChange<Item>;
  readonly problem?: ApiProblem;
}

function withResults(snapshot: Snapshot, results: readonly ReadResult[]): Snapshot {
  // TypeScript can't associate the ID with the item type.
  return results.reduce((all, { id, change }) => updateSnapshot(all, id, change as WatchChange<never>), snapshot);
}
