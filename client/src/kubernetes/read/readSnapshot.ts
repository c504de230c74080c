/** Reads all kinds of a cluster once, without following them: for those who look once and go. Without VS Code. */
import { watchedKindIds, watchedKinds, type ItemOf, type WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import type { WatchedKind } from '#core/cluster/objects/watchedKind.ts';
import { updateSnapshot, emptySnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import type { WatchChange } from '#core/cluster/syncState.ts';
import type { ApiProblem, Connection } from '../connection.ts';
import { ReadBudget } from '../readBudget.ts';
import { readFailedSandboxes } from './readFailedSandboxes.ts';
import { readKind } from './readKind.ts';

/** Of any kind: the compiler does not follow an id from the table of kinds to the type of its items. */
type Item = ItemOf<WatchedKindId>;

export interface SnapshotReadResult {
  readonly snapshot: Snapshot;
  /** What came of each kind that could not be read. */
  readonly problems: readonly ApiProblem[];
}

/**
 * Never rejects.
 * @param now milliseconds since 1970
 * @param budget shared budget of the run, if the run also reads other data
 */
export async function readSnapshot(
  connection: Pick<Connection, 'ask'>,
  now: () => number,
  signal: AbortSignal,
  budget = new ReadBudget(),
): Promise<SnapshotReadResult> {
  const [sandboxes, ...read] = await Promise.all([
    readFailedSandboxes({ connection, now, signal, budget }),
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
