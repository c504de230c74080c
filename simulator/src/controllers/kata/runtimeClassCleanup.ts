/**
 * Simulates the controller of the operator that delays the deletion of a runtime class while pods use it. While the
 * operator is running, it checks the pods every 10 seconds, and then removes its finalizer.
 * Source: openshift/sandboxed-containers-operator@0896cdd1 controllers/runtimeclass_controller.go.
 */
import { operatorNamespace } from '#core/product/namespaces.ts';
import { runtimeClassFinalizer } from '#core/status/runtimeClassDeletion.ts';
import { getNumber, getString, type KubeObject } from '#simulator/store/kubeObject.ts';
import type { Client } from '../framework/client.ts';
import type { Controller } from '../framework/controller.ts';
import { fieldManagers } from '../framework/fieldManagers.ts';
import { deployments, pods, runtimeClasses } from '../framework/resourceNames.ts';
import { WorkQueue } from '../framework/workQueue.ts';
import { managerName } from './kataOperator.ts';

const interval = 10_000;
const phases: readonly unknown[] = ['Pending', 'Running', 'Unknown'];

/** The controller for runtime classes that are being deleted. */
export const runtimeClassCleanup: Controller = {
  name: 'runtime class cleanup',
  manager: fieldManagers.kataOperator,
  start({ client, clock }) {
    const queue = new WorkQueue(clock, interval, (name) => {
      const held = client.get(runtimeClasses, name);
      if (held === undefined || !isHeld(held)) return undefined;
      if (!isOperatorRunning(client) || isUsed(client, name)) return interval;
      client.change(runtimeClasses, { name }, (object) => ({
        ...object,
        metadata: {
          ...object.metadata,
          finalizers: object.metadata.finalizers?.filter((finalizer) => finalizer !== runtimeClassFinalizer),
        },
      }));
      return undefined;
    });
    const stop = client.follow(runtimeClasses, ({ type, object }) => {
      if (type !== 'DELETED' && isHeld(object)) queue.add(object.metadata.name);
    });
    return () => {
      stop();
      queue.stop();
    };
  },
};

function isHeld({ metadata }: KubeObject): boolean {
  return metadata.deletionTimestamp !== undefined && metadata.finalizers?.includes(runtimeClassFinalizer) === true;
}

function isOperatorRunning(client: Client): boolean {
  return (getNumber(client.get(deployments, managerName, operatorNamespace), 'status', 'availableReplicas') ?? 0) > 0;
}

function isUsed(client: Client, name: string): boolean {
  return client
    .list(pods)
    .some(
      (pod) =>
        getString(pod, 'spec', 'runtimeClassName') === name &&
        phases.includes(getString(pod, 'status', 'phase') ?? 'Unknown'),
    );
}
