/** Explains KataConfigs of small clusters. */
import assert from 'node:assert/strict';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { explainKataConfig } from '#core/status/kataConfig/explainKataConfig.ts';
import type { Explanation } from '#core/status/explanation.ts';
import { getKataStatus } from '#core/status/kataConfig/kataStatus.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { manager, pools, snapshotOf, worker, type Raw } from '#test/support/cluster/clusterObjects.ts';

/** Metadata of a KataConfig that is being deleted. */
export const deletedMetadata = {
  deletionTimestamp: '2026-11-01T11:59:00Z',
  finalizers: ['kataconfiguration.openshift.io/finalizer'],
};

/** Status of a KataConfig whose nodes are waiting for the install. */
export const waitingStatus = { waitingToInstall: ['worker-0', 'worker-1'], nodeCount: 2, readyNodeCount: 0 };

/** Explains the KataConfig of a cluster. */
export function explainSnapshot(snapshot: Snapshot): Explanation {
  const { kataConfig: found } = indexSnapshot(snapshot);
  assert.ok(found);
  return explainKataConfig(found, snapshot);
}

/** Returns the explanation and the status of a cluster that has this KataConfig and two worker nodes. */
export function explainWithStatus(
  raw: Raw,
  more: Parameters<typeof snapshotOf>[0] = {},
): Explanation & { readonly phase: string; readonly words: string } {
  const snapshot = snapshotOf({
    kataConfigs: [raw],
    nodes: [worker('worker-0'), worker('worker-1')],
    machineConfigPools: pools,
    deployments: [manager],
    ...more,
  });
  const { phase, words } = getKataStatus(snapshot);
  return { ...explainSnapshot(snapshot), phase, words };
}
