/** Determines the objects whose events a user can select. Doesn't use VS Code. */
import type { ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { watchedKinds, type WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import { omitUndefined } from '#core/common/json.ts';
import type { ClusterTreeInput } from '../state/clusterTreeInput.ts';
import { allNamespacesScope } from '../state/namespaceScope.ts';

/** Kinds with events that explain an installation or a workload, in the order of the list. */
const kinds: readonly WatchedKindId[] = [
  'kataConfigs',
  'nodes',
  'machineConfigPools',
  'deployments',
  'daemonSets',
  'jobs',
  'peerPods',
  'subscriptions',
  'installPlans',
  'clusterServiceVersions',
];

/** Returns the observed objects that can have events. Peer pods outside of the namespace filter are omitted. */
export function listEventObjects({
  snapshot,
  scope: { namespaces } = allNamespacesScope,
}: Pick<ClusterTreeInput, 'snapshot' | 'scope'>): readonly ObjectReference[] {
  const isInScope = (namespace: string | undefined): boolean =>
    namespaces.length === 0 || (namespace !== undefined && namespaces.includes(namespace));
  return kinds.flatMap((id) => {
    const items: ReadonlyMap<string, ClusterObject> = snapshot[id].items;
    const { group, version, plural, kind, scope } = watchedKinds[id];
    return [...items.values()]
      .filter(({ namespace }) => scope !== 'all' || isInScope(namespace))
      .map(({ name, namespace }) => ({ group, version, plural, kind, name, ...omitUndefined({ namespace }) }));
  });
}
