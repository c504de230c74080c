/** Reads all kinds of a cluster once without watching them. Doesn't use VS Code. */
import { watchedKindIds, watchedKinds, type ItemOf, type WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
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
  const [sandboxes, ...read] = await Promise.all([
    readFailedSandboxes({ connection, now, signal, budget }, namespace),
    ...watchedKindIds.map(async (id) => ({
      id,
      ...(await readKind({ connection, now, signal, budget }, watchedKinds[id] as WatchedKind<Item>)),
    })),
  ]);
  const empty = updateSnapshot(emptySnapshot, 'failedSandboxes', sandboxes);
  return {
    snapshot: read.reduce(
      (snapshot, { id, change }) => updateSnapshot(snapshot, id, change as WatchChange<never>),
      empty,
    ),
    problems: read.flatMap(({ problem }) => problem ?? []),
  };
}
