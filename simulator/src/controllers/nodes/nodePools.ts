/** Determines the pool of each node. Source: openshift/machine-config-operator pkg/helpers (GetPoolsForNode). */
import { getList, getMap, getString, type KubeObject } from '#simulator/store/kubeObject.ts';
import type { Client } from '../framework/client.ts';
import { machineConfigPools, nodes } from '../framework/resourceNames.ts';
import { matchesLabels } from '../framework/labelSelector.ts';

/**
 * Returns the pool that determines the configuration of a node. A custom pool takes precedence over `worker`. Control
 * plane nodes remain in `master`.
 */
export function poolOf(node: KubeObject, pools: readonly KubeObject[]): KubeObject | undefined {
  const matching = pools.filter(
    (pool) => matchesLabels(getMap(pool, 'spec', 'nodeSelector'), node.metadata.labels) === true,
  );
  const named = (name: string): KubeObject | undefined => matching.find((pool) => pool.metadata.name === name);
  return named('master') ?? matching.find(({ metadata: { name } }) => name !== 'worker') ?? named('worker');
}

/** Returns all nodes of a pool, sorted by name. */
export function nodesOf(client: Client, pool: KubeObject): readonly KubeObject[] {
  const pools = client.list(machineConfigPools);
  return client.list(nodes).filter((node) => poolOf(node, pools)?.metadata.name === pool.metadata.name);
}

/** Returns the name of the target configuration of a pool, or an empty string if there is none yet. */
export function getTargetConfig(pool: KubeObject): string {
  return getString(pool, 'spec', 'configuration', 'name') ?? '';
}

/** Returns whether the kubelet reports the node as ready. */
export function isReady(node: KubeObject): boolean {
  return getList(node, 'status', 'conditions').some(
    (condition) => getString(condition, 'type') === 'Ready' && getString(condition, 'status') === 'True',
  );
}
