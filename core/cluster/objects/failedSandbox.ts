/**
 * Detects pods whose sandbox can't be created, from kubelet Events and the pod status. Event names such as
 * `FailedCreatePodSandBox` and the container states come from the Kubernetes API. Sources:
 * kubernetes/kubernetes@0da37d8c544ff961800828ed9e8999a116aa12aa pkg/kubelet/events/event.go (FailedCreatePodSandBox)
 * and pkg/kubelet/kubelet_pods.go (convertStatusToAPIStatus, getPhase); core/v1 PodConditionType
 * PodReadyToStartContainers.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined, isJsonObject, getList, getString, getValue } from '#core/common/json.ts';
import { readEvent } from './clusterEvent.ts';
import { beforeSandbox, containerStatusesOf, readPodWithRuntimeClass, type KataPod } from './kataPod.ts';
import { defineWatchedKind, type WatchedKind } from './watchedKind.ts';
import { getName, truncateMessage, type ClusterObject } from './clusterObject.ts';
import { parseTimestamp } from '#core/common/time.ts';

/** Reason of the Event that the kubelet writes each time it can't create the sandbox of a pod. */
export const failedSandboxReason = 'FailedCreatePodSandBox';

/** An Event about a pod without a sandbox. */
export interface SandboxEvent extends ClusterObject {
  readonly pod: { readonly namespace: string; readonly name: string; readonly uid: string };
  /** Node of the kubelet that reports the Event. */
  readonly node?: string;
  readonly message: string;
  /** Number of occurrences, at least 1. */
  readonly count: number;
  /** Times of the first and last occurrence, in milliseconds since 1970. */
  readonly first?: number;
  readonly last?: number;
}

/** A pod with a runtime class, reduced to the fields that show whether it has a sandbox. */
export interface SandboxPod extends KataPod {
  readonly hasSandbox: boolean;
}

/** A pod whose sandbox the kubelet can't create, or for which the scheduler can't find a node. */
export interface FailedSandbox extends KataPod {
  /** Message of the newest Event. */
  readonly message: string;
  /** Number of failed attempts to create the sandbox, according to Events. */
  readonly count: number;
  /** Times of the first and last failure, in milliseconds since 1970. */
  readonly first?: number;
  readonly last?: number;
  /** True if the scheduler can't find a node for the pod. The message is then the message of the scheduler. */
  readonly isUnscheduled?: true;
  /** True if the data is from files, such as a must-gather. An age of the last failure would then be misleading. */
  readonly recorded?: true;
}

/**
 * The watched kind of Events about pods without a sandbox. The API server filters the Events, because a cluster has
 * thousands of others.
 */
export const sandboxEvents: WatchedKind<SandboxEvent> = defineWatchedKind<SandboxEvent>({
  group: '',
  version: 'v1',
  plural: 'events',
  kind: 'Event',
  scope: 'all',
  fieldSelector: `reason=${failedSandboxReason}`,
  most: 2000,
  neededFor: () => l10n.t`pods whose sandbox can't be created`,
  read(raw, object) {
    const event = readEvent(raw);
    const [namespace, name, uid] = ['namespace', 'name', 'uid'].map((field) => getName(raw, 'involvedObject', field));
    if (event?.kind !== 'Pod' || event.reason !== failedSandboxReason) return undefined;
    if (namespace === undefined || name === undefined || uid === undefined) return undefined;
    const first = parseTimestamp(getString(raw, 'firstTimestamp') ?? getString(raw, 'eventTime')) ?? event.at;
    return {
      ...object,
      pod: { namespace, name, uid },
      message: event.message,
      count: event.count,
      ...omitUndefined({
        node: getName(raw, 'source', 'host') ?? getName(raw, 'reportingInstance'),
        first,
        last: event.at,
      }),
    };
  },
});

/** Returns the pods of one node as a watched kind. Keeps only pods with a runtime class. */
export function podsOfNode(node: string): WatchedKind<SandboxPod> {
  return {
    group: '',
    version: 'v1',
    plural: 'pods',
    kind: 'Pod',
    scope: 'all',
    fieldSelector: `spec.nodeName=${node}`,
    neededFor: sandboxEvents.neededFor,
    read: readSandboxPod,
  };
}

/**
 * The watched kind of pods without a node. Most pods have none only for a moment. Source of the field selector:
 * kubernetes/kubernetes@0158de93ea1c864e552aa1fc9263fa6caf47f2d0 pkg/apis/core/v1/conversion.go.
 */
export const unscheduledPods: WatchedKind<FailedSandbox> = {
  group: '',
  version: 'v1',
  plural: 'pods',
  kind: 'Pod',
  scope: 'all',
  fieldSelector: 'spec.nodeName=',
  most: 2000,
  neededFor: sandboxEvents.neededFor,
  read: readUnscheduledPod,
};

/**
 * Parses a pod that the scheduler can't assign to a node. Returns undefined for pods without a runtime class and for
 * pods that the scheduler hasn't tried to assign yet. Source: core/v1 PodReasonUnschedulable.
 */
export function readUnscheduledPod(raw: unknown): FailedSandbox | undefined {
  const pod = readPodWithRuntimeClass(raw);
  const condition = getList(raw, 'status', 'conditions').find(
    (one) => getString(one, 'type') === 'PodScheduled' && getString(one, 'reason') === 'Unschedulable',
  );
  if (pod === undefined || pod.node !== undefined || pod.deleting !== undefined || condition === undefined)
    return undefined;
  return {
    ...pod,
    message: truncateMessage(getString(condition, 'message') ?? ''),
    count: 1,
    isUnscheduled: true,
    ...omitUndefined({ first: parseTimestamp(getString(condition, 'lastTransitionTime')) }),
  };
}

/** Parses a pod. Returns undefined for pods without a runtime class and for other objects. */
export function readSandboxPod(raw: unknown): SandboxPod | undefined {
  const pod = readPodWithRuntimeClass(raw);
  return pod === undefined ? undefined : { ...pod, hasSandbox: hasSandbox(raw, pod.phase) };
}

/**
 * Returns whether the pod has a sandbox or has finished and doesn't need one. In both cases, the kubelet doesn't retry.
 */
export function hasSandbox(raw: unknown, phase: string): boolean {
  if (phase === 'Succeeded' || phase === 'Failed') return true;
  const containers = containerStatusesOf(raw);
  if (containers.some((one) => isJsonObject(getValue(one, 'state', 'running')))) return true;
  const condition = getList(raw, 'status', 'conditions').find(
    (one) => getString(one, 'type') === 'PodReadyToStartContainers',
  );
  const status = getString(condition, 'status');
  if (status === 'True' || status === 'False') return status === 'True';
  return containers.some((one) => {
    const reason = getString(one, 'state', 'waiting', 'reason');
    return reason !== undefined && !beforeSandbox.has(reason);
  });
}

/**
 * Returns the pod with the data of its Events. Returns undefined if the pod has a sandbox or no Event reports a
 * failure.
 */
export function failedSandboxOf(pod: SandboxPod, events: readonly SandboxEvent[]): FailedSandbox | undefined {
  const [newest, ...others] = events.toSorted((one, other) => (other.last ?? 0) - (one.last ?? 0));
  if (pod.hasSandbox || newest === undefined) return undefined;
  const { hasSandbox: _, ...kataPod } = pod;
  const firsts = events.flatMap(({ first }) => first ?? []);
  return {
    ...kataPod,
    message: newest.message,
    count: others.reduce((sum, { count }) => sum + count, newest.count),
    ...omitUndefined({
      node: pod.node ?? newest.node,
      first: firsts.length === 0 ? undefined : Math.min(...firsts),
      last: newest.last,
    }),
  };
}
