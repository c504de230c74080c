/** Authorizes requests with the Role, ClusterRole, and Binding objects of the store. */
import type { Resources } from '#simulator/resources/resourceRegistry.ts';
import type { ApiError } from '#simulator/store/apiError.ts';
import type { JsonObject, KubeObject } from '#simulator/store/kubeObject.ts';
import { isJsonObject, getList, getString, getValue } from '#simulator/store/kubeObject.ts';
import type { UserInfo } from '#simulator/store/resourceType.ts';
import { formatQualifiedName } from '#simulator/store/resourceName.ts';
import type { Store } from '#simulator/store/store.ts';
import type { ResourceRequest } from '../http/request.ts';

export interface Attributes {
  readonly verb: string;
  readonly group: string;
  /** Plural resource name. Empty for non-resource paths. */
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly path?: string;
}

export interface Decision {
  readonly allowed: boolean;
  readonly reason: string;
}

const rbac = 'rbac.authorization.k8s.io';

export class Authorizer {
  readonly #store: Store;
  readonly #resources: Resources;

  constructor(store: Store, resources: Resources) {
    this.#store = store;
    this.#resources = resources;
  }

  decide(user: UserInfo, attributes: Attributes): Decision {
    if (user.groups.includes('system:masters')) return { allowed: true, reason: '' };
    for (const { rule, reason } of this.rulesOf(user, attributes.namespace)) {
      if (allows(rule, attributes)) return { allowed: true, reason };
    }
    return { allowed: false, reason: '' };
  }

  /** Returns all rules that apply to a user in a namespace, or cluster-wide if the namespace is empty. */
  *rulesOf(user: UserInfo, namespace: string): Generator<{ readonly rule: unknown; readonly reason: string }> {
    for (const binding of this.#list('clusterrolebindings', undefined))
      yield* this.#rulesOfBinding(binding, user, undefined);
    if (namespace === '') return;
    for (const binding of this.#list('rolebindings', namespace)) yield* this.#rulesOfBinding(binding, user, namespace);
  }

  *#rulesOfBinding(
    binding: KubeObject,
    user: UserInfo,
    namespace: string | undefined,
  ): Generator<{ readonly rule: unknown; readonly reason: string }> {
    const subject = getList(binding, 'subjects').find((each) => isSubject(each, user));
    if (subject === undefined) return;
    const kind = getString(binding, 'roleRef', 'kind') ?? '';
    const name = getString(binding, 'roleRef', 'name') ?? '';
    const plural = kind === 'ClusterRole' ? 'clusterroles' : 'roles';
    const role = this.#store.get(
      this.#resources.need(rbac, plural),
      kind === 'ClusterRole' ? undefined : namespace,
      name,
    );
    const where =
      namespace === undefined
        ? `ClusterRoleBinding "${binding.metadata.name}"`
        : `RoleBinding "${binding.metadata.name}/${namespace}"`;
    const who =
      getString(subject, 'kind') === 'ServiceAccount'
        ? `${getString(subject, 'name') ?? ''}/${getString(subject, 'namespace') ?? ''}`
        : (getString(subject, 'name') ?? '');
    const reason = `RBAC: allowed by ${where} of ${kind} "${name}" to ${getString(subject, 'kind') ?? ''} "${who}"`;
    for (const rule of getList(role, 'rules')) yield { rule, reason };
  }

  #list(plural: string, namespace: string | undefined): readonly KubeObject[] {
    return this.#store.list(this.#resources.need(rbac, plural), { namespace }).items;
  }
}

function isSubject(subject: unknown, user: UserInfo): boolean {
  const name = getString(subject, 'name') ?? '';
  const kind = getString(subject, 'kind');
  if (kind === 'User') return name === user.name;
  if (kind === 'Group') return user.groups.includes(name);
  return (
    kind === 'ServiceAccount' && user.name === `system:serviceaccount:${getString(subject, 'namespace') ?? ''}:${name}`
  );
}

function allows(rule: unknown, attributes: Attributes): boolean {
  const has = (field: string, wanted: string): boolean =>
    getList(rule, field).some((value) => value === '*' || value === wanted);
  if (!has('verbs', attributes.verb)) return false;
  const { path } = attributes;
  if (path !== undefined) {
    return getList(rule, 'nonResourceURLs').some(
      (url) => typeof url === 'string' && (url === path || (url.endsWith('*') && path.startsWith(url.slice(0, -1)))),
    );
  }
  const resource =
    attributes.subresource === '' ? attributes.resource : `${attributes.resource}/${attributes.subresource}`;
  const named = getList(rule, 'resourceNames');
  const fits =
    has('resources', resource) ||
    (attributes.subresource !== '' && getList(rule, 'resources').includes(`*/${attributes.subresource}`));
  return (
    fits &&
    has('apiGroups', attributes.group) &&
    (named.length === 0 || (attributes.name !== '' && named.includes(attributes.name)))
  );
}

/** Returns the authorization attributes of a request. */
export function attributesOf(request: ResourceRequest): Attributes {
  const { verb, resource, subresource, namespace = '', name } = request;
  const plain = { verb, group: resource.group, resource: resource.plural, subresource, name };
  // An operation on a namespace is authorized within that namespace.
  return { ...plain, namespace: resource.group === '' && resource.plural === 'namespaces' ? name : namespace };
}

/** Returns the denial, with the message of a real API server. */
export function refusal(user: UserInfo, request: ResourceRequest): ApiError {
  const { verb, resource, subresource, namespace, name } = request;
  const what = subresource === '' ? resource.plural : `${resource.plural}/${subresource}`;
  const where =
    namespace === undefined || namespace === '' ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  const scope =
    resource.plural === 'namespaces' && resource.group === '' && name !== '' ? `in the namespace "${name}"` : where;
  const message = `${formatQualifiedName(resource)}${name === '' ? '' : ` "${name}"`} is forbidden: User "${user.name}" cannot ${verb} resource "${what}" in API group "${resource.group}" ${scope}`;
  const details = {
    ...(name === '' ? {} : { name }),
    ...(resource.group === '' ? {} : { group: resource.group }),
    kind: resource.plural,
  };
  return { code: 403, reason: 'Forbidden', message, details };
}

export function pathRefusal(user: UserInfo, verb: string, path: string): ApiError {
  return {
    code: 403,
    reason: 'Forbidden',
    message: `forbidden: User "${user.name}" cannot ${verb} path "${path}"`,
    details: {},
  };
}

const rule = (verbs: readonly string[], apiGroups: readonly string[], resources: readonly string[]): JsonObject => ({
  verbs,
  apiGroups,
  resources,
});
const reading = ['get', 'list', 'watch'] as const;
const writing = ['create', 'delete', 'deletecollection', 'patch', 'update'] as const;
const inNamespaces = [
  rule(
    [...reading, ...writing],
    [''],
    [
      'configmaps',
      'endpoints',
      'persistentvolumeclaims',
      'pods',
      'secrets',
      'serviceaccounts',
      'services',
      'pods/exec',
      'serviceaccounts/token',
    ],
  ),
  rule([...reading, ...writing], ['apps', 'batch', 'networking.k8s.io', 'policy', 'route.openshift.io'], ['*']),
  rule(reading, [''], ['pods/log', 'pods/status', 'events', 'namespaces', 'resourcequotas', 'limitranges']),
];
const viewing = [
  rule(
    reading,
    [''],
    [
      'configmaps',
      'endpoints',
      'persistentvolumeclaims',
      'pods',
      'pods/log',
      'pods/status',
      'serviceaccounts',
      'services',
      'events',
      'namespaces',
      'resourcequotas',
      'limitranges',
    ],
  ),
  rule(reading, ['apps', 'batch', 'networking.k8s.io', 'policy', 'route.openshift.io'], ['*']),
];
const discovery = [
  '/api',
  '/api/*',
  '/apis',
  '/apis/*',
  '/openapi',
  '/openapi/*',
  '/version',
  '/version/',
  '/healthz',
  '/livez',
  '/readyz',
];

/**
 * Default roles of every cluster, and the bindings that allow every user to discover the API and review their own
 * permissions.
 */
const bootstrapRoles: Readonly<Record<string, readonly JsonObject[]>> = {
  'cluster-admin': [rule(['*'], ['*'], ['*']), { verbs: ['*'], nonResourceURLs: ['*'] }],
  admin: [...inNamespaces, rule([...reading, ...writing], [rbac], ['roles', 'rolebindings'])],
  edit: inNamespaces,
  view: viewing,
  'cluster-reader': [rule(reading, ['*'], ['*'])],
  'cluster-monitoring-view': [
    rule(['get'], [''], ['namespaces']),
    { ...rule(['get', 'create', 'update'], ['monitoring.coreos.com'], ['prometheuses/api']), resourceNames: ['k8s'] },
  ],
  'system:discovery': [{ verbs: ['get'], nonResourceURLs: discovery }],
  'system:public-info-viewer': [
    { verbs: ['get'], nonResourceURLs: ['/healthz', '/livez', '/readyz', '/version', '/version/'] },
    // OpenShift has a separate role for these paths, which `oc login` reads before it has a token.
    { verbs: ['get'], nonResourceURLs: ['/.well-known', '/.well-known/*'] },
  ],
  'system:basic-user': [
    rule(['create'], ['authorization.k8s.io'], ['selfsubjectaccessreviews', 'selfsubjectrulesreviews']),
    rule(['create'], ['authentication.k8s.io'], ['selfsubjectreviews']),
    // OpenShift grants this to all users. Source: openshift/origin test/extended/authorization/rbac (default policy).
    rule(['list', 'watch'], ['project.openshift.io'], ['projects']),
    { verbs: ['get'], apiGroups: ['user.openshift.io'], resources: ['users'], resourceNames: ['~'] },
  ],
};

const bootstrapBindings: Readonly<Record<string, readonly [role: string, ...groups: readonly string[]]>> = {
  'cluster-admin': ['cluster-admin', 'system:masters'],
  'system:discovery': ['system:discovery', 'system:authenticated'],
  'system:basic-user': ['system:basic-user', 'system:authenticated'],
  'system:public-info-viewer': ['system:public-info-viewer', 'system:authenticated', 'system:unauthenticated'],
};

/** Creates the default roles in the store. */
export function seedRoles(store: Store, resources: Resources): void {
  const labels = { 'kubernetes.io/bootstrapping': 'rbac-defaults' };
  for (const [name, rules] of Object.entries(bootstrapRoles)) {
    store.create(
      resources.need(rbac, 'clusterroles'),
      { apiVersion: `${rbac}/v1`, kind: 'ClusterRole', metadata: { name, labels }, rules },
      { seed: true },
    );
  }
  for (const [name, [role, ...groups]] of Object.entries(bootstrapBindings)) {
    const subjects = groups.map((group) => ({ apiGroup: rbac, kind: 'Group', name: group }));
    const roleRef = { apiGroup: rbac, kind: 'ClusterRole', name: role };
    store.create(
      resources.need(rbac, 'clusterrolebindings'),
      { apiVersion: `${rbac}/v1`, kind: 'ClusterRoleBinding', metadata: { name, labels }, roleRef, subjects },
      { seed: true },
    );
  }
}

/** Formats the rules of a user as the status of a SelfSubjectRulesReview. */
export function rulesStatus(rules: Iterable<{ readonly rule: unknown }>): JsonObject {
  const all = [...rules].map(({ rule: each }) => each).filter(isJsonObject);
  return {
    resourceRules: all.filter((each) => getValue(each, 'resources') !== undefined),
    nonResourceRules: all.filter((each) => getValue(each, 'nonResourceURLs') !== undefined),
    incomplete: false,
  };
}
