/** Gives features access to the must-gathers that are open in the Clusters view. */
import { targetIn } from '../clusters/clusterActions.ts';
import type { MustGatherDetails } from '../details/pages/detailPages.ts';
import { readCollectedEvents } from '../mustGather/reader/readCollectedEvents.ts';
import type { MustGatherEntry, MustGatherTree } from '../mustGather/tree/mustGatherEntry.ts';
import type { MustGatherStore } from '../mustGather/tree/mustGatherStore.ts';
import type { ClusterTree } from '../tree/clusterTree.ts';

/** Gives other features access to the must-gathers in the tree. */
export function createMustGatherTree(gathers: MustGatherStore, tree: ClusterTree): MustGatherTree {
  return {
    get all() {
      return gathers.all;
    },
    find: (what) => gathers.get(typeof what === 'string' ? what : (targetIn(tree, what)?.context ?? '')),
    ofId: (id) => gathers.ofId(id),
    begin: (path, stamp) => gathers.begin(path, stamp),
    finish: (name, report) => gathers.finish(name, report),
    fail: (name, problem) => gathers.fail(name, problem),
    lose: (path) => gathers.lose(path),
    close: (name) => gathers.close(name),
    selectNamespaces: (name, namespaces) => gathers.selectNamespaces(name, namespaces),
  };
}

/** Returns the data of a must-gather for its detail pages, or undefined if the must-gather isn't open. */
export function readOpenMustGather(gather: MustGatherEntry | undefined): MustGatherDetails | undefined {
  if (gather?.state.kind !== 'open') return undefined;
  const { history, report } = gather.state;
  const { snapshot, at = 0 } = report.gathered;
  return { history, snapshot, at, readEvents: async (object) => readCollectedEvents(gather, object) };
}
