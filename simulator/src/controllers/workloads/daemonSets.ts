/** Simulates DaemonSets, which run one pod on every matching node. */
import {
  getMap,
  isSameJson,
  getString,
  getValue,
  type JsonObject,
  type KubeObject,
} from '#simulator/store/kubeObject.ts';
import { findControllerOwner, fromQueueKey, getObjectKey, toQueueKey, type Client } from '../framework/client.ts';
import type { Controller } from '../framework/controller.ts';
import { hashEventName } from '../framework/events.ts';
import { daemonSets, nodes, pods } from '../framework/resourceNames.ts';
import { WorkQueue } from '../framework/workQueue.ts';
import { fits } from './scheduler.ts';
import { isActive, isReadyPod, createPodFromTemplate, listControlledPods } from '../framework/podTemplates.ts';

const always = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable', 'node.kubernetes.io/unschedulable'];

/** Controller of DaemonSets. */
export const daemonSetController: Controller = {
  name: 'daemon sets',
  start({ client, clock, behaviour }) {
    const queue = new WorkQueue(clock, behaviour.timings.reconcile, (key) => {
      const { name, namespace } = fromQueueKey(key);
      const set = client.get(daemonSets, name, namespace);
      if (set === undefined || set.metadata.deletionTimestamp !== undefined) return undefined;
      return sync(client, set) ? undefined : behaviour.timings.podStart;
    });
    const stopSets = client.follow(daemonSets, ({ type, object, previous }) => {
      if (type !== 'DELETED' && object.metadata.generation !== previous?.metadata.generation)
        queue.add(toQueueKey(object));
    });
    const stopPods = client.follow(pods, ({ object }) => {
      const owner = findControllerOwner(object);
      if (owner?.kind === 'DaemonSet') queue.add(`${object.metadata.namespace ?? ''}/${owner.name}`);
    });
    const stopNodes = client.follow(nodes, ({ type, object, previous }) => {
      if (type === 'MODIFIED' && isSameJson(object.metadata.labels, previous?.metadata.labels)) return;
      for (const set of client.list(daemonSets)) queue.add(toQueueKey(set));
    });
    return () => {
      stopSets();
      stopPods();
      stopNodes();
      queue.stop();
    };
  },
};

/**
 * Creates missing pods and deletes pods that aren't needed or are outdated. Returns whether all missing pods were
 * created.
 */
function sync(client: Client, set: KubeObject): boolean {
  const spec = getMap(set, 'spec', 'template', 'spec');
  const tolerant = {
    ...spec,
    tolerations: [
      ...(Array.isArray(spec['tolerations']) ? spec['tolerations'] : []),
      ...always.map((key) => ({ key, operator: 'Exists' })),
    ],
  };
  const wanted = new Set(
    client
      .list(nodes)
      .filter((node) => fits(tolerant, node))
      .map((node) => node.metadata.name),
  );
  const missing = new Set(wanted);
  for (const pod of listControlledPods(client, set)) {
    const node = getString(pod, 'spec', 'nodeName') ?? '';
    if (!isActive(pod)) continue;
    if (missing.has(node)) missing.delete(node);
    else client.remove(pods, getObjectKey(pod));
  }
  const revision = revisionOf(set);
  renew(client, set, revision, missing.size === 0);
  let all = true;
  for (const node of missing) {
    const pod = createPodFromTemplate(set, { node, labels: { [revisionLabel]: revision } });
    all = client.create(pods, { ...pod, spec: { ...tolerant, nodeName: node } }).ok && all;
  }
  report(client, set, wanted.size);
  return all;
}

/** Label that identifies the version of the template that a pod was created from. */
const revisionLabel = 'controller-revision-hash';

function revisionOf(set: KubeObject): string {
  return hashEventName(JSON.stringify(getMap(set, 'spec', 'template'))).slice(0, 10);
}

/**
 * Deletes at most one pod with an outdated template: one that isn't ready or, if all pods are ready, the first one.
 * Does nothing with the `OnDelete` strategy or if pods are missing.
 * @param complete true if no pods are missing
 */
function renew(client: Client, set: KubeObject, revision: string, complete: boolean): void {
  if (getValue(set, 'spec', 'updateStrategy', 'type') === 'OnDelete' || !complete) return;
  const active = listControlledPods(client, set).filter(isActive);
  const outdated = active.filter((pod) => pod.metadata.labels?.[revisionLabel] !== revision);
  const broken = outdated.find((pod) => !isReadyPod(pod));
  const next =
    broken ??
    (active.length === listControlledPods(client, set).length && active.every(isReadyPod) ? outdated[0] : undefined);
  if (next !== undefined) client.remove(pods, getObjectKey(next));
}

function report(client: Client, set: KubeObject, desired: number): void {
  const revision = revisionOf(set);
  const active = listControlledPods(client, set).filter(isActive);
  const ready = active.filter(isReadyPod).length;
  client.changeStatus(daemonSets, getObjectKey(set), (status, object) =>
    omitZeros({
      ...status,
      observedGeneration: object.metadata.generation ?? 1,
      desiredNumberScheduled: desired,
      currentNumberScheduled: active.length,
      updatedNumberScheduled: active.filter((pod) => pod.metadata.labels?.[revisionLabel] === revision).length,
      numberMisscheduled: 0,
      numberReady: ready,
      numberAvailable: ready,
      numberUnavailable: Math.max(0, desired - ready),
    }),
  );
}

/** Counts that API servers omit if they are 0. Source: kubernetes/api@545bb975 apps/v1/types.go (`omitempty`). */
const omittedZeros: ReadonlySet<string> = new Set(['updatedNumberScheduled', 'numberAvailable', 'numberUnavailable']);

function omitZeros(status: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(status).filter(([key, value]) => value !== 0 || !omittedZeros.has(key)));
}
