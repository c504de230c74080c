/**
 * Reads the pods of a node that matter for its update: the Machine Config Daemon and, while the node is drained, the
 * pods that can't be evicted, with their owners and PodDisruptionBudgets. Parses untrusted data field by field and
 * never throws. Sources: kubernetes/kubernetes@01aa0f3f6052c9866dcb69054d8924fa8c96e3cb
 * pkg/registry/core/pod/storage/eviction.go (Create, canIgnorePDB, checkAndDecrement); k8s.io/kubectl
 * pkg/drain/filters.go; openshift/machine-config-operator@7ff337a4f pkg/controller/drain/drain_controller.go (Force,
 * IgnoreAllDaemonSets).
 */
import { getBoolean, getList, getNumber, getString, getStringMap, omitUndefined } from '#core/common/json.ts';
import { isDraining } from '#core/cluster/history.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import {
  getLabels,
  parseClusterObject,
  truncateWord,
  type ClusterObject,
} from '#core/cluster/objects/clusterObject.ts';
import { getCollectionPath } from '#core/cluster/objects/objectReference.ts';
import { matchesSelector, readSelector } from '#core/labels/labelSelector.ts';
import type { BlockingBudget, BlockingPod, BlockingPods, NodeDrain } from '#core/status/nodes/blockingPods.ts';
import { listItems } from '#core/status/snapshotIndex.ts';
import { machineConfigNamespace } from '#core/product/namespaces.ts';
import type { ClusterReader, ReadResult } from './lookup.ts';
import { findTopOwners } from './topOwner.ts';

/** The pod of the Machine Config Daemon on a node. */
export interface DaemonPod extends ClusterObject {
  readonly namespace: string;
  readonly phase: string;
  readonly isReady: boolean;
}

/** Pods of a node. */
export interface NodePods {
  readonly daemon: ReadResult<DaemonPod | undefined>;
  /** Pods that block the drain. Undefined if the node isn't drained. */
  readonly blocking?: ReadResult<BlockingPods>;
}

/** Maximum number of pods of a node, and of budgets, to store. A node runs up to 500 pods. */
const mostPods = 1000;
const mostBudgets = 2000;
const mostDrains = 3;
/** Annotation of the object of a static pod, which the kubelet runs from a file on its node. */
export const mirrorAnnotation = 'kubernetes.io/config.mirror';
const podsOf = (query: Readonly<Record<string, string>>, namespace?: string): string =>
  `${getCollectionPath({ group: '', version: 'v1', plural: 'pods', ...omitUndefined({ namespace }) })}?${new URLSearchParams(query).toString()}`;
const budgetsPath = getCollectionPath({ group: 'policy', version: 'v1', plural: 'poddisruptionbudgets' });

/**
 * Reads the pods of a node.
 * @param isDraining whether to also read the pods that block the drain
 */
export async function readNodePods(reader: ClusterReader, node: string, isDraining: boolean): Promise<NodePods> {
  const [daemon, blocking] = await Promise.all([
    readDaemon(reader, node),
    isDraining ? readBlockingPods(reader, node) : undefined,
  ]);
  return { daemon, ...omitUndefined({ blocking }) };
}

async function readDaemon(reader: ClusterReader, node: string): Promise<NodePods['daemon']> {
  const query = { labelSelector: 'k8s-app=machine-config-daemon', fieldSelector: `spec.nodeName=${node}` };
  const answer = await reader.list(podsOf(query, machineConfigNamespace), 10);
  if (answer.kind !== 'value') return answer;
  return { kind: 'value', value: answer.value.items.flatMap((raw) => readDaemonPod(raw) ?? [])[0] };
}

function readDaemonPod(raw: unknown): DaemonPod | undefined {
  const object = parseClusterObject(raw);
  if (object?.namespace === undefined) return undefined;
  return {
    ...object,
    namespace: object.namespace,
    phase: truncateWord(getString(raw, 'status', 'phase') ?? ''),
    isReady: isReady(raw),
  };
}

/** Returns the names of the nodes that are drained, up to three, because few nodes are drained at a time. */
export function listDrainingNodes(snapshot: Snapshot): readonly string[] {
  return listItems(snapshot, 'nodes')
    .filter(isDraining)
    .map(({ name }) => name)
    .toSorted()
    .slice(0, mostDrains);
}

/** Reads the pods that block the drains of a cluster. */
export async function readDrains(reader: ClusterReader, snapshot: Snapshot): Promise<readonly NodeDrain[]> {
  return Promise.all(
    listDrainingNodes(snapshot).map(async (node): Promise<NodeDrain> => {
      const answer = await readBlockingPods(reader, node);
      if (answer.kind === 'problem') return { node, pods: [], cut: false, problem: answer.problem.message };
      return { node, ...(answer.kind === 'value' ? answer.value : { pods: [], cut: false }) };
    }),
  );
}

/** Reads the pods that block the drain of a node. */
async function readBlockingPods(reader: ClusterReader, node: string): Promise<ReadResult<BlockingPods>> {
  const [found, budgets] = await Promise.all([
    reader.list(podsOf({ fieldSelector: `spec.nodeName=${node}` }), mostPods, isEvicted),
    reader.list(budgetsPath, mostBudgets),
  ]);
  if (found.kind === 'problem') return found;
  if (budgets.kind === 'problem') return budgets;
  const listed = found.kind === 'value' ? found.value : { items: [], cut: false };
  const limits = budgets.kind === 'value' ? budgets.value : { items: [], cut: false };
  const blocking = listed.items.filter(isEvicted).flatMap((raw) => {
    const pod = readBlockingPod(raw, limits.items);
    return pod === undefined ? [] : [{ raw, pod }];
  });
  const owners = await findTopOwners(
    reader,
    blocking.map(({ raw }) => raw),
  );
  const pods = blocking.map(({ pod }, index): BlockingPod => {
    const owner = owners[index];
    if (owner === undefined) return pod;
    const { kind, name, reference } = owner;
    return { ...pod, owner: { kind, name, ...omitUndefined({ group: reference?.group }) } };
  });
  return { kind: 'value', value: { pods, cut: listed.cut || limits.cut } };
}

/** Returns whether a drain evicts the pod: all pods except static pods, pods of DaemonSets, and completed pods. */
function isEvicted(raw: unknown): boolean {
  const owner = getList(raw, 'metadata', 'ownerReferences').find((one) => getBoolean(one, 'controller') === true);
  return (
    getString(owner, 'kind') !== 'DaemonSet' &&
    !Object.hasOwn(getStringMap(raw, 'metadata', 'annotations'), mirrorAnnotation) &&
    !['Succeeded', 'Failed'].includes(getString(raw, 'status', 'phase') ?? '')
  );
}

/**
 * Returns the pod with the budgets that prevent its eviction, or undefined if the API server evicts it.
 * @param budgets PodDisruptionBudget objects as returned by the cluster
 */
export function readBlockingPod(raw: unknown, budgets: readonly unknown[]): BlockingPod | undefined {
  const object = parseClusterObject(raw);
  if (object?.namespace === undefined) return undefined;
  const { namespace } = object;
  if (object.deleting !== undefined) return { ...object, namespace, budgets: [], isTerminating: true };
  if (getString(raw, 'status', 'phase') === 'Pending') return undefined;
  const labels = getLabels(raw, 'metadata', 'labels');
  const own = budgets.filter((budget) => {
    const selector = readSelector(budget, 'spec', 'selector');
    return (
      getString(budget, 'metadata', 'namespace') === namespace &&
      selector !== undefined &&
      matchesSelector(selector, labels) === true
    );
  });
  const [only] = own;
  if (own.length === 0 || (own.length === 1 && allows(only, raw))) return undefined;
  return {
    ...object,
    namespace,
    budgets: own.slice(0, 5).flatMap((budget) => readBudget(budget)),
    isTerminating: false,
  };
}

/** Returns whether a budget allows the eviction of a pod that it selects. */
function allows(budget: unknown, pod: unknown): boolean {
  const { currentHealthy = 0, desiredHealthy = 0 } = readBudget(budget)[0] ?? {};
  const isUnhealthyAllowed =
    !isReady(pod) &&
    (getString(budget, 'spec', 'unhealthyPodEvictionPolicy') === 'AlwaysAllow' ||
      (currentHealthy >= desiredHealthy && desiredHealthy > 0));
  return isUnhealthyAllowed || (getNumber(budget, 'status', 'disruptionsAllowed') ?? 0) > 0;
}

function readBudget(raw: unknown): readonly BlockingBudget[] {
  const object = parseClusterObject(raw);
  if (object === undefined) return [];
  const count = (field: string): number => getNumber(raw, 'status', field) ?? 0;
  return [{ name: object.name, currentHealthy: count('currentHealthy'), desiredHealthy: count('desiredHealthy') }];
}

function isReady(raw: unknown): boolean {
  return getList(raw, 'status', 'conditions').some(
    (condition) => getString(condition, 'type') === 'Ready' && getString(condition, 'status') === 'True',
  );
}
