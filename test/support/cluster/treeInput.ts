import { emptyHistory } from '#core/cluster/history.ts';
import { emptySnapshot } from '#core/cluster/snapshot.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';

/** Input for the rows of a cluster named `demo` of which nothing was read yet. */
export const emptyTreeInput: ClusterTreeInput = {
  context: 'demo',
  snapshot: emptySnapshot,
  now: 0,
  history: emptyHistory,
  workloads: { kind: 'unasked' },
  shown: new Map(),
  console: false,
};
