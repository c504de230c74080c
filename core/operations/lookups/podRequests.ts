/**
 * Adds up what the pods of a node request, as the scheduler does. Source: kubernetes/kubernetes
 * pkg/api/v1/resource/helpers.go (PodRequests); pkg/scheduler/framework/types.go (NodeInfo.Requested).
 */
import { getList, getString, getValue } from '#core/common/json.ts';
import { parseQuantity, type Quantity } from '#core/common/quantity.ts';
import { getName } from '#core/cluster/objects/clusterObject.ts';

/** Sums of the pods on a node. Memory in bytes and CPUs, both as quantities. */
export interface NodeRequests {
  readonly memory: Quantity;
  readonly cpu: Quantity;
  /** Number of pods. */
  readonly pods: number;
}

/** Adds a pod to the sums of its node. Ignores pods that have ended or aren't on a node. */
export function addPodRequests(sums: Map<string, NodeRequests>, pod: unknown): void {
  const node = getName(pod, 'spec', 'nodeName');
  if (node === undefined || node === '' || ['Succeeded', 'Failed'].includes(getString(pod, 'status', 'phase') ?? ''))
    return;
  const { memory, cpu, pods } = sums.get(node) ?? { memory: 0n, cpu: 0n, pods: 0 };
  sums.set(node, {
    memory: memory + podRequest(pod, 'memory'),
    cpu: cpu + podRequest(pod, 'cpu'),
    pods: pods + 1,
  });
}

/** Returns the amount that a pod requests, including the overhead of its runtime class. */
function podRequest(pod: unknown, resource: 'memory' | 'cpu'): Quantity {
  const overhead = amountAt(pod, 'spec', 'overhead', resource) ?? 0n;
  const ofPod = amountAt(pod, 'spec', 'resources', 'requests', resource);
  return overhead + (ofPod ?? requestOfContainers(pod, resource));
}

/** Returns the maximum that the containers request at the same time. Sidecars run with the other init containers. */
function requestOfContainers(pod: unknown, resource: 'memory' | 'cpu'): Quantity {
  let lasting = 0n;
  let most = 0n;
  const add = (container: unknown, isInit: boolean): void => {
    const amount =
      amountAt(container, 'resources', 'requests', resource) ??
      amountAt(container, 'resources', 'limits', resource) ??
      0n;
    const isInitial = isInit && getString(container, 'restartPolicy') !== 'Always';
    if (!isInitial) lasting += amount;
    const now = isInitial ? lasting + amount : lasting;
    if (now > most) most = now;
  };
  for (const container of getList(pod, 'spec', 'initContainers')) add(container, true);
  for (const container of getList(pod, 'spec', 'containers')) add(container, false);
  return most;
}

function amountAt(value: unknown, ...path: readonly string[]): Quantity | undefined {
  const text = getValue(value, ...path);
  const amount = typeof text === 'string' || typeof text === 'number' ? parseQuantity(String(text)) : undefined;
  return amount === undefined || amount < 0n ? undefined : amount;
}
