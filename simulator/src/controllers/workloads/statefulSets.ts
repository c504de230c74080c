/**
 * Simulates StatefulSets: numbered pods that are created in order and deleted in reverse order. A new template is
 * rolled out in the same way. Volumes aren't created. Source: kubernetes/kubernetes pkg/controller/statefulset
 * (stateful_set_control.go).
 */
import { getNumber, getString, getValue, type KubeObject } from '#simulator/store/kubeObject.ts';
import {
  findControllerOwner,
  fromQueueKey,
  getObjectKey,
  createOwnerReference,
  toQueueKey,
  type Client,
} from '../framework/client.ts';
import type { Controller } from '../framework/controller.ts';
import { hashEventName, recordEvent } from '../framework/events.ts';
import { pods, statefulSets } from '../framework/resourceNames.ts';
import { WorkQueue } from '../framework/workQueue.ts';
import { isActive, isReadyPod, createPodFromTemplate, listControlledPods } from '../framework/podTemplates.ts';

const revisionLabel = 'controller-revision-hash';
const nameLabel = 'statefulset.kubernetes.io/pod-name';
const indexLabel = 'apps.kubernetes.io/pod-index';

/** Controller of StatefulSets. */
export const statefulSetController: Controller = {
  name: 'stateful sets',
  start({ client, clock, behaviour }) {
    const queue = new WorkQueue(clock, behaviour.timings.reconcile, (key) => {
      const { name, namespace } = fromQueueKey(key);
      const set = client.get(statefulSets, name, namespace);
      if (set === undefined || set.metadata.deletionTimestamp !== undefined) return undefined;
      const made = step(client, set);
      report(client, set);
      return made ? undefined : behaviour.timings.podStart;
    });
    const stopSets = client.follow(statefulSets, ({ type, object, previous }) => {
      if (type !== 'DELETED' && object.metadata.generation !== previous?.metadata.generation)
        queue.add(toQueueKey(object));
    });
    const stopPods = client.follow(pods, ({ object }) => {
      const owner = findControllerOwner(object);
      if (owner?.kind === 'StatefulSet') queue.add(`${object.metadata.namespace ?? ''}/${owner.name}`);
    });
    return () => {
      stopSets();
      stopPods();
      queue.stop();
    };
  },
};

function revisionOf(set: KubeObject): string {
  return `${set.metadata.name}-${hashEventName(JSON.stringify(getValue(set, 'spec', 'template') ?? {})).slice(0, 10)}`;
}

function wantedOf(set: KubeObject): number {
  return getNumber(set, 'spec', 'replicas') ?? 1;
}

function ordinalOf(pod: KubeObject): number {
  return Number(pod.metadata.labels?.[indexLabel] ?? '0');
}

/**
 * Creates or deletes the next pod. With parallel pod management, creates or deletes all of them at once. Returns false
 * if a pod couldn't be created.
 */
function step(client: Client, set: KubeObject): boolean {
  const present = listControlledPods(client, set).toSorted((one, other) => ordinalOf(one) - ordinalOf(other));
  const wanted = wantedOf(set);
  const parallel = getString(set, 'spec', 'podManagementPolicy') === 'Parallel';
  for (let ordinal = 0; ordinal < wanted; ordinal += 1) {
    const pod = present.find((each) => ordinalOf(each) === ordinal);
    if (pod === undefined && !create(client, set, ordinal)) return false;
    if (!parallel && (pod === undefined || !isReadyPod(pod))) return true;
  }
  // Waits for a pod that is being deleted.
  if (!parallel && present.some((pod) => !isActive(pod))) return true;
  const surplus = present.filter((pod) => ordinalOf(pod) >= wanted && isActive(pod)).toReversed();
  for (const pod of parallel ? surplus : surplus.slice(0, 1)) client.remove(pods, getObjectKey(pod));
  if (surplus.length === 0) renew(client, set, present);
  return true;
}

function create(client: Client, set: KubeObject, ordinal: number): boolean {
  const name = `${set.metadata.name}-${ordinal}`;
  const pod = createPodFromTemplate(set, {
    labels: { [indexLabel]: String(ordinal), [nameLabel]: name, [revisionLabel]: revisionOf(set) },
  });
  const { generateName: _none, ...metadata } = pod.metadata;
  const made = client.create(pods, {
    ...pod,
    metadata: { ...metadata, name, ownerReferences: [createOwnerReference(set)] },
  });
  const component = 'statefulset-controller';
  if (made.ok)
    recordEvent(client, set, {
      reason: 'SuccessfulCreate',
      message: `create Pod ${name} in StatefulSet ${set.metadata.name} successful`,
      component,
    });
  else {
    const message = `create Pod ${name} in StatefulSet ${set.metadata.name} failed error: ${made.error.message}`;
    recordEvent(client, set, { reason: 'FailedCreate', message, type: 'Warning', component });
  }
  return made.ok;
}

/** Deletes the last pod with an outdated template. It is recreated with the new template. */
function renew(client: Client, set: KubeObject, present: readonly KubeObject[]): void {
  if (getString(set, 'spec', 'updateStrategy', 'type') === 'OnDelete' || !present.every(isReadyPod)) return;
  const from = getNumber(set, 'spec', 'updateStrategy', 'rollingUpdate', 'partition') ?? 0;
  const next = present.findLast(
    (pod) => ordinalOf(pod) >= from && pod.metadata.labels?.[revisionLabel] !== revisionOf(set),
  );
  if (next !== undefined) client.remove(pods, getObjectKey(next));
}

function report(client: Client, set: KubeObject): void {
  const revision = revisionOf(set);
  const active = listControlledPods(client, set).filter(isActive);
  const ready = active.filter(isReadyPod).length;
  const updated = active.filter((pod) => pod.metadata.labels?.[revisionLabel] === revision).length;
  client.changeStatus(statefulSets, getObjectKey(set), (status, object) => {
    const done = updated === wantedOf(object) && ready === updated;
    const currentRevision = done ? revision : (getString(status, 'currentRevision') ?? revision);
    return {
      ...status,
      observedGeneration: object.metadata.generation ?? 1,
      replicas: active.length,
      readyReplicas: ready,
      availableReplicas: ready,
      updatedReplicas: updated,
      currentReplicas: currentRevision === revision ? updated : active.length - updated,
      currentRevision,
      updateRevision: revision,
      collisionCount: 0,
    };
  });
}
