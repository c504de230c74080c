/**
 * Determines the pool that the operator uses, the selected nodes, and the progress of the pool.
 * Source: openshift/sandboxed-containers-operator@00ef4c71 controllers/openshift_controller.go.
 */
import { getList, getMap, getNumber, getString, getValue, type KubeObject } from '#simulator/store/kubeObject.ts';
import { labelled, type Client } from '../framework/client.ts';
import { isConditionTrue } from '../framework/conditions.ts';
import { readNodeConfig } from '../nodes/nodeAnnotations.ts';
import { getTargetConfig } from '../nodes/nodePools.ts';
import { clusterVersions, machineConfigPools, machineConfigs, nodes } from '../framework/resourceNames.ts';
import { hasLabels, matchesLabels } from '../framework/labelSelector.ts';
import { failedNode } from './inProgressCondition.ts';
import type { KataConfigStatusDraft } from './kataConfigStatus.ts';
import { listFor, type ListName } from './nodeLists.ts';

export const kataRole = 'node-role.kubernetes.io/kata-oc';
const workerRole = 'node-role.kubernetes.io/worker';
/** The label that Node Feature Discovery sets on nodes that can run Kata. */
const eligible = 'feature.node.kubernetes.io/runtime.kata';

/** Returns whether the cluster is a compact cluster, whose control plane nodes are also the workers. */
export function isConverged(client: Client): boolean {
  const pools = client.list(machineConfigPools);
  return (
    pools.length === 2 &&
    pools.some((pool) => pool.metadata.name === 'worker' && (getNumber(pool, 'status', 'machineCount') ?? 0) === 0)
  );
}

/** Returns the pool that Kata is installed in. */
export function poolName(converged: boolean): string {
  return converged ? 'master' : 'kata-oc';
}

/** Returns the labels of nodes with Kata, for runtime classes and DaemonSets. */
export function kataNodeSelector(converged: boolean): Readonly<Record<string, string>> {
  return converged ? { 'node-role.kubernetes.io/master': '' } : { [kataRole]: '' };
}

/** Returns whether the KataConfig selects a node. Returns undefined if the selector of the KataConfig is invalid. */
export function isSelectedNode(kataConfig: KubeObject, node: KubeObject, converged: boolean): boolean | undefined {
  if (converged) return hasLabels(node.metadata.labels, kataNodeSelector(true));
  const selected = matchesLabels(getMap(kataConfig, 'spec', 'kataConfigPoolSelector'), node.metadata.labels);
  if (selected !== true || getValue(kataConfig, 'spec', 'checkNodeEligibility') !== true) return selected;
  return hasLabels(node.metadata.labels, { [eligible]: 'true' });
}

/** Returns whether the selector is valid. */
export function hasUsableSelector(kataConfig: KubeObject): boolean {
  const selector = getMap(kataConfig, 'spec', 'kataConfigPoolSelector');
  return getList(selector, 'matchExpressions').every(
    (expression) => matchesLabels({ matchExpressions: [expression] }, {}) !== undefined,
  );
}

/** Returns whether any node is eligible according to Node Feature Discovery. */
export function hasEligibleNodes(client: Client): boolean {
  return client.list(nodes).some((node) => hasLabels(node.metadata.labels, { [eligible]: 'true' }));
}

export function isWorker(node: KubeObject): boolean {
  return Object.hasOwn(node.metadata.labels ?? {}, workerRole);
}

function isLabelled(node: KubeObject): boolean {
  return Object.hasOwn(node.metadata.labels ?? {}, kataRole);
}

/**
 * Adds the `kata-oc` role to the worker nodes that the KataConfig selects and removes it from the others. Returns
 * whether any node changed.
 */
export function labelWorkers(client: Client, kataConfig: KubeObject): boolean {
  let changed = false;
  for (const node of client.list(nodes).filter(isWorker)) {
    const meant = isSelectedNode(kataConfig, node, false) === true;
    if (meant !== isLabelled(node)) changed = setRole(client, node, meant) || changed;
  }
  return changed;
}

/** Removes the `kata-oc` role from the nodes that the KataConfig selects. Returns whether any node changed. */
export function unlabelNodes(client: Client, kataConfig: KubeObject, converged: boolean): boolean {
  let changed = false;
  for (const node of client.list(nodes)) {
    if (isLabelled(node) && isSelectedNode(kataConfig, node, converged) === true)
      changed = setRole(client, node, false) || changed;
  }
  return changed;
}

function setRole(client: Client, { metadata: { name } }: KubeObject, on: boolean): boolean {
  return client.change(nodes, { name }, (node) => labelled(node, { [kataRole]: on ? '' : undefined })).ok;
}

/** Returns whether the pool reports that it's updating. */
export function isUpdating(client: Client, pool: string): boolean {
  return isConditionTrue(client.get(machineConfigPools, pool), 'Updating');
}

/** Returns the name of the operating system extension. It differs between RHCOS and community images. */
export function extensionName(client: Client): string {
  const image = getString(client.get(clusterVersions, 'version'), 'status', 'desired', 'image') ?? '';
  return image.startsWith('quay.io/openshift-release-dev/ocp-release') ? 'sandboxed-containers' : 'kata-containers';
}

/** Sets the node counts and lists in the draft. */
export function countNodes(client: Client, draft: KataConfigStatusDraft, converged: boolean): void {
  const all = client.list(nodes);
  const lists: Partial<Record<ListName, string[]>> = {};
  for (const node of all.filter(isWorker)) {
    const { current, state, reason } = readNodeConfig(node);
    const pool = client.get(machineConfigPools, converged ? 'master' : isLabelled(node) ? 'kata-oc' : 'worker');
    if (pool === undefined || state === '' || current === '') continue;
    const target = getTargetConfig(pool);
    const enabled = converged
      ? getList(client.get(machineConfigs, target), 'spec', 'extensions').includes(extensionName(client))
      : isLabelled(node);
    const list = listFor({ state, current, target, enabled });
    if (list === undefined) continue;
    (lists[list] ??= []).push(node.metadata.name);
    if (state === 'Degraded') draft.condition = failedNode(node.metadata.name, reason);
  }
  const selector = kataNodeSelector(converged);
  draft.lists = lists;
  draft.nodeCount = all.filter((node) => hasLabels(node.metadata.labels, selector)).length;
  draft.readyNodeCount = lists.installed?.length ?? 0;
}
