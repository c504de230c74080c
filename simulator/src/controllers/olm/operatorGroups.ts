/**
 * Simulates OperatorGroups, which define the namespaces that operators watch. A namespace must have exactly one.
 * Source: operator-lifecycle-manager@992bb097 pkg/controller/operators/olm/operatorgroup.go.
 */
import { getList, getValue, type KubeObject } from '#simulator/store/kubeObject.ts';
import { getObjectKey, type Client } from '../framework/client.ts';
import { withCondition, withoutCondition } from '../framework/conditions.ts';
import type { Controller } from '../framework/controller.ts';
import { operatorGroups } from '../framework/resourceNames.ts';
import { WorkQueue } from '../framework/workQueue.ts';

const several = 'MultipleOperatorGroup';

/** Controller of OperatorGroups. */
export const operatorGroupController: Controller = {
  name: 'operator groups',
  start({ client, clock, behaviour }) {
    const queue = new WorkQueue(clock, behaviour.timings.reconcile, (namespace) => {
      const groups = client.list(operatorGroups, namespace);
      for (const group of groups) report(client, group, groups.length > 1);
      return undefined;
    });
    const stop = client.follow(operatorGroups, ({ object }) => queue.add(object.metadata.namespace ?? ''));
    return () => {
      stop();
      queue.stop();
    };
  },
};

/** Returns the target namespaces of a group. A single empty name means all namespaces. */
export function targetsOf(group: KubeObject): readonly string[] {
  const targets = getList(group, 'spec', 'targetNamespaces').filter((name): name is string => typeof name === 'string');
  return targets.length === 0 && getValue(group, 'spec', 'selector') === undefined ? [''] : targets;
}

function report(client: Client, group: KubeObject, isOneOfSeveral: boolean): void {
  const condition = {
    type: several,
    status: 'True',
    reason: 'MultipleOperatorGroupsFound',
    message: 'Multiple OperatorGroup found in the same namespace',
  } as const;
  client.changeStatus(operatorGroups, getObjectKey(group), (status) => {
    const old = getList(status, 'conditions');
    const conditions = isOneOfSeveral ? withCondition(old, condition, client.now()) : withoutCondition(old, several);
    const { conditions: _was, ...rest } = status;
    return {
      ...rest,
      namespaces: targetsOf(group),
      lastUpdated: status['lastUpdated'] ?? client.now(),
      ...(conditions.length === 0 ? {} : { conditions }),
    };
  });
}
