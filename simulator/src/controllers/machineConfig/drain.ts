/** Cordons nodes and evicts their pods, as far as PodDisruptionBudgets let it. */
import { getList, getMap, getString, type KubeObject } from '#simulator/store/kubeObject.ts';
import { findControllerOwner, type Client } from '../framework/client.ts';
import { nodes, pods } from '../framework/resourceNames.ts';
import { budgetAgainst } from '../workloads/disruptionBudgets.ts';

const taint = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' } as const;

/** No new pods come to it. */
export function cordon(client: Client, node: KubeObject): void {
  schedulable(client, node, false);
}

/** Pods come to it again. */
export function uncordon(client: Client, node: KubeObject): void {
  schedulable(client, node, true);
}

function schedulable(client: Client, node: KubeObject, is: boolean): void {
  client.change(nodes, { name: node.metadata.name }, (object) => {
    const { unschedulable: _was, taints: _all, ...spec } = getMap(object, 'spec');
    const others = getList(object, 'spec', 'taints').filter((other) => getString(other, 'key') !== taint.key);
    const taints = is ? others : [...others, { ...taint }];
    return {
      ...object,
      spec: { ...spec, ...(is ? {} : { unschedulable: true }), ...(taints.length === 0 ? {} : { taints }) },
    };
  });
}

/** What became of a round of evictions. */
export interface Evicted {
  /** How many pods have still to go. */
  readonly left: number;
  /** What keeps the first pod that may not go, in the words of the drain controller. */
  readonly blockedBy: string | undefined;
}

/** Evicts all pods of a node but those of DaemonSets and static ones. Those that nobody would make again go too. */
export function evictPods(client: Client, node: string): Evicted {
  let left = 0;
  let blockedBy: string | undefined;
  for (const pod of client.list(pods)) {
    if (getString(pod, 'spec', 'nodeName') !== node || stays(pod)) continue;
    left += 1;
    if (pod.metadata.deletionTimestamp !== undefined) continue;
    const budget = budgetAgainst(client, pod);
    if (budget === undefined) client.remove(pods, { name: pod.metadata.name, namespace: pod.metadata.namespace });
    else {
      const { name, namespace } = pod.metadata;
      blockedBy ??= `error when evicting pods/${JSON.stringify(name)} -n ${JSON.stringify(namespace)} (will retry after 5s): Cannot evict pod as it would violate the pod's disruption budget.`;
    }
  }
  return { left, blockedBy };
}

function stays(pod: KubeObject): boolean {
  return (
    findControllerOwner(pod)?.kind === 'DaemonSet' ||
    findControllerOwner(pod)?.kind === 'Node' ||
    ['Succeeded', 'Failed'].includes(getString(pod, 'status', 'phase') ?? '')
  );
}
