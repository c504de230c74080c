/** Reads all kinds of a cluster once, without following them: for those who look once and go. Without VS Code. */
import { liveKindIds, liveKinds, type ItemOf, type LiveKindId } from '#core/cluster/resources/index.ts';
import type { LiveKind } from '#core/cluster/objects/watchedKind.ts';
import { changeSnapshot, emptySnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import type { Change } from '#core/cluster/syncState.ts';
import type { ApiProblem, Connection } from '../connection.ts';
import { ReadBudget } from '../readBudget.ts';
import { readFailedSandboxes } from './readFailedSandboxes.ts';
import { readKind } from './readKind.ts';

/** Of any kind: the compiler does not follow an id from the table of kinds to the type of its items. */
type Item = ItemOf<LiveKindId>;

export interface OnceRead {
  readonly snapshot: Snapshot;
  /** What came of each kind that could not be read. */
  readonly problems: readonly ApiProblem[];
}

/** Never rejects. @param now milliseconds since 1970 @param budget shared budget of the run, if the run also reads other data */
export async function readSnapshot(connection: Pick<Connection, 'ask'>, now: () => number, signal: AbortSignal, budget = new ReadBudget()): Promise<OnceRead> {
  const [sandboxes, ...read] = await Promise.all([
    readFailedSandboxes({ connection, now, signal, budget }),
    ...liveKindIds.map(async (id) => ({ id, ...(await readKind({ connection, now, signal, budget }, liveKinds[id] as LiveKind<Item>)) })),
  ]);
  const empty = changeSnapshot(emptySnapshot, 'failedSandboxes', sandboxes);
  return {
    snapshot: read.reduce((snapshot, { id, change }) => changeSnapshot(snapshot, id, change as Change<never>), empty),
    problems: read.flatMap(({ problem }) => problem ?? []),
  };
}
