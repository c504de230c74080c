/**
 * Reads what the deletion of a pod affects: its owners, PodDisruptionBudgets, finalizers, and volumes. Parses untrusted
 * data field by field and never throws. Sources: Kubernetes, "Pod Lifecycle", "Static Pods", "Disruptions".
 */
import { getList, getString, getStringMap, getStrings, getValue, omitUndefined } from '#core/common/json.ts';
import { getName, parseClusterObject, truncateWord } from '#core/cluster/objects/clusterObject.ts';
import { managerOf } from '#core/cluster/objects/managedBy.ts';
import { getCollectionPath, getObjectPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { BlockingBudget } from '#core/status/nodes/blockingPods.ts';
import type { ClusterReader, ReadResult } from '../lookup.ts';
import { mirrorAnnotation, readBlockingPod } from '../nodePods.ts';
import { findOwnerChain, type TopOwner } from '../topOwner.ts';

/** A pod to delete. */
export interface PodDeletion {
  readonly reference: ObjectReference;
  readonly uid: string;
  /** Value of `status.phase`. Empty if unknown. */
  readonly phase: string;
  readonly runtimeClass?: string;
  readonly node?: string;
  /** True if the kubelet runs the pod from a file on its node. */
  readonly isStatic: boolean;
  /** Owners from the controller to the topmost readable one. Empty if nothing recreates the pod. */
  readonly owners: readonly TopOwner[];
  /** PodDisruptionBudgets that prevent the eviction of the pod, or why they couldn't be read. */
  readonly budgets: ReadResult<readonly BlockingBudget[]>;
  readonly finalizers: readonly string[];
  /** True if the pod has data in an emptyDir volume. */
  readonly hasEmptyDir: boolean;
  /** GitOps tool that manages the pod itself. */
  readonly managedBy?: string;
}

/** Maximum number of PodDisruptionBudgets in the namespace, and of finalizers, to read. */
const mostBudgets = 500;
const mostFinalizers = 20;

/** Reads a pod. Absent if it doesn't exist. */
export async function readPodDeletion(
  reader: ClusterReader,
  reference: ObjectReference,
): Promise<ReadResult<PodDeletion>> {
  const answer = await reader.get(getObjectPath(reference));
  if (answer.kind !== 'value') return answer;
  const raw = answer.value;
  const object = parseClusterObject(raw);
  if (object === undefined) return { kind: 'absent' };
  const [owners, budgets] = await Promise.all([findOwnerChain(reader, raw), readBudgets(reader, reference, raw)]);
  return {
    kind: 'value',
    value: {
      reference,
      uid: object.uid,
      phase: truncateWord(getString(raw, 'status', 'phase') ?? ''),
      isStatic: Object.hasOwn(getStringMap(raw, 'metadata', 'annotations'), mirrorAnnotation),
      owners,
      budgets,
      finalizers: getStrings(raw, 'metadata', 'finalizers').slice(0, mostFinalizers).map(truncateWord),
      hasEmptyDir: hasEmptyDirVolume(raw, 'spec'),
      ...omitUndefined({
        runtimeClass: getName(raw, 'spec', 'runtimeClassName'),
        node: getName(raw, 'spec', 'nodeName'),
        managedBy: managerOf(raw),
      }),
    },
  };
}

async function readBudgets(
  reader: ClusterReader,
  { namespace = '' }: ObjectReference,
  raw: unknown,
): Promise<ReadResult<readonly BlockingBudget[]>> {
  const path = getCollectionPath({ group: 'policy', version: 'v1', plural: 'poddisruptionbudgets', namespace });
  const answer = await reader.list(path, mostBudgets);
  if (answer.kind === 'problem') return answer;
  const pod = answer.kind === 'value' ? readBlockingPod(raw, answer.value.items) : undefined;
  return { kind: 'value', value: pod?.budgets ?? [] };
}

/**
 * Returns whether a pod or pod template has an emptyDir volume.
 * @param path path of the pod specification
 */
export function hasEmptyDirVolume(raw: unknown, ...path: readonly string[]): boolean {
  return getList(raw, ...path, 'volumes').some((volume) => getValue(volume, 'emptyDir') !== undefined);
}
