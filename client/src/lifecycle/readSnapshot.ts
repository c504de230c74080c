/** Reads all kinds of a cluster once, without following them: for those who look once and go. Without VS Code. */
import { liveKindIds, liveKinds, type ItemOf, type LiveKindId } from '../../../core/live/kinds/index.ts';
import { listPath, type LiveKind } from '../../../core/live/liveKind.ts';
import { changeSnapshot, emptySnapshot, type Snapshot } from '../../../core/live/snapshot.ts';
import type { Change, SyncState } from '../../../core/live/syncState.ts';
import type { ApiProblem, Connection } from '../cluster/connection.ts';
import { PageSize, readPages } from '../cluster/live/pages.ts';
import { ReadBudget } from '../cluster/readBudget.ts';

/** Of any kind: the compiler does not follow an id from the table of kinds to the type of its items. */
type Item = ItemOf<LiveKindId>;

export interface OnceRead {
  readonly snapshot: Snapshot;
  /** What came of each kind that could not be read. */
  readonly problems: readonly ApiProblem[];
}

/** Never rejects. @param now milliseconds since 1970 @param budget shared budget of the run, if the run also reads other data */
export async function readSnapshot(connection: Pick<Connection, 'ask'>, now: () => number, signal: AbortSignal, budget = new ReadBudget()): Promise<OnceRead> {
  const read = await Promise.all(
    liveKindIds.map(async (id) => ({ id, ...(await readKind(connection, liveKinds[id] as LiveKind<Item>, now, signal, budget)) })),
  );
  return {
    snapshot: read.reduce((snapshot, { id, change }) => changeSnapshot(snapshot, id, change as Change<never>), emptySnapshot),
    problems: read.flatMap(({ problem }) => problem ?? []),
  };
}

async function readKind(
  connection: Pick<Connection, 'ask'>,
  kind: LiveKind<Item>,
  now: () => number,
  signal: AbortSignal,
  budget: ReadBudget,
): Promise<{ readonly change: Change<Item>; readonly problem?: ApiProblem }> {
  const items = new Map<string, Item>();
  const { fieldSelector, labelSelector, metadataOnly } = kind;
  const answer = await readPages(connection, listPath(kind), {
    query: { fieldSelector, labelSelector },
    ...(metadataOnly === true ? { accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1' } : {}),
    // Of its own: a dozen kinds at once are no leak.
    signal: AbortSignal.any([signal]),
    size: new PageSize(),
    budget,
    onPage: (page, first) => {
      if (first) items.clear();
      const read = page.flatMap((raw) => kind.read(raw) ?? []);
      for (const item of read) items.set(item.uid, item);
      return read;
    },
  });
  if (answer.ok) return { change: { kind: 'replace', items, asOf: now() } };
  return { change: { kind: 'state', state: stateOf(answer.error) }, problem: answer.error };
}

function stateOf({ kind, message }: ApiProblem): SyncState {
  const trouble = { message };
  switch (kind) {
    case 'forbidden':
      return { kind: 'forbidden', verb: 'list', trouble };
    case 'unauthorized':
    case 'credentials':
      return { kind: 'unauthorized', trouble };
    case 'notFound':
      return { kind: 'absent' };
    default:
      return { kind: 'retrying', trouble };
  }
}
