/**
 * Permissions that the extension uses, with the purposes that require them. Source: notes/cluster.md 5.4. Access
 * reviews don't cover escalation: binding cluster-admin requires more than `create`, and to create a role and its
 * binding, a user needs all permissions of the role, or `escalate` and `bind`: kubernetes/kubernetes@v1.31.0
 * pkg/registry/rbac/escalation_check.go. Server-side apply requires `patch`, and also `create` if the object doesn't
 * exist: k8s.io/apiserver pkg/endpoints/handlers/patch.go (server-side apply).
 */
import * as l10n from '@vscode/l10n';
import { extensionNames, operatorNamespace } from '#core/product/namespaces.ts';
import { nodeFeatureGroups } from '#core/product/nodeFeatureRules.ts';
import type { Permission } from './lookup.ts';

/** Purpose that requires the permission. */
export type RightPurpose =
  | 'look'
  | 'install'
  | 'installExtension'
  | 'configure'
  | 'update'
  | 'uninstall'
  | 'uninstallExtension'
  | 'metrics'
  | 'logs'
  | 'shell'
  | 'mustGather';

export interface NamedRight extends Permission {
  /** ID such as `create subscriptions`. */
  readonly id: string;
  readonly purposes: readonly RightPurpose[];
  /** API group of the resource on older clusters. The permission in either group is sufficient. */
  readonly olderGroup?: string;
  /** True if the permission is also useful in a single namespace, such as to read the logs of its pods. */
  readonly isUsefulInNamespace?: true;
  /** True if other permissions, which aren't reviewed, are also sufficient. If it's denied, it counts as unknown. */
  readonly hasAlternative?: true;
}

interface Asked {
  readonly resource: string;
  readonly group?: string;
  readonly namespace?: string;
  readonly subresource?: string;
  readonly name?: string;
  readonly olderGroup?: string;
  readonly isUsefulInNamespace?: true;
  readonly hasAlternative?: true;
  readonly verbs: Readonly<Record<string, readonly RightPurpose[]>>;
}

const look: readonly RightPurpose[] = ['look'];
const install: readonly RightPurpose[] = ['install'];
/** An installation with OLM v1. */
const extension: readonly RightPurpose[] = ['installExtension'];
/** An installation with OLM v0 or v1. */
const eitherInstall: readonly RightPurpose[] = ['install', 'installExtension'];
const uninstall: readonly RightPurpose[] = ['uninstall'];
/** An uninstall with OLM v0 or v1. It also looks for what the other version of OLM installed. */
const eitherUninstall: readonly RightPurpose[] = ['uninstall', 'uninstallExtension'];
const olm = 'operators.coreos.com';
const rbac = 'rbac.authorization.k8s.io';
/** Operations follow the nodes until Kata is installed on them or uninstalled. */
const followed: readonly RightPurpose[] = ['look', ...eitherInstall, ...eitherUninstall];

const asked: readonly Asked[] = [
  {
    group: 'kataconfiguration.openshift.io',
    resource: 'kataconfigs',
    verbs: {
      get: look,
      // Without the list, no operation starts.
      list: ['look', ...eitherInstall, 'configure', 'update', ...eitherUninstall],
      watch: look,
      create: [...eitherInstall, 'update'],
      patch: [...eitherInstall, 'configure', 'update'],
      // With peer pods, an update deletes and recreates the KataConfig.
      delete: [...eitherUninstall, 'update'],
    },
  },
  {
    resource: 'namespaces',
    verbs: {
      create: [...eitherInstall, 'mustGather'],
      patch: eitherInstall,
      delete: [...eitherUninstall, 'mustGather'],
    },
  },
  {
    group: olm,
    resource: 'operatorgroups',
    namespace: operatorNamespace,
    verbs: { list: ['install', ...eitherUninstall], create: install, patch: install, delete: uninstall },
  },
  {
    group: olm,
    resource: 'subscriptions',
    namespace: operatorNamespace,
    // OLM v1 must not install the operator a second time, so its installation reads the Subscriptions too.
    verbs: {
      list: [...eitherInstall, ...eitherUninstall, 'update'],
      create: install,
      patch: [...install, 'update'],
      delete: uninstall,
    },
  },
  {
    group: olm,
    resource: 'installplans',
    namespace: operatorNamespace,
    verbs: { list: install, patch: [...install, 'update'], delete: uninstall },
  },
  {
    group: olm,
    resource: 'clusterserviceversions',
    namespace: operatorNamespace,
    verbs: { list: [...look, ...eitherInstall, 'update', ...eitherUninstall], delete: uninstall },
  },
  {
    group: 'packages.operators.coreos.com',
    resource: 'packagemanifests',
    namespace: 'openshift-marketplace',
    verbs: { get: install },
  },
  { resource: 'nodes', verbs: { list: followed, watch: look, patch: ['configure'] } },
  {
    group: 'machineconfiguration.openshift.io',
    resource: 'machineconfigpools',
    verbs: { list: followed, watch: look, patch: ['configure'] },
  },
  { group: 'node.k8s.io', resource: 'runtimeclasses', verbs: { list: [...look, ...eitherInstall], watch: look } },
  {
    group: nodeFeatureGroups[0],
    olderGroup: nodeFeatureGroups[1],
    resource: 'nodefeatures',
    verbs: { list: look },
  },
  { resource: 'events', isUsefulInNamespace: true, verbs: { list: look } },
  { resource: 'pods', verbs: { list: eitherUninstall, create: ['mustGather'] } },
  { resource: 'pods', isUsefulInNamespace: true, verbs: { delete: ['configure'] } },
  // The budgets that block a drain, an eviction, or an update.
  { group: 'policy', resource: 'poddisruptionbudgets', isUsefulInNamespace: true, verbs: { list: look } },
  { group: 'apps', resource: 'deployments', isUsefulInNamespace: true, verbs: { patch: ['configure'] } },
  {
    resource: 'configmaps',
    namespace: operatorNamespace,
    verbs: { list: look, create: ['configure', 'update'], patch: ['configure', 'update'] },
  },
  {
    resource: 'secrets',
    namespace: operatorNamespace,
    verbs: { list: look, create: ['configure'], patch: ['configure'] },
  },
  // OLM v1 deletes the CRD with the ClusterExtension.
  { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions', verbs: { delete: uninstall } },
  { group: 'route.openshift.io', resource: 'routes', namespace: 'openshift-monitoring', verbs: { get: ['metrics'] } },
  {
    group: 'monitoring.coreos.com',
    resource: 'prometheuses',
    subresource: 'api',
    // The role cluster-monitoring-view grants the permission only for this name, which kube-rbac-proxy checks.
    name: 'k8s',
    namespace: 'openshift-monitoring',
    verbs: { get: ['metrics'] },
  },
  {
    resource: 'serviceaccounts',
    subresource: 'token',
    namespace: 'openshift-monitoring',
    verbs: { create: ['metrics'] },
  },
  // Source: Kubernetes, node authorization: the logs of a node are a path of the proxy subresource.
  { resource: 'nodes', subresource: 'proxy', verbs: { get: ['logs'] } },
  { resource: 'pods', subresource: 'log', isUsefulInNamespace: true, verbs: { get: ['logs', 'mustGather'] } },
  // Kubernetes 1.35 and later requires both verbs for a WebSocket (AuthorizePodWebsocketUpgradeCreatePermission).
  {
    resource: 'pods',
    subresource: 'exec',
    isUsefulInNamespace: true,
    verbs: { get: ['shell'], create: ['shell', 'mustGather'] },
  },
  {
    group: 'olm.operatorframework.io',
    resource: 'clusterextensions',
    verbs: {
      list: [...extension, 'uninstallExtension'],
      create: extension,
      patch: extension,
      delete: ['uninstallExtension'],
    },
  },
  { resource: 'serviceaccounts', namespace: operatorNamespace, verbs: { create: extension, patch: extension } },
  { group: rbac, resource: 'clusterroles', verbs: { create: extension, patch: extension } },
  {
    group: rbac,
    resource: 'clusterrolebindings',
    verbs: { create: [...extension, 'mustGather'], patch: extension },
  },
  {
    group: rbac,
    resource: 'clusterroles',
    name: extensionNames.role,
    hasAlternative: true,
    verbs: { escalate: extension, bind: extension },
  },
  // The pods of a must-gather run with this role, and only a user who can bind the role can grant it.
  { group: rbac, resource: 'clusterroles', name: 'cluster-admin', verbs: { bind: ['mustGather'] } },
];

/** All permissions that the extension uses. */
export const requiredPermissions: readonly NamedRight[] = asked.flatMap(({ verbs, group = '', ...where }) =>
  Object.entries(verbs).map(([verb, purposes]) => ({
    id: rightId({ ...where, verb }),
    group,
    verb,
    purposes,
    ...where,
  })),
);

/**
 * Returns the ID of a permission, such as `create serviceaccounts/token`. Omits the namespace, because each permission
 * is used in only one.
 */
function rightId({
  verb,
  resource,
  subresource,
  name,
  hasAlternative,
}: Pick<NamedRight, 'verb' | 'resource' | 'subresource' | 'name' | 'hasAlternative'>): string {
  const what = `${resource}${subresource === undefined ? '' : `/${subresource}`}`;
  return hasAlternative === true && name !== undefined ? `${verb} ${what} ${name}` : `${verb} ${what}`;
}

/** Returns a sentence about each role that a user without these permissions can create only with other permissions. */
export function describeAlternatives(permissions: readonly NamedRight[]): readonly string[] {
  const roles = permissions.flatMap(({ hasAlternative, name }) =>
    hasAlternative === true && name !== undefined ? [name] : [],
  );
  return [...new Set(roles)].map((role) =>
    l10n.t(
      'To create ClusterRole {0} and its binding, you need either all permissions in the role, or the permissions `escalate` and `bind` for the role.',
      role,
    ),
  );
}

/** Formats permissions in their order, with one line for all verbs of a resource. */
export function formatPermissions(permissions: readonly Permission[]): readonly string[] {
  const byResource = new Map<string, { readonly first: Permission; readonly verbs: string[] }>();
  for (const permission of permissions) {
    const key = formatPermission({ ...permission, verb: '' });
    const entry = byResource.get(key);
    if (entry === undefined) byResource.set(key, { first: permission, verbs: [permission.verb] });
    else entry.verbs.push(permission.verb);
  }
  return [...byResource.values()].map(({ first, verbs }) => formatPermission({ ...first, verb: verbs.join(', ') }));
}

/**
 * Formats a permission for use in a sentence, such as `create subscriptions.operators.coreos.com in
 * openshift-sandboxed-containers-operator`.
 */
export function formatPermission({ verb, group, resource, subresource, name, namespace }: Permission): string {
  const type = `${resource}${subresource === undefined ? '' : `/${subresource}`}${group === '' ? '' : `.${group}`}`;
  const what = name === undefined ? type : `${type} "${name}"`;
  if (namespace === undefined) return `${verb} ${what}`;
  return l10n.t({
    message: '{0} {1} in {2}',
    args: [verb, what, namespace],
    comment: [
      'An RBAC permission. {0} is a verb, {1} is a resource type, and {2} is a namespace: "create subscriptions in default".',
    ],
  });
}
