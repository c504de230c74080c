/** Reads the data of a pod that shows whether it runs in a sandbox. */
import { isKataKey } from '#core/annotations/index.ts';
import { omitUndefined, isJsonObject, getMap, getString, getStringMap, getValue } from '#core/common/json.ts';
import { parseTimestamp } from '#core/common/time.ts';
import {
  parseClusterObject,
  truncateMessage,
  truncateWord,
  type ClusterObject,
} from '#core/cluster/objects/clusterObject.ts';
import { hasSandbox } from '#core/cluster/objects/failedSandbox.ts';
import { containerStatusesOf } from '#core/cluster/objects/kataPod.ts';

/** The data of a pod that the evaluation requires. */
export interface ObservedPod extends ClusterObject {
  readonly namespace: string;
  readonly runtimeClass?: string;
  readonly phase: string;
  readonly node?: string;
  /** Milliseconds since 1970. */
  readonly started?: number;
  /** Names of the Kata annotations. Excludes the values, which can be long or contain policies. */
  readonly annotations: readonly string[];
  readonly overhead: Readonly<Record<string, string>>;
  /** IDs of the running and exited containers, such as `cri-o://4f...`. */
  readonly containers: readonly string[];
  /** Number of running containers and of exited containers. */
  readonly running: number;
  readonly terminated: number;
  /** True if the pod shows that the kubelet created its sandbox. */
  readonly hasSandbox: boolean;
  /** Reasons why containers are waiting, such as `ContainerCreating` or `ImagePullBackOff`. */
  readonly waiting: readonly string[];
  /** Messages of waiting containers. */
  readonly waitingMessages?: readonly string[];
}

/** Maximum number of annotations of a pod that are shown. */
const mostAnnotations = 50;

/** Reads a pod. Returns undefined if the object isn't a pod. */
export function readObservedPod(raw: unknown): ObservedPod | undefined {
  const object = parseClusterObject(raw);
  if (object?.namespace === undefined) return undefined;
  const statuses = containerStatusesOf(raw);
  const inState = (state: string): readonly unknown[] =>
    statuses.filter((one) => isJsonObject(getValue(one, 'state', state)));
  const [running, terminated] = [inState('running'), inState('terminated')];
  const phase = truncateWord(getString(raw, 'status', 'phase') ?? 'Unknown');
  return {
    ...object,
    namespace: object.namespace,
    phase,
    hasSandbox: hasSandbox(raw, phase),
    annotations: Object.keys(getMap(raw, 'metadata', 'annotations'))
      .filter(isKataKey)
      .slice(0, mostAnnotations)
      .map(truncateWord),
    overhead: getStringMap(raw, 'spec', 'overhead'),
    containers: [...running, ...terminated]
      .map((one) => truncateWord(getString(one, 'containerID') ?? ''))
      .filter((id) => id !== ''),
    running: running.length,
    terminated: terminated.length,
    waiting: [
      ...new Set(inState('waiting').map((one) => truncateWord(getString(one, 'state', 'waiting', 'reason') ?? ''))),
    ].filter((reason) => reason !== ''),
    waitingMessages: inState('waiting').flatMap((one) => {
      const message = getString(one, 'state', 'waiting', 'message');
      return message === undefined ? [] : [truncateMessage(message)];
    }),
    ...omitUndefined({
      runtimeClass: getString(raw, 'spec', 'runtimeClassName'),
      node: getString(raw, 'spec', 'nodeName'),
      started: parseTimestamp(getString(raw, 'status', 'startTime')),
    }),
  };
}
