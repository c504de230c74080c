/**
 * Simulates Deployments: one ReplicaSet for the current template, scaled-down ones for earlier templates, and the
 * availability of pods.
 */
import {
  getList,
  getMap,
  getNumber,
  isSameJson,
  type JsonObject,
  type KubeObject,
} from '#simulator/store/kubeObject.ts';
import {
  withAnnotations,
  findControllerOwner,
  fromQueueKey,
  getObjectKey,
  createOwnerReference,
  toQueueKey,
  type Client,
} from '../framework/client.ts';
import { withCondition } from '../framework/conditions.ts';
import type { Controller } from '../framework/controller.ts';
import { hashEventName } from '../framework/events.ts';
import { deployments, replicaSets } from '../framework/resourceNames.ts';
import { WorkQueue } from '../framework/workQueue.ts';
import { strings } from '../framework/podTemplates.ts';

const hashLabel = 'pod-template-hash';
const revisionKey = 'deployment.kubernetes.io/revision';

/** Controller of Deployments. */
export const deploymentController: Controller = {
  name: 'deployments',
  start({ client, clock, behaviour }) {
    const queue = new WorkQueue(clock, behaviour.timings.reconcile, (key) => {
      const { name, namespace } = fromQueueKey(key);
      const deployment = client.get(deployments, name, namespace);
      if (deployment !== undefined && deployment.metadata.deletionTimestamp === undefined) sync(client, deployment);
      return undefined;
    });
    const stopDeployments = client.follow(deployments, ({ type, object, previous }) => {
      if (type !== 'DELETED' && object.metadata.generation !== previous?.metadata.generation)
        queue.add(toQueueKey(object));
    });
    const stopSets = client.follow(replicaSets, ({ object }) => {
      const owner = findControllerOwner(object);
      if (owner?.kind === 'Deployment') queue.add(`${object.metadata.namespace ?? ''}/${owner.name}`);
    });
    return () => {
      stopDeployments();
      stopSets();
      queue.stop();
    };
  },
};

function sync(client: Client, deployment: KubeObject): void {
  const { namespace = '' } = deployment.metadata;
  const template = getMap(deployment, 'spec', 'template');
  const mine = (): readonly KubeObject[] =>
    client.list(replicaSets, namespace).filter((set) => findControllerOwner(set)?.uid === deployment.metadata.uid);
  // If the template existed before, reuses its ReplicaSet, regardless of the order of fields.
  const present = mine().find((set) => isSameJson(templateOf(set), template));
  const hash = present?.metadata.labels?.[hashLabel] ?? hashEventName(JSON.stringify(template)).slice(0, 10);
  const name = `${deployment.metadata.name}-${hash}`;
  const labels = { ...strings(getMap(template, 'metadata', 'labels')), [hashLabel]: hash };
  const replicas = getNumber(deployment, 'spec', 'replicas') ?? 1;
  const selector = { matchLabels: { ...getMap(deployment, 'spec', 'selector', 'matchLabels'), [hashLabel]: hash } };
  client.ensure(replicaSets, {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name, namespace, labels, ownerReferences: [createOwnerReference(deployment)] },
    spec: { replicas, selector, template: { ...template, metadata: { ...getMap(template, 'metadata'), labels } } },
  });
  const owned = mine();
  for (const set of owned) {
    const wanted = set.metadata.name === name ? replicas : 0;
    client.change(replicaSets, getObjectKey(set), (object) =>
      getNumber(object, 'spec', 'replicas') === wanted
        ? undefined
        : { ...object, spec: { ...getMap(object, 'spec'), replicas: wanted } },
    );
  }
  const revision = String(revisionOf(owned, name));
  client.change(replicaSets, { name, namespace }, (object) => withAnnotations(object, { [revisionKey]: revision }));
  client.change(deployments, getObjectKey(deployment), (object) =>
    withAnnotations(object, { [revisionKey]: revision }),
  );
  report(client, deployment, owned, name, replicas);
}

/** Returns the pod template of a ReplicaSet without the hash label that the Deployment controller adds. */
function templateOf(set: KubeObject): JsonObject {
  const template = getMap(set, 'spec', 'template');
  const { [hashLabel]: _hash, ...labels } = getMap(template, 'metadata', 'labels');
  return { ...template, metadata: { ...getMap(template, 'metadata'), labels } };
}

/** Returns the revision of the current ReplicaSet. A new or reused ReplicaSet gets the next number. */
function revisionOf(owned: readonly KubeObject[], current: string): number {
  const number = (set: KubeObject | undefined): number => Number(set?.metadata.annotations?.[revisionKey] ?? 0);
  const newest = Math.max(0, ...owned.filter(({ metadata }) => metadata.name !== current).map(number));
  const own = number(owned.find(({ metadata }) => metadata.name === current));
  return own > newest ? own : newest + 1;
}

function report(
  client: Client,
  deployment: KubeObject,
  owned: readonly KubeObject[],
  current: string,
  wanted: number,
): void {
  const sum = (sets: readonly KubeObject[], field: string): number =>
    sets.reduce((all, set) => all + (getNumber(set, 'status', field) ?? 0), 0);
  const available = sum(owned, 'availableReplicas');
  const isAvailable = available >= wanted;
  client.changeStatus(deployments, getObjectKey(deployment), (status, object) => {
    const conditions = [
      isAvailable
        ? ({
            type: 'Available',
            status: 'True',
            reason: 'MinimumReplicasAvailable',
            message: 'Deployment has minimum availability.',
          } as const)
        : ({
            type: 'Available',
            status: 'False',
            reason: 'MinimumReplicasUnavailable',
            message: 'Deployment does not have minimum availability.',
          } as const),
      {
        type: 'Progressing',
        status: 'True',
        reason: isAvailable ? 'NewReplicaSetAvailable' : 'ReplicaSetUpdated',
        message: `ReplicaSet "${current}" ${isAvailable ? 'has successfully progressed' : 'is progressing'}.`,
      } as const,
    ];
    return {
      ...status,
      observedGeneration: object.metadata.generation ?? 1,
      replicas: sum(owned, 'replicas'),
      updatedReplicas: sum(
        owned.filter((set) => set.metadata.name === current),
        'replicas',
      ),
      readyReplicas: sum(owned, 'readyReplicas'),
      availableReplicas: available,
      unavailableReplicas: Math.max(0, wanted - available),
      conditions: conditions.reduce(
        (all, condition) => withCondition(all, condition, client.now()),
        getList(status, 'conditions'),
      ),
    };
  });
}
