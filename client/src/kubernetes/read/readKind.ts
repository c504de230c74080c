/** Reads all objects of one kind of a cluster once. Doesn't use VS Code. */
import { listPath, type WatchedKind } from '#core/cluster/objects/watchedKind.ts';
import type { ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import type { WatchChange, SyncState } from '#core/cluster/syncState.ts';
import type { ApiProblem, Connection } from '../connection.ts';
import { PageSize, readPages } from './readPages.ts';
import type { ReadBudget } from '../readBudget.ts';

/** Dependencies for reading a kind once. */
export interface ReadOnceParts {
  readonly connection: Pick<Connection, 'ask'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly budget: ReadBudget;
}

/** Reads all objects of a kind. Never rejects. */
export async function readKind<T extends ClusterObject>(
  { connection, now, signal, budget }: ReadOnceParts,
  kind: WatchedKind<T>,
): Promise<{ readonly change: WatchChange<T>; readonly problem?: ApiProblem }> {
  const items = new Map<string, T>();
  const { fieldSelector, labelSelector, metadataOnly } = kind;
  const answer = await readPages(connection, listPath(kind), {
    query: { fieldSelector, labelSelector },
    ...(metadataOnly === true ? { accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1' } : {}),
    // Each kind has its own signal, so that a dozen concurrent reads don't cause a listener leak warning.
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

/** Returns the state of a kind that can't be read. */
export function stateOf({ kind, message }: ApiProblem, verb = 'list'): SyncState {
  const trouble = { message };
  switch (kind) {
    case 'forbidden':
      return { kind: 'forbidden', verb, trouble };
    case 'unauthorized':
    case 'credentials':
      return { kind: 'unauthorized', trouble };
    case 'notFound':
      return { kind: 'absent' };
    default:
      return { kind: 'retrying', trouble };
  }
}
