/**
 * Determines whether two states are from the same cluster. Source: openshift/api config/v1 ClusterVersion
 * (spec.clusterID: unique for each cluster).
 */
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { listItems } from '#core/status/snapshotIndex.ts';

/** `unknown` means that the data doesn't identify the clusters. */
export type SameCluster = 'same' | 'other' | 'unknown';

export function sameCluster(one: Snapshot, other: Snapshot): SameCluster {
  const [first, second] = [clusterIdOf(one), clusterIdOf(other)];
  if (first !== undefined && second !== undefined) return first === second ? 'same' : 'other';
  // A node in both states proves that the cluster is the same. No common node proves nothing, because nodes are
  // replaced.
  const uids = new Set(listItems(one, 'nodes').map(({ uid }) => uid));
  return listItems(other, 'nodes').some(({ uid }) => uids.has(uid)) ? 'same' : 'unknown';
}

function clusterIdOf(snapshot: Snapshot): string | undefined {
  return listItems(snapshot, 'clusterVersions').find(({ name }) => name === 'version')?.clusterId;
}
