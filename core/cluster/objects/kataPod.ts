/**
 * Parses pods that use Kata, with the fields that an uninstall and the workload list need. Source:
 * domain/01-kataconfig.md; notes/cluster.md 5.2.
 */
import { getBoolean, omitUndefined, getList, getString } from '#core/common/json.ts';
import {
  getName,
  parseClusterObject,
  getWord,
  readFinalizers,
  truncateMessage,
  type ClusterObject,
} from './clusterObject.ts';

export interface KataPod extends ClusterObject {
  readonly namespace: string;
  readonly runtimeClass: string;
  /** `Pending`, `Running`, `Succeeded`, `Failed`, `Unknown`. The operator waits for pods in any phase. */
  readonly phase: string;
  readonly node?: string;
  /** True if the condition Ready is true. */
  readonly isReady?: true;
  /** Controller that recreates the pod when it's deleted, such as `ReplicaSet web-5d9c7`. */
  readonly controller?: Controller;
  /** State of the first container that can't run, although the sandbox exists. */
  readonly waitingContainer?: WaitingContainer;
  /** Finalizers of a terminating pod, which must be removed before the API server deletes it. */
  readonly finalizers?: readonly string[];
}

/** The state of a waiting container. `kubectl get pods` shows its reason instead of the phase. */
interface WaitingContainer {
  /** Such as `ImagePullBackOff` or `CrashLoopBackOff`. */
  readonly reason: string;
  /** Empty if there is none. */
  readonly message: string;
}

/** The controller of an object, as `metadata.ownerReferences` names it. */
export interface Controller {
  /** API group. Empty for the core group. */
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

/** Parses a pod with one of these runtime classes. Returns undefined for other pods and objects. */
export function readKataPod(raw: unknown, runtimeClasses: ReadonlySet<string>): KataPod | undefined {
  return runtimeClasses.has(getString(raw, 'spec', 'runtimeClassName') ?? '')
    ? readPodWithRuntimeClass(raw)
    : undefined;
}

/** Parses a pod with any runtime class. Returns undefined for pods without one and for other objects. */
export function readPodWithRuntimeClass(raw: unknown): KataPod | undefined {
  const runtimeClass = getName(raw, 'spec', 'runtimeClassName');
  if (runtimeClass === undefined) return undefined;
  const object = parseClusterObject(raw);
  if (object?.namespace === undefined) return undefined;
  return {
    ...object,
    namespace: object.namespace,
    runtimeClass,
    phase: getWord(raw, 'status', 'phase') ?? 'Unknown',
    ...(isPodReady(raw) ? { isReady: true } : {}),
    ...omitUndefined({
      node: getName(raw, 'spec', 'nodeName'),
      controller: readController(raw),
      waitingContainer: readWaitingContainer(raw),
      finalizers: object.deleting === undefined ? undefined : finalizersOf(raw),
    }),
  };
}

/** Maximum number of finalizers per pod. */
const mostFinalizers = 20;

function finalizersOf(raw: unknown): readonly string[] | undefined {
  const found = readFinalizers(raw).slice(0, mostFinalizers);
  return found.length === 0 ? undefined : found;
}

function isPodReady(raw: unknown): boolean {
  return getList(raw, 'status', 'conditions').some(
    (one) => getString(one, 'type') === 'Ready' && getString(one, 'status') === 'True',
  );
}

/**
 * Reasons of waiting containers before the sandbox exists. Other reasons, such as ImagePullBackOff and
 * CrashLoopBackOff, occur only with a sandbox.
 */
export const beforeSandbox: ReadonlySet<string> = new Set(['ContainerCreating', 'PodInitializing']);

function readWaitingContainer(raw: unknown): WaitingContainer | undefined {
  for (const status of containerStatusesOf(raw)) {
    const reason = getWord(status, 'state', 'waiting', 'reason');
    if (reason === undefined || reason === '' || beforeSandbox.has(reason)) continue;
    return { reason, message: truncateMessage(getString(status, 'state', 'waiting', 'message') ?? '') };
  }
  return undefined;
}

/** Maximum number of container statuses per pod. */
const mostContainers = 50;

/** Returns the statuses of init containers and containers. */
export function containerStatusesOf(raw: unknown): readonly unknown[] {
  return [...getList(raw, 'status', 'initContainerStatuses'), ...getList(raw, 'status', 'containerStatuses')].slice(
    0,
    mostContainers,
  );
}

/** Parses the controller of an object. Returns undefined if nothing recreates the object. */
export function readController(raw: unknown): Controller | undefined {
  const owner = getList(raw, 'metadata', 'ownerReferences').find((one) => getBoolean(one, 'controller') === true);
  const [kind, name] = [getWord(owner, 'kind'), getName(owner, 'name')];
  if (kind === undefined || name === undefined) return undefined;
  const group = /^([^/]*)\//.exec(getWord(owner, 'apiVersion') ?? '')?.[1] ?? '';
  return { group, kind, name, uid: getName(owner, 'uid') ?? '' };
}
