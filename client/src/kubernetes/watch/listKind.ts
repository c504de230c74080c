/** Reads the list from which a reflector starts. */
import { omitUndefined } from '#core/common/json.ts';
import { succeed } from '#core/common/result.ts';
import type { ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { listPath, type WatchedKind } from '#core/cluster/objects/watchedKind.ts';
import type { ApiResult, Connection } from '../connection.ts';
import { ReadBudget } from '../readBudget.ts';
import { readPages, type ListResult, type PageSize } from '../read/readPages.ts';
import { UidTracker } from './uidTracker.ts';
import { partialList, selectors } from './watchQuery.ts';

/** Maximum memory of one list in bytes. Far more than any watched kind requires. */
const listMemory = 256 * 1024 * 1024;
/** Maximum number of objects that are read if most are discarded. It exceeds the size of real clusters. */
const mostPruned = 500_000;

/** Limits of a list of which most objects are discarded. */
export interface PrunedList {
  /** Maximum number of objects to keep. The list is read to its end, so that the others are counted. */
  readonly mostKept: number;
  /** Called after each page with the counts of the current list. */
  readonly onProgress: (progress: PrunedProgress) => void;
}

interface PrunedProgress {
  /** Number of objects that were read. */
  readonly listed: number;
  /** Number of these objects that match, including those beyond the maximum. */
  readonly found: number;
}

export interface ListKindOptions<T extends ClusterObject> {
  readonly kind: WatchedKind<T>;
  readonly connection: Pick<Connection, 'ask'>;
  readonly signal: AbortSignal;
  readonly size: PageSize;
  readonly pruned?: PrunedList;
}

interface ListedKind<T> extends ListResult {
  /** Objects by UID. */
  readonly items: Map<string, T>;
  readonly names: UidTracker;
  /** Number of objects on the server. */
  readonly listed: number;
}

/** Reads all pages of a list, and keeps the objects that the kind can parse. */
export async function listKind<T extends ClusterObject>({
  kind,
  connection,
  signal,
  size,
  pruned,
}: ListKindOptions<T>): Promise<ApiResult<ListedKind<T>>> {
  const most = pruned?.mostKept ?? kind.most ?? Infinity;
  let items = new Map<string, T>();
  let names = new UidTracker();
  let [listed, found] = [0, 0];
  const answer = await readPages(connection, listPath(kind), {
    query: selectors(kind),
    signal,
    size,
    budget: new ReadBudget(listMemory),
    ...omitUndefined({
      enough: kind.most,
      most: pruned === undefined ? undefined : mostPruned,
      accept: kind.metadataOnly === true ? partialList : undefined,
    }),
    onPage: (page, first) => {
      if (first) [items, names, listed, found] = [new Map(), new UidTracker(), 0, 0];
      const matching = page.flatMap((raw) => kind.read(raw) ?? []);
      const read = matching.slice(0, Math.max(0, most - items.size));
      for (const item of read) {
        const gone = names.put(item);
        if (gone !== undefined) items.delete(gone);
        items.set(item.uid, item);
      }
      listed += page.length;
      found += matching.length;
      pruned?.onProgress({ listed, found });
      return read;
    },
  });
  return answer.ok ? succeed({ ...answer.value, items, names, listed }) : answer;
}
