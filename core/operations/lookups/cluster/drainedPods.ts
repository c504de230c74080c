/**
 * Finds the pods that a node drain deletes or restarts: pods without a controller, which nothing recreates, Kata pods
 * with the workloads that own them, and the number of all others. The Machine Config Daemon drains with force and skips
 * DaemonSets and mirror pods. Sources: openshift/machine-config-operator pkg/daemon/drain (drain.Helper: Force,
 * IgnoreAllDaemonSets, DeleteEmptyDirData); k8s.io/kubectl pkg/drain/filters.go.
 */
import * as l10n from '@vscode/l10n';
import { getBoolean, getList, getString, getStringMap, omitUndefined } from '#core/common/json.ts';
import { getName, parseClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { defineLookup, type ReadResult } from '../lookup.ts';
import { readKataClasses, type KataClasses } from '../kata/kataPods.ts';
import { mirrorAnnotation } from '../nodePods.ts';
import { findTopOwners } from '../topOwner.ts';

export interface DrainedPod {
  readonly namespace: string;
  readonly name: string;
  readonly node: string;
  /** True if nothing recreates the pod. */
  readonly isBare: boolean;
  readonly isSandbox: boolean;
  /** True if the pod's VM runs outside the node. */
  readonly isPeerPod: boolean;
  /** Name of the topmost readable owner of a Kata pod, such as its Deployment. Undefined if nothing owns the pod. */
  readonly owner?: string;
  /** True if a DaemonSet owns the pod. A drain skips the pod. */
  readonly isDaemon?: true;
}

export interface DrainedPods {
  /** Pods without a controller, and Kata pods. */
  readonly pods: readonly DrainedPod[];
  /** Number of all other pods that a drain evicts, by node. */
  readonly others: ReadonlyMap<string, number>;
  /** True if there are more pods. */
  readonly cut: boolean;
}

/** Maximum number of stored pods. */
const most = 2000;
const platformNamespace = /^(?:openshift|kube)(?:-|$)/;

export const drainedPodsFact = defineLookup<DrainedPods>({
  neededFor: () => l10n.t`the pods that are lost when a node is drained`,
  isCostly: true,
  async read(reader): Promise<ReadResult<DrainedPods>> {
    const classes = await readKataClasses(reader);
    // Other pods are only counted, so that the extension doesn't store tens of thousands of pods. They are counted by
    // name, because a list that restarts returns the same pods again.
    const others = new Map<string, string>();
    const keep = (raw: unknown): boolean => {
      if (readPod(raw, classes) !== undefined) return true;
      const node = nodeOfOtherPod(raw, classes);
      if (node !== undefined) others.set(keyOf(raw), node);
      return false;
    };
    const answer = await reader.list('/api/v1/pods', most, keep);
    if (answer.kind === 'problem') return answer;
    const { items, cut } = answer.kind === 'absent' ? { items: [], cut: false } : answer.value;
    const found = items.flatMap((raw) => {
      const pod = readPod(raw, classes);
      return pod === undefined ? [] : [{ raw, pod }];
    });
    const owned = found.filter(({ pod }) => pod.isSandbox && !pod.isBare);
    const owners = await findTopOwners(
      reader,
      owned.map(({ raw }) => raw),
    );
    const names = new Map(owned.map(({ pod }, index) => [pod, owners[index]?.name]));
    const pods = found.map(({ pod }) => ({ ...pod, ...omitUndefined({ owner: names.get(pod) }) }));
    return { kind: 'value', value: { pods, others: countByNode(others), cut } };
  },
});

function keyOf(raw: unknown): string {
  return `${getString(raw, 'metadata', 'namespace') ?? ''}/${getString(raw, 'metadata', 'name') ?? ''}`;
}

/** Counts the pods of each node. */
function countByNode(nodes: ReadonlyMap<string, string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const node of nodes.values()) counts.set(node, (counts.get(node) ?? 0) + 1);
  return counts;
}

/** Parses a pod. Returns undefined if the pod isn't on a node, the drain skips it, or its controller recreates it. */
function readPod(raw: unknown, classes: KataClasses): DrainedPod | undefined {
  const node = getName(raw, 'spec', 'nodeName');
  const controller = controllerKind(raw);
  const isBare = controller === undefined;
  const runtimeClass = getString(raw, 'spec', 'runtimeClassName') ?? '';
  const isSandbox = classes.all.has(runtimeClass);
  if (node === undefined || !(isBare || isSandbox)) return undefined;
  const object = parseClusterObject(raw);
  if (object?.namespace === undefined || isMirror(raw)) return undefined;
  // Omits completed installer pods of the platform, because their loss has no effect.
  if (hasEnded(raw) && (platformNamespace.test(object.namespace) || !isBare)) return undefined;
  const isPeerPod = classes.peerPods.has(runtimeClass);
  const { name, namespace } = object;
  return {
    namespace,
    name,
    node,
    isBare,
    isSandbox,
    isPeerPod,
    ...(controller === 'DaemonSet' ? { isDaemon: true } : {}),
  };
}

/** Returns the node of a running pod that a drain evicts and its controller recreates. */
function nodeOfOtherPod(raw: unknown, classes: KataClasses): string | undefined {
  const kind = controllerKind(raw);
  const isOther = kind !== undefined && kind !== 'DaemonSet' && !hasEnded(raw) && !isMirror(raw);
  return isOther && !classes.all.has(getString(raw, 'spec', 'runtimeClassName') ?? '')
    ? getName(raw, 'spec', 'nodeName')
    : undefined;
}

/** Returns the kind of the pod's controller, or an empty string if the kind is missing. */
function controllerKind(raw: unknown): string | undefined {
  const owner = getList(raw, 'metadata', 'ownerReferences').find((one) => getBoolean(one, 'controller') === true);
  return owner === undefined ? undefined : (getString(owner, 'kind') ?? '');
}

function isMirror(raw: unknown): boolean {
  return Object.hasOwn(getStringMap(raw, 'metadata', 'annotations'), mirrorAnnotation);
}

function hasEnded(raw: unknown): boolean {
  return ['Succeeded', 'Failed'].includes(getString(raw, 'status', 'phase') ?? '');
}
