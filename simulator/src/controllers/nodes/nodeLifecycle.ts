/**
 * Simulates the node lifecycle controller of kube-controller-manager, which adds a taint with the current time to
 * cordoned nodes, and removes it again. Source: kubernetes/kubernetes@025f2834a128798cef30018a5e6a6ae82b5ad885
 * pkg/controller/util/node/controller_utils.go (`SwapNodeControllerTaint`).
 */
import { getList, getMap, getString, getValue, type KubeObject } from '#simulator/store/kubeObject.ts';
import type { Client } from '../framework/client.ts';
import type { Controller } from '../framework/controller.ts';
import { fieldManagers } from '../framework/fieldManagers.ts';
import { nodes } from '../framework/resourceNames.ts';

const taint = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' } as const;

/** The part of kube-controller-manager that taints cordoned nodes. */
export const nodeLifecycle: Controller = {
  name: 'node lifecycle',
  manager: fieldManagers.controllerManager,
  start: ({ client }) =>
    client.follow(nodes, ({ type, object }) => {
      if (type !== 'DELETED') updateTaint(client, object.metadata.name);
    }),
};

function updateTaint(client: Client, name: string): void {
  client.change(nodes, { name }, (node) => {
    const isCordoned = getValue(node, 'spec', 'unschedulable') === true;
    if (isCordoned === getList(node, 'spec', 'taints').some(isCordonTaint)) return undefined;
    return withTaints(
      node,
      isCordoned
        ? [...getList(node, 'spec', 'taints'), { ...taint, timeAdded: client.now() }]
        : getList(node, 'spec', 'taints').filter((other) => !isCordonTaint(other)),
    );
  });
}

function isCordonTaint(value: unknown): boolean {
  return getString(value, 'key') === taint.key;
}

function withTaints(node: KubeObject, taints: readonly unknown[]): KubeObject {
  const { taints: _all, ...spec } = getMap(node, 'spec');
  return { ...node, spec: { ...spec, ...(taints.length === 0 ? {} : { taints }) } };
}
