/**
 * Parses the fields of pods that determine which logs exist: containers, their states, and their restarts. Source:
 * Kubernetes API, core/v1 Pod, ContainerStatus, and ContainerState.
 */
import { getNumber, getList, getString, isJsonObject, getMap, omitUndefined } from '#core/common/json.ts';
import { getName, getWord, parseClusterObject, type ClusterObject } from '#core/cluster/objects/clusterObject.ts';

/** How an instance of a container ended. */
export interface ContainerEnd {
  readonly reason: string;
  readonly exitCode: number;
}

export type ContainerState =
  | { readonly kind: 'waiting'; readonly reason: string; readonly message: string }
  | { readonly kind: 'running' }
  | ({ readonly kind: 'terminated' } & ContainerEnd)
  /** The kubelet hasn't reported the container. */
  | { readonly kind: 'unknown' };

export interface LogContainer {
  readonly name: string;
  readonly type: 'init' | 'regular' | 'ephemeral';
  readonly state: ContainerState;
  readonly restarts: number;
  /** The end of the previous instance, whose log the kubelet keeps. Undefined if there is none. */
  readonly previous?: ContainerEnd;
}

export interface LogPod extends ClusterObject {
  readonly namespace: string;
  readonly phase: string;
  readonly restartPolicy: string;
  readonly node?: string;
  readonly runtimeClass?: string;
  /** Regular containers in the order of the pod, then init and ephemeral containers. */
  readonly containers: readonly LogContainer[];
}

/** Maximum number of containers of each type. */
const mostContainers = 50;

/** Parses a pod. Returns undefined for other objects. */
export function readLogPod(raw: unknown): LogPod | undefined {
  const object = parseClusterObject(raw);
  if (object?.namespace === undefined || !isJsonObject(getMap(raw)['spec'])) return undefined;
  const of = (list: string, statuses: string, type: LogContainer['type']): readonly LogContainer[] =>
    readContainers(getList(raw, 'spec', list), getList(raw, 'status', statuses), type);
  return {
    ...object,
    namespace: object.namespace,
    phase: getWord(raw, 'status', 'phase') ?? 'Unknown',
    restartPolicy: getWord(raw, 'spec', 'restartPolicy') ?? 'Always',
    containers: [
      ...of('containers', 'containerStatuses', 'regular'),
      ...of('initContainers', 'initContainerStatuses', 'init'),
      ...of('ephemeralContainers', 'ephemeralContainerStatuses', 'ephemeral'),
    ],
    ...omitUndefined({
      node: getName(raw, 'spec', 'nodeName'),
      runtimeClass: getName(raw, 'spec', 'runtimeClassName'),
    }),
  };
}

function readContainers(
  specs: readonly unknown[],
  statuses: readonly unknown[],
  type: LogContainer['type'],
): readonly LogContainer[] {
  return specs.slice(0, mostContainers).flatMap((spec) => {
    const name = getName(spec, 'name');
    if (name === undefined) return [];
    const status = statuses.find((one) => getString(one, 'name') === name);
    return [
      {
        name,
        type,
        state: readState(status),
        restarts: getNumber(status, 'restartCount') ?? 0,
        ...omitUndefined({ previous: readEnd(getMap(status, 'lastState')['terminated']) }),
      },
    ];
  });
}

function readState(status: unknown): ContainerState {
  const { running, terminated, waiting } = getMap(status, 'state');
  const end = readEnd(terminated);
  if (end !== undefined) return { kind: 'terminated', ...end };
  if (isJsonObject(running)) return { kind: 'running' };
  if (!isJsonObject(waiting)) return { kind: 'unknown' };
  return { kind: 'waiting', reason: getWord(waiting, 'reason') ?? '', message: getWord(waiting, 'message') ?? '' };
}

function readEnd(terminated: unknown): ContainerEnd | undefined {
  if (!isJsonObject(terminated)) return undefined;
  return { reason: getWord(terminated, 'reason') ?? '', exitCode: getNumber(terminated, 'exitCode') ?? 0 };
}

/** Returns whether the pod has finished, so that none of its containers starts again. */
export function isFinished({ phase }: LogPod): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}

/**
 * Returns whether the kubelet starts another instance of a terminated container. Source: Kubernetes documentation, "Pod
 * Lifecycle", restart policy.
 */
export function restarts(pod: LogPod, { type, state }: LogContainer): boolean {
  if (state.kind !== 'terminated' || type === 'ephemeral' || pod.deleting !== undefined || isFinished(pod))
    return false;
  // An init container that succeeded doesn't run again.
  if (type === 'init') return state.exitCode !== 0 && pod.restartPolicy !== 'Never';
  return pod.restartPolicy === 'Always' || (pod.restartPolicy === 'OnFailure' && state.exitCode !== 0);
}
