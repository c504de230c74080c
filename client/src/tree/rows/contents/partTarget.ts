/** Maps the parts of the operator and of peer pods to cluster objects. */
import type { WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import { watchedKinds } from '#core/cluster/watchedKinds/index.ts';
import type { ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { Part } from '#core/status/explanation.ts';
import { findCsv, findInstallPlan, findSubscription } from '#core/status/operator/olmParts.ts';
import { findItem, listItems } from '#core/status/snapshotIndex.ts';
import { peerPodsConfigMapName } from '#core/product/namespaces.ts';
import type { NodeTarget } from '#client/clusters/state/nodeTarget.ts';
import { createNodeTarget } from '#client/tree/model/objectTarget.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';

/** Resource kinds of part IDs such as `deployment/controller-manager`. */
const kindsOfIds: Readonly<Record<string, WatchedKindId>> = {
  deployment: 'deployments',
  daemonSet: 'daemonSets',
  clusterExtension: 'clusterExtensions',
};

/** Returns the target of commands on a part: its object if that exists, otherwise only the cluster. */
export function partTarget(seen: Pick<ClusterTreeInput, 'context' | 'snapshot'>, { id }: Pick<Part, 'id'>): NodeTarget {
  const [kind, object] = objectOf(id, seen.snapshot);
  return object === undefined ? { context: seen.context } : createNodeTarget(seen, watchedKinds[kind], object);
}

function objectOf(id: string, snapshot: Snapshot): readonly [WatchedKindId, ClusterObject | undefined] {
  const [prefix = '', name = ''] = id.split('/');
  const kind = kindsOfIds[prefix];
  if (kind !== undefined) return [kind, findItem(snapshot, kind, name)];
  switch (id) {
    case 'operatorGroup':
      return ['operatorGroups', listItems(snapshot, 'operatorGroups')[0]];
    case 'installPlan':
      return ['installPlans', findInstallPlan(findSubscription(snapshot), snapshot)];
    case 'csv':
      return ['clusterServiceVersions', findCsv(snapshot)];
    case 'peerPodsConfigMap':
      return ['configMaps', findItem(snapshot, 'configMaps', peerPodsConfigMapName)];
    case 'peerPodsSecret':
      return ['secrets', findItem(snapshot, 'secrets', 'peer-pods-secret')];
    case 'podVmImage': {
      const deletion = findItem(snapshot, 'jobs', 'osc-podvm-image-deletion');
      return [
        'jobs',
        deletion !== undefined && deletion.active > 0
          ? deletion
          : findItem(snapshot, 'jobs', 'osc-podvm-image-creation'),
      ];
    }
    default:
      return ['subscriptions', id === 'subscription' ? findSubscription(snapshot) : undefined];
  }
}
