/** Cordons nodes and evicts their pods to the extent that PodDisruptionBudgets allow. */
import { getMap, getString, type KubeObject } from '#simulator/store/kubeObject.ts';
import { findControllerOwner, type Client } from '../framework/client.ts';
import { nodes, pods } from '../framework/resourceNames.ts';
import { findEvictionProblem } from '../workloads/disruptionBudgets.ts';

/** Cordons a node, so that it accepts no new pods. */
export function cordon(client: Client, node: KubeObject): void {
  schedulable(client, node, false);
}

/** Uncordons a node, so that it accepts pods again. */
export function uncordon(client: Client, node: KubeObject): void {
  schedulable(client, node, true);
}

function schedulable(client: Client, node: KubeObject, is: boolean): void {
  client.change(nodes, { name: node.metadata.name }, (object) => {
    const { unschedulable: _was, ...spec } = getMap(object, 'spec');
    return { ...object, spec: { ...spec, ...(is ? {} : { unschedulable: true }) } };
  });
}

/** Result of a round of evictions. */
export interface Evicted {
  /** Number of pods that haven't been evicted yet. */
  readonly left: number;
  /** The pods that were evicted in this round, such as `shop/web-1`. */
  readonly evicted: readonly string[];
  /** Reason why the first blocked pod can't be evicted, as the drain controller reports it. */
  readonly blockedBy: string | undefined;
}

/**
 * Evicts all pods of a node except static pods and pods of DaemonSets. Also evicts pods that no controller would
 * recreate.
 */
export function evictPods(client: Client, node: string): Evicted {
  let left = 0;
  const evicted: string[] = [];
  let blockedBy: string | undefined;
  for (const pod of client.list(pods)) {
    if (getString(pod, 'spec', 'nodeName') !== node || stays(pod)) continue;
    left += 1;
    if (pod.metadata.deletionTimestamp !== undefined) continue;
    const { name, namespace = '' } = pod.metadata;
    const problem = findEvictionProblem(client, pod);
    if (problem === undefined) {
      client.remove(pods, { name, namespace });
      evicted.push(`${namespace}/${name}`);
    } else {
      blockedBy ??= `error when evicting pods/${JSON.stringify(name)} -n ${JSON.stringify(namespace)} (will retry after 5s): ${problem.message}`;
    }
  }
  return { left, evicted, blockedBy };
}

function stays(pod: KubeObject): boolean {
  return (
    findControllerOwner(pod)?.kind === 'DaemonSet' ||
    findControllerOwner(pod)?.kind === 'Node' ||
    ['Succeeded', 'Failed'].includes(getString(pod, 'status', 'phase') ?? '')
  );
}
