/** The objects that the parts of the operator and of peer pods are about. */
import type { LiveKindId } from '#core/cluster/resources/index.ts';
import { liveKinds } from '#core/cluster/resources/index.ts';
import type { LiveObject } from '#core/cluster/objects/clusterObject.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { Part } from '#core/status/explanation.ts';
import { csvOf, planOf, subscriptionOf } from '#core/status/operator/olmParts.ts';
import { itemNamed, itemsOf } from '#core/status/snapshotIndex.ts';
import { peerPodsConfigMapName } from '#core/product/namespaces.ts';
import type { NodeTarget } from '#client/clusters/state/nodeTarget.ts';
import { objectTarget } from '#client/tree/model/objectTarget.ts';
import type { Seen } from '#client/clusters/state/clusterTreeInput.ts';

/** The kinds of ids like `deployment/controller-manager`. */
const kindsOfIds: Readonly<Record<string, LiveKindId>> = { deployment: 'deployments', daemonSet: 'daemonSets' };

/** Returns what commands on a part are about: its object if the cluster has one, or else only the cluster. */
export function partTarget(seen: Pick<Seen, 'context' | 'snapshot'>, { id }: Pick<Part, 'id'>): NodeTarget {
  const [kind, object] = objectOf(id, seen.snapshot);
  return object === undefined ? { context: seen.context } : objectTarget(seen, liveKinds[kind], object);
}

function objectOf(id: string, snapshot: Snapshot): readonly [LiveKindId, LiveObject | undefined] {
  const [prefix = '', name = ''] = id.split('/');
  const kind = kindsOfIds[prefix];
  if (kind !== undefined) return [kind, itemNamed(snapshot, kind, name)];
  switch (id) {
    case 'operatorGroup':
      return ['operatorGroups', itemsOf(snapshot, 'operatorGroups')[0]];
    case 'installPlan':
      return ['installPlans', planOf(subscriptionOf(snapshot), snapshot)];
    case 'csv':
      return ['clusterServiceVersions', csvOf(snapshot)];
    case 'peerPodsConfigMap':
      return ['configMaps', itemNamed(snapshot, 'configMaps', peerPodsConfigMapName)];
    case 'peerPodsSecret':
      return ['secrets', itemNamed(snapshot, 'secrets', 'peer-pods-secret')];
    case 'podVmImage': {
      const deletion = itemNamed(snapshot, 'jobs', 'osc-podvm-image-deletion');
      return ['jobs', deletion !== undefined && deletion.active > 0 ? deletion : itemNamed(snapshot, 'jobs', 'osc-podvm-image-creation')];
    }
    default:
      return ['subscriptions', id === 'subscription' ? subscriptionOf(snapshot) : undefined];
  }
}
