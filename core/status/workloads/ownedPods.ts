/**
 * Groups Kata pods by their topmost known owner, such as the Deployment of a ReplicaSet. Workloads without pods are
 * groups, too. Source: Kubernetes "Owners and Dependents".
 */
import { omitUndefined } from '#core/common/json.ts';
import type { Controller, KataPod } from '#core/cluster/objects/kataPod.ts';
import type { ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import type { KataWorkload } from '#core/cluster/objects/kataWorkload.ts';

/** The objects between pods and their topmost owners. */
export interface PodOwners {
  /** Workloads whose pod template names a Kata runtime class, by UID. */
  readonly workloads: ReadonlyMap<string, KataWorkload>;
  /** Controllers that were read because they are in no list, such as ReplicaSets, by UID. */
  readonly controllers: ReadonlyMap<string, ReadController>;
  /** True if the list of pods doesn't contain all pods, so that pods of each owner can be missing. */
  readonly arePodsCut?: boolean;
  /** Resources that the user doesn't have permission to list, such as `cronjobs`. Their workloads are missing. */
  readonly unlisted?: readonly string[];
}

/** Result of reading a controller. */
export type ReadController =
  /** @property controller its own controller. Undefined if it's the topmost owner */
  | { readonly kind: 'read'; readonly controller?: Controller }
  /** The controller doesn't exist, although its pods do. */
  | { readonly kind: 'deleted' }
  /** The user doesn't have permission to read the controller. */
  | { readonly kind: 'forbidden' };

export const noPodOwners: PodOwners = { workloads: new Map(), controllers: new Map() };

/** An owner with its pods. */
export interface OwnedPods {
  readonly namespace: string;
  readonly kind: string;
  readonly name: string;
  readonly group: string;
  readonly uid: string;
  /** Sorted by name. */
  readonly pods: readonly KataPod[];
  /** Runtime classes of the pods and of the template, sorted. */
  readonly runtimeClasses: readonly string[];
  /** Number of pods that are ready. If pods are missing in the list, what the controller of the owner reports. */
  readonly ready: number;
  /** UIDs of the owner and of the objects between it and its pods, whose events concern the owner. */
  readonly uids: ReadonlySet<string>;
  /** The owner with its pod template. Undefined if it's not in the lists. */
  readonly workload?: KataWorkload;
  /** Reason why nothing but the name of the owner is known. */
  readonly problem?: 'deleted' | 'forbidden';
}

/** Maximum number of levels of owners. Two objects can own each other. */
const deepest = 5;

interface Group {
  readonly top: Controller;
  readonly namespace: string;
  readonly pods: KataPod[];
  readonly uids: Set<string>;
  readonly problem: OwnedPods['problem'];
}

/**
 * Returns the owners of the pods and the workloads without pods, sorted by name, and the pods that no object recreates.
 * @param pods pods of one or more namespaces
 * @param isListed returns whether a workload without pods is listed
 */
export function groupByOwner(
  pods: readonly KataPod[],
  owners: PodOwners,
  isListed: (workload: KataWorkload) => boolean = () => true,
): { readonly owned: readonly OwnedPods[]; readonly bare: readonly KataPod[] } {
  const deployments = new Map(
    [...owners.workloads.values()].flatMap((one) =>
      one.kind === 'Deployment' ? [[`${one.namespace}/${one.name}`, one] as const] : [],
    ),
  );
  const groups = new Map<string, Group>();
  const bare: KataPod[] = [];
  for (const pod of pods) {
    if (pod.controller === undefined) {
      bare.push(pod);
      continue;
    }
    const { top, uids, problem } = topOf(pod.controller, owners, (name) => deployments.get(`${pod.namespace}/${name}`));
    const key = keyOf(pod.namespace, top);
    const group = groups.get(key) ?? { top, namespace: pod.namespace, pods: [], uids: new Set(), problem };
    groups.set(key, group);
    group.pods.push(pod);
    for (const uid of uids) group.uids.add(uid);
  }
  for (const workload of owners.workloads.values()) {
    const { namespace, controller } = workload;
    // The row of a CronJob or Deployment already stands for the objects that it manages.
    if (controller !== undefined || workload.isFinished === true || !isListed(workload)) continue;
    const key = keyOf(namespace, workload);
    if (!groups.has(key))
      groups.set(key, { top: workload, namespace, pods: [], uids: new Set([workload.uid]), problem: undefined });
  }
  const owned = [...groups.values()].map((group) => toOwnedPods(group, owners));
  return { owned: owned.toSorted(byName), bare };
}

/** Returns whether a pod isn't running, or an owner has fewer ready pods than it requests. */
export function isIncomplete({ pods, ready, workload }: OwnedPods): boolean {
  if (workload?.isSuspended === true && pods.length === 0) return false;
  if (workload !== undefined && (workload.wanted ?? 0) > ready) return true;
  // A Job without pods might be unable to create them.
  if (workload?.kind === 'Job' && pods.length === 0) return true;
  return pods.some(isPodIncomplete);
}

/** Returns whether a pod is neither ready nor completed. */
export function isPodIncomplete({ phase, isReady }: Pick<KataPod, 'phase' | 'isReady'>): boolean {
  return isReady !== true && phase !== 'Succeeded';
}

/** Names of the objects that Deployments, CronJobs, and DeploymentConfigs create, after the name of their owner. */
const managedNames: ReadonlyMap<string, RegExp> = new Map([
  ['ReplicaSet', /^-[a-z0-9]+$/],
  ['Job', /^-\d+$/],
  ['ReplicationController', /^-\d+$/],
]);

/**
 * Returns the newest warning about an owner, its pods, or the objects between them.
 * @param warnings newest warning by UID of the object
 */
export function newestWarningOf(
  { namespace, name, uids, pods }: OwnedPods,
  warnings: ReadonlyMap<string, ClusterEvent>,
): ClusterEvent | undefined {
  const ofPods = [...uids, ...pods.map(({ uid }) => uid)].flatMap((uid) => warnings.get(uid) ?? []);
  // Without pods, only the name shows to which owner a ReplicaSet belongs.
  const byName =
    pods.length > 0
      ? []
      : [...warnings.values()].filter(
          (event) =>
            event.namespace === namespace &&
            event.name?.startsWith(name) === true &&
            managedNames.get(event.kind)?.test(event.name.slice(name.length)) === true,
        );
  return [...ofPods, ...byName].toSorted((one, other) => (other.at ?? 0) - (one.at ?? 0))[0];
}

function toOwnedPods({ top, namespace, pods, uids, problem }: Group, { workloads, arePodsCut }: PodOwners): OwnedPods {
  const workload = workloads.get(top.uid);
  const ready = pods.filter(({ isReady }) => isReady).length;
  const { group, kind, name, uid } = top;
  const classes = new Set(pods.map(({ runtimeClass }) => runtimeClass));
  if (workload !== undefined) classes.add(workload.runtimeClass);
  return {
    namespace,
    kind,
    name,
    group,
    uid,
    pods,
    uids,
    runtimeClasses: [...classes].toSorted(),
    ready: arePodsCut === true ? Math.max(ready, workload?.reportedReady ?? 0) : ready,
    ...omitUndefined({ workload, problem }),
  };
}

/**
 * Follows the controllers up to the last known one.
 * @param deploymentNamed returns a Deployment in the namespace of the pod
 */
function topOf(
  first: Controller,
  { workloads, controllers }: PodOwners,
  deploymentNamed: (name: string) => Controller | undefined,
): { readonly top: Controller; readonly uids: readonly string[]; readonly problem: OwnedPods['problem'] } {
  let top = first;
  const uids = [first.uid];
  for (let depth = 0; depth < deepest; depth += 1) {
    const read = controllers.get(top.uid);
    if (read?.kind === 'deleted') return { top, uids, problem: read.kind };
    // Until the ReplicaSet is read, its name shows its Deployment, so that rows don't change their place. Without
    // permission to read it, the Deployment would otherwise seem to have no pods.
    const above =
      read?.kind !== 'read' && top.kind === 'ReplicaSet' && !workloads.has(top.uid)
        ? deploymentNamed(top.name.replace(/-[a-z0-9]+$/, ''))
        : (controllerOf(read) ?? workloads.get(top.uid)?.controller);
    if (above === undefined) return { top, uids, problem: read?.kind === 'forbidden' ? read.kind : undefined };
    top = above;
    uids.push(top.uid);
  }
  return { top, uids, problem: undefined };
}

function controllerOf(read: ReadController | undefined): Controller | undefined {
  return read?.kind === 'read' ? read.controller : undefined;
}

function keyOf(namespace: string, { group, kind, name }: Pick<Controller, 'group' | 'kind' | 'name'>): string {
  return `${namespace}/${group}/${kind}/${name}`;
}

function byName(one: OwnedPods, other: OwnedPods): number {
  if (one.name !== other.name) return one.name < other.name ? -1 : 1;
  return one.kind < other.kind ? -1 : 1;
}
