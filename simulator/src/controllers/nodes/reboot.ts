/** Simulates the reboot of a node. */
import { getList, getMap, getString, type KubeObject } from '#simulator/store/kubeObject.ts';
import type { Client } from '../framework/client.ts';
import { withCondition, type ConditionUpdate } from '../framework/conditions.ts';
import { hashEventName, recordEvent } from '../framework/events.ts';
import { fieldManagers } from '../framework/fieldManagers.ts';
import { nodes, pods } from '../framework/resourceNames.ts';

const silent = {
  status: 'Unknown',
  reason: 'NodeStatusUnknown',
  message: 'Kubelet stopped posting node status.',
} as const;
const well: readonly ConditionUpdate[] = [
  {
    type: 'MemoryPressure',
    status: 'False',
    reason: 'KubeletHasSufficientMemory',
    message: 'kubelet has sufficient memory available',
  },
  {
    type: 'DiskPressure',
    status: 'False',
    reason: 'KubeletHasNoDiskPressure',
    message: 'kubelet has no disk pressure',
  },
  {
    type: 'PIDPressure',
    status: 'False',
    reason: 'KubeletHasSufficientPID',
    message: 'kubelet has sufficient PID available',
  },
  { type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status' },
];

/** Conditions of a ready node. */
export const readyConditions: readonly ConditionUpdate[] = well;

/**
 * Shuts a node down. The kubelet no longer reports, so kube-controller-manager sets the node's state to unknown, and
 * marks its pods as not ready.
 */
export function shutDown(client: Client, node: KubeObject): void {
  const now = client.now();
  const lifecycle = client.as(fieldManagers.controllerManager);
  lifecycle.changeStatus(nodes, { name: node.metadata.name }, (status) => ({
    ...status,
    conditions: well.reduce(
      (all, { type }) => withCondition(all, { type, ...silent }, now),
      getList(status, 'conditions'),
    ),
  }));
  recordEvent(client, node, {
    reason: 'NodeNotReady',
    message: `Node ${node.metadata.name} status is now: NodeNotReady`,
    component: 'node-controller',
  });
  setPods(client, node, false);
}

/** Boots a node. The kubelet reports again, with a new boot ID. */
export function boot(client: Client, node: KubeObject): void {
  const now = client.now();
  const { name } = node.metadata;
  client.as(fieldManagers.kubelet).changeStatus(nodes, { name }, (status) => {
    const bootID = hashEventName(`${getString(status, 'nodeInfo', 'bootID') ?? ''}+`);
    return {
      ...status,
      nodeInfo: { ...getMap(status, 'nodeInfo'), bootID },
      conditions: well.reduce((all, condition) => withCondition(all, condition, now), getList(status, 'conditions')),
    };
  });
  recordEvent(client, node, { reason: 'Starting', message: 'Starting kubelet.', component: 'kubelet' });
  recordEvent(client, node, {
    reason: 'NodeReady',
    message: `Node ${name} status is now: NodeReady`,
    component: 'kubelet',
  });
  setPods(client, node, true);
}

/** Updates the pods that remain during the reboot, which belong to DaemonSets. */
function setPods(client: Client, node: KubeObject, ready: boolean): void {
  const now = client.now();
  for (const pod of client.list(pods)) {
    if (getString(pod, 'spec', 'nodeName') !== node.metadata.name || getString(pod, 'status', 'phase') !== 'Running')
      continue;
    client.changeStatus(pods, { name: pod.metadata.name, namespace: pod.metadata.namespace }, (status) => ({
      ...status,
      conditions: ['Ready', 'ContainersReady'].reduce(
        (all, type) =>
          withCondition(
            all,
            { type, status: ready ? 'True' : 'False', ...(ready ? {} : { reason: 'NodeNotReady' }) },
            now,
          ),
        getList(status, 'conditions'),
      ),
    }));
  }
}
