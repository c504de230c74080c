/** Changes the permissions of a user while the cluster runs, as an administrator does with bindings. */
import type { Resources } from '#simulator/resources/resourceRegistry.ts';
import type { Store } from '#simulator/store/store.ts';
import type { JsonObject } from '#simulator/store/kubeObject.ts';

const rbac = 'rbac.authorization.k8s.io';

/**
 * Permissions of a user in all namespaces: none, read-only, everything that the product uses except what a must-gather
 * needs in addition, or everything.
 */
export type PermissionLevel = 'none' | 'view' | 'operate' | 'all';

/** Name of the ClusterRole for the level `operate`. */
const operateRole = 'kata-operator';

const all = ['*'];

/** Rules of `operateRole`. They allow neither pods/exec in all namespaces nor binding cluster-admin. */
const operateRules: readonly JsonObject[] = [
  { apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] },
  {
    apiGroups: ['kataconfiguration.openshift.io', 'operators.coreos.com', 'apiextensions.k8s.io', 'nfd.openshift.io'],
    resources: all,
    verbs: all,
  },
  {
    apiGroups: [''],
    resources: ['namespaces', 'configmaps', 'secrets', 'nodes', 'serviceaccounts', 'serviceaccounts/token'],
    verbs: all,
  },
  { apiGroups: ['apps'], resources: all, verbs: all },
];

const roles: Readonly<Record<Exclude<PermissionLevel, 'none'>, string>> = {
  view: 'cluster-reader',
  operate: operateRole,
  all: 'cluster-admin',
};

/** Returns the ClusterRoleBinding that gives a user a level. */
export function bindingOf(userName: string, level: Exclude<PermissionLevel, 'none'>) {
  return {
    apiVersion: `${rbac}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: `level-${userName.replaceAll(':', '-')}` },
    roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: roles[level] },
    subjects: [{ apiGroup: rbac, kind: 'User', name: userName }],
  };
}

/**
 * Replaces the level of a user. Other bindings of the user, such as in a namespace, don't change.
 * @throws if the store rejects the objects, which is a bug
 */
export function setPermissionLevel(store: Store, resources: Resources, userName: string, level: PermissionLevel): void {
  const bindings = resources.need(rbac, 'clusterrolebindings');
  store.delete(bindings, undefined, `level-${userName.replaceAll(':', '-')}`, {});
  if (level === 'none') return;
  const clusterRoles = resources.need(rbac, 'clusterroles');
  if (level === 'operate' && store.get(clusterRoles, undefined, operateRole) === undefined)
    store.create(clusterRoles, operateClusterRole());
  const created = store.create(bindings, bindingOf(userName, level));
  if (!created.ok) throw new Error(created.error.message);
}

/** Returns the ClusterRole for the level `operate`. */
export function operateClusterRole() {
  return {
    apiVersion: `${rbac}/v1`,
    kind: 'ClusterRole',
    metadata: { name: operateRole },
    rules: [...operateRules],
  };
}
