/**
 * Simulates the kubelets, which start and stop the pods of their nodes and report their status. The Job controller ends
 * the pods of Jobs.
 */
import { isJsonObject, getList, getString, type JsonObject, type KubeObject } from '#simulator/store/kubeObject.ts';
import { fromQueueKey, getObjectKey, toQueueKey, type Client } from '../framework/client.ts';
import { withCondition } from '../framework/conditions.ts';
import type { ControllerContext, Controller } from '../framework/controller.ts';
import { hashEventName, recordEvent } from '../framework/events.ts';
import { endLog, writeContainerLog, writeLog } from '../framework/containerLogs.ts';
import type { Behaviour } from '../framework/behaviour.ts';
import { canRunVirtualMachines, getHardware } from '../nodeFeatures/nodeFeatures.ts';
import { isReady } from '../nodes/nodePools.ts';
import { nodes, pods } from '../framework/resourceNames.ts';
import { WorkQueue } from '../framework/workQueue.ts';

/** All kubelets. */
export const kubelet: Controller = {
  name: 'kubelet',
  start(cluster) {
    const { client, clock, behaviour, logs } = cluster;
    const queue = new WorkQueue(clock, behaviour.timings.reconcile, (key) => step(cluster, key));
    const stopPods = client.follow(pods, ({ type, object, previous }) => {
      if (type === 'DELETED') logs.forget(object.metadata.namespace ?? '', object.metadata.name);
      if (type === 'DELETED' || (getString(object, 'spec', 'nodeName') ?? '') === '') return;
      const isNew =
        getString(object, 'status', 'phase') === 'Pending' &&
        getString(previous, 'spec', 'nodeName') !== getString(object, 'spec', 'nodeName');
      const ends =
        object.metadata.deletionTimestamp !== undefined && previous?.metadata.deletionTimestamp === undefined;
      if (ends) queue.add(toQueueKey(object), behaviour.timings.podStop);
      else if (isNew) queue.add(toQueueKey(object), behaviour.timings.podStart);
    });
    return () => {
      stopPods();
      queue.stop();
    };
  },
};

function step(cluster: ControllerContext, key: string): number | undefined {
  const { client } = cluster;
  const { name, namespace } = fromQueueKey(key);
  const pod = client.get(pods, name, namespace);
  if (pod === undefined) return undefined;
  const node = client.get(nodes, getString(pod, 'spec', 'nodeName') ?? '');
  // A kubelet on an unavailable node does nothing. Pods of deleted nodes are removed.
  if (node !== undefined && !isReady(node)) return cluster.behaviour.timings.podStart;
  if (pod.metadata.deletionTimestamp !== undefined || node === undefined) {
    endLog(cluster, pod);
    // A pod with finalizers remains, and its containers have exited. Source: kubernetes/kubernetes@v1.32.0
    // pkg/kubelet/kubelet_pods.go (getPhase: a terminal pod whose containers exited with 0 is Succeeded).
    if ((pod.metadata.finalizers ?? []).length > 0 && getString(pod, 'status', 'phase') === 'Running')
      endPod(client, pod, true);
    client.remove(pods, getObjectKey(pod), { gracePeriodSeconds: 0 });
    return undefined;
  }
  if (getString(pod, 'status', 'phase') !== 'Pending') return undefined;
  if (cannotStartGuest(pod, cluster.behaviour)) {
    waitForSandbox(client, pod);
    return sandboxRetry;
  }
  const missing = missingImage(pod, cluster.behaviour.missingImages);
  if (missing !== undefined) {
    waitForImage(client, pod, missing);
    return undefined;
  }
  // Writes the log line before the pod is reported as running, so that later output follows it.
  writeLog(
    cluster,
    pod,
    `${getString(getList(pod, 'spec', 'containers')[0], 'image') ?? ''} started on ${node.metadata.name}`,
  );
  for (const container of namesOf(pod, 'initContainers'))
    writeContainerLog(cluster, pod, container, `${container} finished`);
  run(client, pod, node);
  return undefined;
}

function namesOf(pod: KubeObject, list: string): readonly string[] {
  return getList(pod, 'spec', list).flatMap((container) => getString(container, 'name') ?? []);
}

/** Time between attempts to create the sandbox of a pod, in milliseconds. */
const sandboxRetry = 60_000;

/**
 * Returns whether the guest VM can't start on the node of a pod. Peer pods run in cloud VMs, so their nodes don't need
 * virtualization.
 */
function cannotStartGuest(pod: KubeObject, behaviour: Behaviour): boolean {
  const runtimeClass = getString(pod, 'spec', 'runtimeClassName') ?? '';
  return (
    /^kata(?:-|$)/.test(runtimeClass) &&
    runtimeClass !== 'kata-remote' &&
    !canRunVirtualMachines(getHardware(getString(pod, 'spec', 'nodeName') ?? '', behaviour))
  );
}

/**
 * Reports that the sandbox of a pod can't be created. The journal of the node contains the same error
 * (logs/nodeJournal.ts). Sources: kubernetes/kubernetes@0da37d8c544ff961800828ed9e8999a116aa12aa
 * pkg/kubelet/kuberuntime/kuberuntime_manager.go (`Failed to create pod sandbox: ...`);
 * kata-containers/kata-containers@0a4b755cd9e22b31cfdbfcb9919b4122b51c26cc src/runtime/virtcontainers/qemu.go (`failed
 * to launch qemu: ..., error messages from qemu log: ...`); QEMU accel/kvm (message about KVM);
 * openshift/sandboxed-containers-operator issue 65 (observed on a cluster).
 */
function waitForSandbox(client: Client, pod: KubeObject): void {
  client.changeStatus(pods, getObjectKey(pod), (status) => ({
    ...status,
    startTime: getString(status, 'startTime') ?? client.now(),
    conditions: ['PodReadyToStartContainers', 'Ready', 'ContainersReady'].reduce(
      (all, type) =>
        withCondition(
          all,
          { type, status: 'False', ...(type === 'PodReadyToStartContainers' ? {} : { reason: 'ContainersNotReady' }) },
          client.now(),
        ),
      getList(status, 'conditions'),
    ),
    containerStatuses: waitingStatuses(pod, { reason: 'ContainerCreating' }),
  }));
  const message = `Failed to create pod sandbox: rpc error: code = Unknown desc = CreateContainer failed: ${launchFailure}: unknown`;
  recordEvent(client, pod, { reason: 'FailedCreatePodSandBox', message, type: 'Warning', component: 'kubelet' });
}

/** Error of the Kata runtime when QEMU can't use KVM. */
export const launchFailure =
  'failed to launch qemu: exit status 1, error messages from qemu log: Could not access KVM kernel module: No such file or directory\nqemu-kvm: failed to initialize kvm: No such file or directory\n';

/** Returns the first image of a pod that isn't available. */
function missingImage(pod: KubeObject, missing: readonly string[]): string | undefined {
  return getList(pod, 'spec', 'containers')
    .map((container) => getString(container, 'image') ?? '')
    .find((image) => missing.some((part) => image.includes(part)));
}

/** Reports that an image can't be pulled. The pod remains in this state because the kubelet retries indefinitely. */
function waitForImage(client: Client, pod: KubeObject, image: string): void {
  const waiting = { reason: 'ImagePullBackOff', message: `Back-off pulling image ${JSON.stringify(image)}` };
  client.changeStatus(pods, getObjectKey(pod), (status) => ({
    ...status,
    conditions: ['Ready', 'ContainersReady'].reduce(
      (all, type) => withCondition(all, { type, status: 'False', reason: 'ContainersNotReady' }, client.now()),
      getList(status, 'conditions'),
    ),
    containerStatuses: waitingStatuses(pod, waiting),
  }));
  recordEvent(client, pod, {
    reason: 'Failed',
    message: `Failed to pull image ${JSON.stringify(image)}`,
    type: 'Warning',
    component: 'kubelet',
  });
  recordEvent(client, pod, { reason: 'BackOff', message: waiting.message, type: 'Warning', component: 'kubelet' });
}

function run(client: Client, pod: KubeObject, node: KubeObject): void {
  const now = client.now();
  const ready = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled'] as const;
  client.changeStatus(pods, getObjectKey(pod), (status) => ({
    ...status,
    phase: 'Running',
    hostIP: hostAddress(node),
    podIP: podAddress(pod),
    podIPs: [{ ip: podAddress(pod) }],
    startTime: now,
    conditions: ready.reduce(
      (all, type) => withCondition(all, { type, status: 'True' }, now),
      getList(status, 'conditions'),
    ),
    ...initStatuses(pod, { terminated: { exitCode: 0, reason: 'Completed', startedAt: now, finishedAt: now } }),
    containerStatuses: containerStatuses(pod, { running: { startedAt: now } }, true),
  }));
  const [first] = getList(pod, 'spec', 'containers');
  recordEvent(client, pod, {
    reason: 'Started',
    message: `Started container ${getString(first, 'name') ?? ''}`,
    component: 'kubelet',
  });
}

/**
 * Creates statuses of containers that the runtime hasn't created: without a container ID, and with an empty image ID.
 * Source: kubernetes/kubernetes@0da37d8c544ff961800828ed9e8999a116aa12aa pkg/kubelet/kubelet_pods.go
 * convertToAPIContainerStatuses (defaultWaitingState).
 */
function waitingStatuses(pod: KubeObject, waiting: JsonObject): readonly JsonObject[] {
  return containerStatuses(pod, { waiting }, false).map(({ containerID: _id, ...status }) => ({
    ...status,
    imageID: '',
  }));
}

/** Creates the statuses of init containers. Returns none if the pod has no init containers. */
function initStatuses(pod: KubeObject, state: JsonObject): JsonObject {
  const statuses = containerStatuses(pod, state, true, 'initContainers').map((status) => ({
    ...status,
    started: false,
  }));
  return statuses.length === 0 ? {} : { initContainerStatuses: statuses };
}

/** Creates the statuses of containers that the runtime created. */
function containerStatuses(
  pod: KubeObject,
  state: JsonObject,
  ready: boolean,
  list: 'containers' | 'initContainers' = 'containers',
): readonly JsonObject[] {
  return getList(pod, 'spec', list)
    .filter(isJsonObject)
    .map((container) => {
      const name = getString(container, 'name') ?? '';
      return {
        name: container['name'],
        image: container['image'],
        imageID: `${getString(container, 'image') ?? ''}@sha256:${hashEventName(getString(container, 'image') ?? '').repeat(4)}`,
        containerID: containerId(pod, name, 0),
        ready,
        started: ready,
        restartCount: 0,
        state: withContainerId(state, containerId(pod, name, 0)),
        lastState: {},
      };
    });
}

/** Returns the ID of an instance of a container. */
export function containerId(pod: KubeObject, container: string, restart: number): string {
  const instance = restart === 0 ? '' : `/${restart}`;
  return `cri-o://${hashEventName(`${pod.metadata.uid}/${container}${instance}`).repeat(4)}`;
}

/** Adds the ID to the state of a terminated container, from which the kubelet finds its log. */
function withContainerId(state: JsonObject, containerID: string): JsonObject {
  const { terminated } = state;
  return isJsonObject(terminated) ? { terminated: { ...terminated, containerID } } : state;
}

/** Sets the status of a pod whose containers have exited. */
export function endPod(client: Client, pod: KubeObject, succeeded: boolean): void {
  const now = client.now();
  const terminated = {
    exitCode: succeeded ? 0 : 1,
    reason: succeeded ? 'Completed' : 'Error',
    startedAt: getString(pod, 'status', 'startTime') ?? now,
    finishedAt: now,
  };
  client.changeStatus(pods, getObjectKey(pod), (status) => ({
    ...status,
    phase: succeeded ? 'Succeeded' : 'Failed',
    conditions: ['Ready', 'ContainersReady'].reduce(
      (all, type) =>
        withCondition(all, { type, status: 'False', reason: succeeded ? 'PodCompleted' : 'PodFailed' }, now),
      getList(status, 'conditions'),
    ),
    containerStatuses: containerStatuses(pod, { terminated }, false),
  }));
}

function hostAddress(node: KubeObject): string {
  return (
    getString(
      getList(node, 'status', 'addresses').find((address) => getString(address, 'type') === 'InternalIP'),
      'address',
    ) ?? ''
  );
}

function podAddress(pod: KubeObject): string {
  const digits = Number.parseInt(hashEventName(pod.metadata.uid).slice(0, 6), 16);
  return `10.${128 + ((digits >> 16) & 3)}.${(digits >> 8) & 255}.${(digits & 253) + 2}`;
}
