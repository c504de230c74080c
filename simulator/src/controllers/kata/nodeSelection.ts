/**
 * What the operator finds around it: which pool it works on, which nodes are meant, how far the pool is.
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
/** What Node Feature Discovery says of nodes that can run kata. */
export const eligible = 'feature.node.kubernetes.io/runtime.kata';

/** A cluster without workers of its own: nodes of the control plane do their work. */
export function isConverged(client: Client): boolean {
  const pools = client.list(machineConfigPools);
  return (
    pools.length === 2 &&
    pools.some((pool) => pool.metadata.name === 'worker' && (getNumber(pool, 'status', 'machineCount') ?? 0) === 0)
  );
}

/** The pool that gets kata. */
export function poolName(converged: boolean): string {
  return converged ? 'master' : 'kata-oc';
}

/** The labels of nodes with kata: for RuntimeClasses and DaemonSets. */
export function kataNodeSelector(converged: boolean): Readonly<Record<string, string>> {
  return converged ? { 'node-role.kubernetes.io/master': '' } : { [kataRole]: '' };
}

/** Whether the user means this node; undefined: his selector is wrong. */
export function isSelectedNode(kataConfig: KubeObject, node: KubeObject, converged: boolean): boolean | undefined {
  if (converged) return hasLabels(node.metadata.labels, kataNodeSelector(true));
  const selected = matchesLabels(getMap(kataConfig, 'spec', 'kataConfigPoolSelector'), node.metadata.labels);
  if (selected !== true || getValue(kataConfig, 'spec', 'checkNodeEligibility') !== true) return selected;
  return hasLabels(node.metadata.labels, { [eligible]: 'true' });
}

/** Whether the selector can be used. */
export function hasUsableSelector(kataConfig: KubeObject): boolean {
  const selector = getMap(kataConfig, 'spec', 'kataConfigPoolSelector');
  return getList(selector, 'matchExpressions').every(
    (expression) => matchesLabels({ matchExpressions: [expression] }, {}) !== undefined,
  );
}

/** Whether some node can run kata, as Node Feature Discovery says. */
export function hasEligibleNodes(client: Client): boolean {
  return client.list(nodes).some((node) => hasLabels(node.metadata.labels, { [eligible]: 'true' }));
}

export function isWorker(node: KubeObject): boolean {
  return Object.hasOwn(node.metadata.labels ?? {}, workerRole);
}

function isLabelled(node: KubeObject): boolean {
  return Object.hasOwn(node.metadata.labels ?? {}, kataRole);
}

/** Gives every worker the role that it is to have. Whether that changed anything. */
export function labelWorkers(client: Client, kataConfig: KubeObject): boolean {
  let changed = false;
  for (const node of client.list(nodes).filter(isWorker)) {
    const meant = isSelectedNode(kataConfig, node, false) === true;
    if (meant !== isLabelled(node)) changed = setRole(client, node, meant) || changed;
  }
  return changed;
}

/** Takes the role from all nodes that are meant. Whether that changed anything. */
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

/** Whether the pool says that it is updating. */
export function isUpdating(client: Client, pool: string): boolean {
  return isConditionTrue(client.get(machineConfigPools, pool), 'Updating');
}

/** The extension of the operating system: RHCOS calls it otherwise than the community's images. */
export function extensionName(client: Client): string {
  const image = getString(client.get(clusterVersions, 'version'), 'status', 'desired', 'image') ?? '';
  return image.startsWith('quay.io/openshift-release-dev/ocp-release') ? 'sandboxed-containers' : 'kata-containers';
}

/** Writes into the draft how many nodes there are, and how far each is. */
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
