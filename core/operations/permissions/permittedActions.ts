/**
 * Determines which commands can succeed with the permissions of the user. A command is offered unless it certainly
 * fails: if a permission is unknown or depends on a choice of the user, the command is offered.
 */
import type { Snapshot } from '#core/cluster/snapshot.ts';
import {
  canChooseOlm,
  findClusterExtension,
  isOperatorInstalled,
} from '#core/status/operator/clusterExtensionParts.ts';
import { findCsv, findSubscription } from '#core/status/operator/olmParts.ts';
import { peerPodsConfigMapName, featureGatesName, peerPodsSecretName } from '#core/product/namespaces.ts';
import { findItem, indexSnapshot } from '#core/status/snapshotIndex.ts';
import { requiredPermissions, type NamedRight, type RightPurpose } from '../lookups/permissions.ts';
import type { PermissionState, ReviewedStates } from './reviewPermissions.ts';

/** Commands for a cluster whose success depends on permissions. */
export const clusterActions = [
  'install',
  'update',
  'uninstall',
  'setLogLevel',
  'setNodes',
  'setEligibility',
  'setFeatureGates',
  'configurePeerPods',
  'enterCredentials',
  'setPeerPodsLimit',
  'setInstanceTypes',
  'pausePool',
  'deletePod',
  'changeWorkload',
  'cordonNode',
  'showMetrics',
  'showNodeLogs',
  'collectMustGather',
  'openTerminal',
  'openNodeShell',
] as const;
export type ClusterAction = (typeof clusterActions)[number];

/** A permission by its ID, or a permission for the object with a name. */
type Need = string | { readonly id: string; readonly name: string };
/** The command needs all permissions of one of the lists. */
type Alternatives = readonly (readonly Need[])[];

/** Without these permissions, no operation starts. */
const readFirst = ['list kataconfigs', 'list subscriptions'];
/**
 * Permissions without which an operation can succeed: to approve an install plan, to delete the namespace and the CRD,
 * and to follow the progress on the nodes.
 */
const optional: ReadonlySet<string> = new Set([
  'patch installplans',
  'delete namespaces',
  'delete customresourcedefinitions',
  'list nodes',
  'list machineconfigpools',
  'list runtimeclasses',
]);

const needsOf: Readonly<Record<ClusterAction, (snapshot: Snapshot) => Alternatives>> = {
  install: (snapshot) => {
    if (isOperatorInstalled(snapshot)) return [[...readFirst, 'create kataconfigs', 'patch kataconfigs']];
    const needs = (task: RightPurpose): readonly string[] => idsOf(task).filter((id) => !optional.has(id));
    if (findClusterExtension(snapshot) !== undefined) return [needs('installExtension')];
    return canChooseOlm(snapshot) ? [needs('install'), needs('installExtension')] : [needs('install')];
  },
  update: (snapshot) => [
    [
      ...readFirst,
      'patch subscriptions',
      ...(findSubscription(snapshot)?.approval === 'Manual' ? ['patch installplans'] : []),
      // The operation deletes and recreates the KataConfig, which it saves in a ConfigMap.
      ...(indexSnapshot(snapshot).kataConfig?.enablePeerPods === true
        ? ['list pods', 'create kataconfigs', 'patch kataconfigs', 'delete kataconfigs', 'create configmaps']
        : []),
    ],
  ],
  uninstall: (snapshot) => [
    listUninstallTasks(snapshot)
      .flatMap(idsOf)
      .filter((id) => !optional.has(id)),
  ],
  setLogLevel: () => [['list kataconfigs', 'patch kataconfigs']],
  // Labels are needed only if the user selects nodes instead of a label.
  setNodes: () => [['list kataconfigs', 'patch kataconfigs']],
  // Without other permissions, the command shows which nodes are eligible.
  setEligibility: () => [['list nodes']],
  setFeatureGates: (snapshot) => [toWrite(snapshot, 'configMaps', featureGatesName)],
  configurePeerPods: (snapshot) => [toWrite(snapshot, 'configMaps', peerPodsConfigMapName)],
  enterCredentials: (snapshot) => [toWrite(snapshot, 'secrets', peerPodsSecretName)],
  setPeerPodsLimit: () => [[{ id: 'patch configmaps', name: peerPodsConfigMapName }]],
  setInstanceTypes: () => [[{ id: 'patch configmaps', name: peerPodsConfigMapName }]],
  pausePool: () => [['list machineconfigpools', 'patch machineconfigpools']],
  deletePod: () => [['delete pods']],
  // The permission to patch Deployments stands for all kinds of workloads.
  changeWorkload: () => [['patch deployments']],
  cordonNode: () => [['patch nodes']],
  // A user without a token can request one of a service account.
  showMetrics: () => [
    ['get routes', 'get prometheuses/api'],
    ['get routes', 'create serviceaccounts/token'],
  ],
  // With oc debug, a pod reads the logs.
  showNodeLogs: () => [['get nodes/proxy'], ['create pods']],
  collectMustGather: () => [idsOf('mustGather')],
  // Servers before Kubernetes 1.35 don't need `create` for a WebSocket.
  openTerminal: () => [['get pods/exec']],
  openNodeShell: () => [['create pods']],
};

/** Returns the tasks whose permissions an uninstall needs. It deletes what each version of OLM installed. */
function listUninstallTasks(snapshot: Snapshot): readonly RightPurpose[] {
  if (findClusterExtension(snapshot) === undefined) return ['uninstall'];
  const hasOlmV0 = findSubscription(snapshot) !== undefined || findCsv(snapshot) !== undefined;
  return hasOlmV0 ? ['uninstall', 'uninstallExtension'] : ['uninstallExtension'];
}

/** Returns the permissions to set keys of an object. `create` is needed only if the object doesn't exist. */
function toWrite(snapshot: Snapshot, kind: 'configMaps' | 'secrets', name: string): readonly Need[] {
  const resource = kind.toLowerCase();
  const patch = { id: `patch ${resource}`, name };
  return findItem(snapshot, kind, name) === undefined ? [`create ${resource}`, patch] : [patch];
}

/**
 * Returns the permissions whose absence prevents a command. Empty if the command can succeed.
 * @param review undefined if the permissions aren't known yet
 */
export function listMissingFor(
  action: ClusterAction,
  snapshot: Snapshot,
  review: ReviewedStates | undefined,
): readonly NamedRight[] {
  if (review === undefined) return [];
  const kataConfigName = indexSnapshot(snapshot).kataConfig?.name;
  const extensionName = findClusterExtension(snapshot)?.name;
  const isMissing = ({ id, name }: { readonly id: string; readonly name?: string | undefined }): boolean => {
    if (review.states.get(id) !== 'missing') return false;
    const object =
      name ??
      (id.endsWith(' kataconfigs') ? kataConfigName : id.endsWith(' clusterextensions') ? extensionName : undefined);
    return object === undefined || (review.objects?.get(id)?.get(object) ?? 'missing') === 'missing';
  };
  const [first = [], ...others] = needsOf[action](snapshot).map((needs) =>
    needs.flatMap((need) => {
      const one = typeof need === 'string' ? { id: need } : need;
      return isMissing(one) ? [one.id] : [];
    }),
  );
  if (first.length === 0 || others.some((missing) => missing.length === 0)) return [];
  return requiredPermissions.filter(({ id }) => first.includes(id));
}

/** Returns the commands that can succeed. All of them if the permissions aren't known yet. */
export function listPermitted(snapshot: Snapshot, review: ReviewedStates | undefined): readonly ClusterAction[] {
  return clusterActions.filter((action) => listMissingFor(action, snapshot, review).length === 0);
}

/** A task that isn't permitted at all. */
export interface ForbiddenTask {
  readonly task: RightPurpose;
  readonly missing: readonly NamedRight[];
}

/** Commands of the tasks. A task without commands isn't permitted if none of its permissions is granted. */
const actionsOf: Readonly<Partial<Record<RightPurpose, readonly ClusterAction[]>>> = {
  install: ['install'],
  configure: ['setLogLevel', 'setNodes', 'setFeatureGates', 'configurePeerPods', 'enterCredentials'],
  update: ['update'],
  uninstall: ['uninstall'],
  metrics: ['showMetrics'],
  mustGather: ['collectMustGather'],
};

/**
 * Returns the tasks none of whose commands can succeed, in display order. Doesn't include viewing, because the tree
 * shows each resource kind that the user can't view.
 */
export function listForbiddenTasks(
  snapshot: Snapshot,
  review: ReviewedStates | undefined,
  tasks: readonly RightPurpose[],
): readonly ForbiddenTask[] {
  if (review === undefined) return [];
  const usable: ReadonlySet<PermissionState | undefined> = new Set(['granted', 'inNamespace', 'unknown', undefined]);
  return tasks.flatMap((task) => {
    if (task === 'look') return [];
    const actions = actionsOf[task];
    if (actions !== undefined) {
      const missing = actions.map((action) => listMissingFor(action, snapshot, review));
      const [first] = missing;
      return first !== undefined && missing.every((one) => one.length > 0) ? [{ task, missing: first }] : [];
    }
    const needed = requiredPermissions.filter(({ purposes }) => purposes.includes(task));
    return needed.some(({ id }) => usable.has(review.states.get(id))) ? [] : [{ task, missing: needed }];
  });
}

function idsOf(task: RightPurpose): readonly string[] {
  return requiredPermissions.filter(({ purposes }) => purposes.includes(task)).map(({ id }) => id);
}
