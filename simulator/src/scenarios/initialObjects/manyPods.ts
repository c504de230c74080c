/** Creates running pods of Deployments in many namespaces. A part of the pods uses Kata. */
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import type { ObjectToWrite, OwnerReference } from '#simulator/store/kubeObject.ts';
import { formatKubernetesTime } from '#simulator/time/clock.ts';
import type { Seed } from '../engine/scenario.ts';

const podsPerDeployment = 100;
/** One Deployment of this number uses Kata. */
const kataEvery = 4;
const dayMs = 86_400_000;
const image = 'registry.example.com/service:2.1';

/**
 * Creates the pods and their owners, with one Deployment in each namespace.
 * @param count number of pods, a multiple of 100
 * @param nodes names of the nodes that run the pods
 */
export function manyPods(count: number, nodes: readonly string[], now: number): readonly Seed[] {
  const created = formatKubernetesTime(now - dayMs);
  return Array.from({ length: count / podsPerDeployment }, (_, index) => service(index, nodes, created)).flat();
}

function service(index: number, nodes: readonly string[], created: string): readonly Seed[] {
  const namespace = `team-${String(index).padStart(3, '0')}`;
  const template = {
    metadata: { labels: { app: 'service' } },
    spec: {
      ...(index % kataEvery === 0 ? { runtimeClassName: 'kata' } : {}),
      containers: [{ name: 'service', image, resources: { requests: { cpu: '10m', memory: '32Mi' } } }],
    },
  };
  const labels = { app: 'service', 'pod-template-hash': '5d9c7f' };
  const metadata = (name: string, uid: number, owner?: OwnerReference): ObjectToWrite['metadata'] => ({
    name,
    namespace,
    creationTimestamp: created,
    uid: `00000000-0000-4000-9${String(index).padStart(3, '0')}-${String(uid).padStart(12, '0')}`,
    ...(owner === undefined ? {} : { labels, ownerReferences: [owner] }),
  });
  const deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadata('service', 1),
    spec: { replicas: podsPerDeployment, selector: { matchLabels: { app: 'service' } }, template },
  };
  const set = {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: metadata('service-5d9c7f', 2, ownedBy(deployment)),
    spec: {
      replicas: podsPerDeployment,
      selector: { matchLabels: labels },
      template: { ...template, metadata: { labels } },
    },
  };
  return [
    { resource: names.namespaces, object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } } },
    { resource: names.deployments, object: deployment },
    { resource: names.replicaSets, object: set },
    ...Array.from({ length: podsPerDeployment }, (_, pod) => {
      const at = index * podsPerDeployment + pod;
      const object = {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: metadata(`service-5d9c7f-${at.toString(36).padStart(5, '0')}`, 3 + pod, ownedBy(set)),
        spec: { ...template.spec, nodeName: nodes[at % nodes.length] },
        status: running(created),
      };
      return { resource: names.pods, object };
    }),
  ];
}

function ownedBy({ apiVersion, kind, metadata }: ObjectToWrite): OwnerReference {
  const { name = '', uid = '' } = metadata;
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}

function running(created: string): object {
  const conditions = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled'];
  return {
    phase: 'Running',
    startTime: created,
    conditions: conditions.map((type) => ({ type, status: 'True', lastTransitionTime: created })),
    containerStatuses: [
      {
        name: 'service',
        image,
        imageID: image,
        ready: true,
        started: true,
        restartCount: 0,
        state: { running: { startedAt: created } },
        lastState: {},
      },
    ],
  };
}
