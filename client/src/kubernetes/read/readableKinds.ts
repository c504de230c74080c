/**
 * Defines which objects can be opened as documents: those of the kinds that the tree shows, and workloads. All other
 * references are rejected.
 */
import { watchedKindIds, watchedKinds, type WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import { relatedKinds } from '#core/status/relatedResources.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';

/** The kind of pods. The tree links to pods but doesn't watch them. */
export const podKind = { group: '', version: 'v1', plural: 'pods', kind: 'Pod' } as const;

export const namespaceKind = { group: '', version: 'v1', plural: 'namespaces', kind: 'Namespace' } as const;

/** The kinds of the workloads that users create. */
export const workloadKinds = [
  { group: 'apps', version: 'v1', plural: 'deployments', kind: 'Deployment' },
  { group: 'apps', version: 'v1', plural: 'statefulsets', kind: 'StatefulSet' },
  { group: 'apps', version: 'v1', plural: 'daemonsets', kind: 'DaemonSet' },
  { group: 'batch', version: 'v1', plural: 'cronjobs', kind: 'CronJob' },
  { group: 'batch', version: 'v1', plural: 'jobs', kind: 'Job' },
  { group: 'apps.openshift.io', version: 'v1', plural: 'deploymentconfigs', kind: 'DeploymentConfig' },
  { group: 'apps', version: 'v1', plural: 'replicasets', kind: 'ReplicaSet' },
  { group: '', version: 'v1', plural: 'replicationcontrollers', kind: 'ReplicationController' },
  podKind,
] as const;

type Place = Pick<ObjectReference, 'group' | 'version' | 'plural' | 'kind'>;

/** Returns whether the object has a kind that can be opened, and a namespace if its kind requires one. */
export function isOffered(object: ObjectReference): boolean {
  if (workloadKinds.some((kind) => isOf(kind, object))) return object.namespace !== undefined;
  const related = relatedKinds.find((kind) => isOf(kind, object));
  if (related !== undefined) return related.isNamespaced === (object.namespace !== undefined);
  return watchedKindIds.some(
    (id) =>
      isOf(watchedKinds[id], object) && (watchedKinds[id].scope === 'cluster') === (object.namespace === undefined),
  );
}

/** Returns the watched kind of the object. Undefined if the kind isn't watched. */
export function findWatchedKind({ group, plural }: ObjectReference): WatchedKindId | undefined {
  return watchedKindIds.find((id) => watchedKinds[id].group === group && watchedKinds[id].plural === plural);
}

/**
 * Returns whether the reference is to a Secret, so that only its metadata may be requested. Checks the API path,
 * because the `kind` of a reference isn't reliable.
 */
export function isSecretReference({ group, plural }: Pick<ObjectReference, 'group' | 'plural'>): boolean {
  return group === '' && plural.toLowerCase() === 'secrets';
}

function isOf(kind: Place, { group, version, plural, kind: name }: Place): boolean {
  return kind.group === group && kind.version === version && kind.plural === plural && kind.kind === name;
}
