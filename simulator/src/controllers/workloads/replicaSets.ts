/** Simulates ReplicaSets: creates the required number of pods and reports the current number. */
import { getNumber, type KubeObject } from '#simulator/store/kubeObject.ts';
import { findControllerOwner, fromQueueKey, getObjectKey, toQueueKey, type Client } from '../framework/client.ts';
import type { Controller } from '../framework/controller.ts';
import { recordEvent } from '../framework/events.ts';
import { pods, replicaSets } from '../framework/resourceNames.ts';
import { RetryDelays } from '../framework/retryDelays.ts';
import { WorkQueue } from '../framework/workQueue.ts';
import { isActive, isReadyPod, createPodFromTemplate, listControlledPods } from '../framework/podTemplates.ts';

/** Maximum number of pods to create at once, similar to the real controller. */
const burst = 500;

/** Controller of ReplicaSets. */
export const replicaSetController: Controller = {
  name: 'replica sets',
  start({ client, clock, behaviour }) {
    const retries = new RetryDelays(behaviour.timings.podStart);
    const queue = new WorkQueue(clock, behaviour.timings.reconcile, (key) => {
      const { name, namespace } = fromQueueKey(key);
      const set = client.get(replicaSets, name, namespace);
      if (set === undefined || set.metadata.deletionTimestamp !== undefined) return undefined;
      // If a quota or a webhook rejects a pod, retries later.
      const made = scale(client, set);
      report(client, set);
      return retries.after(key, made);
    });
    const stopSets = client.follow(replicaSets, ({ type, object, previous }) => {
      if (type !== 'DELETED' && object.metadata.generation !== previous?.metadata.generation)
        queue.add(toQueueKey(object));
    });
    const stopPods = client.follow(pods, ({ object }) => {
      const owner = findControllerOwner(object);
      if (owner?.kind === 'ReplicaSet') queue.add(`${object.metadata.namespace ?? ''}/${owner.name}`);
    });
    return () => {
      stopSets();
      stopPods();
      queue.stop();
    };
  },
};

function scale(client: Client, set: KubeObject): boolean {
  const active = listControlledPods(client, set).filter(isActive);
  const wanted = Math.min(getNumber(set, 'spec', 'replicas') ?? 1, active.length + burst);
  for (let missing = wanted - active.length; missing > 0; missing -= 1) {
    const made = client.create(pods, createPodFromTemplate(set));
    if (!made.ok) {
      recordEvent(client, set, {
        reason: 'FailedCreate',
        message: `Error creating: ${made.error.message}`,
        type: 'Warning',
        component: 'replicaset-controller',
      });
      return false;
    }
    recordEvent(client, set, {
      reason: 'SuccessfulCreate',
      message: `Created pod: ${made.value.metadata.name}`,
      component: 'replicaset-controller',
    });
  }
  for (const pod of active.slice(wanted)) client.remove(pods, getObjectKey(pod));
  return true;
}

function report(client: Client, set: KubeObject): void {
  const active = listControlledPods(client, set).filter(isActive);
  const ready = active.filter(isReadyPod).length;
  client.changeStatus(replicaSets, getObjectKey(set), (status, object) => ({
    ...status,
    replicas: active.length,
    fullyLabeledReplicas: active.length,
    readyReplicas: ready,
    availableReplicas: ready,
    observedGeneration: object.metadata.generation ?? 1,
  }));
}
