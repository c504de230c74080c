/** Which nodes belong to which pool. Source: openshift/machine-config-operator pkg/helpers (GetPoolsForNode). */
import { getList, getMap, getString, type KubeObject } from '#simulator/store/kubeObject.ts';
import type { Client } from '../framework/client.ts';
import { machineConfigPools, nodes } from '../framework/resourceNames.ts';
import { matchesLabels } from '../framework/labelSelector.ts';

/**
 * The pool that decides what a node runs: a custom one before `worker`; nodes of the control plane stay in `master`.
 */
export function poolOf(node: KubeObject, pools: readonly KubeObject[]): KubeObject | undefined {
  const matching = pools.filter(
    (pool) => matchesLabels(getMap(pool, 'spec', 'nodeSelector'), node.metadata.labels) === true,
  );
  const named = (name: string): KubeObject | undefined => matching.find((pool) => pool.metadata.name === name);
  return named('master') ?? matching.find(({ metadata: { name } }) => name !== 'worker') ?? named('worker');
}

/** All nodes of a pool, in order of their names. */
export function nodesOf(client: Client, pool: KubeObject): readonly KubeObject[] {
  const pools = client.list(machineConfigPools);
  return client.list(nodes).filter((node) => poolOf(node, pools)?.metadata.name === pool.metadata.name);
}

/** The configuration that the nodes of a pool are to have; empty: none was made yet. */
export function getTargetConfig(pool: KubeObject): string {
  return getString(pool, 'spec', 'configuration', 'name') ?? '';
}

/** Whether the kubelet says that it is well. */
export function isReady(node: KubeObject): boolean {
  return getList(node, 'status', 'conditions').some(
    (condition) => getString(condition, 'type') === 'Ready' && getString(condition, 'status') === 'True',
  );
}
