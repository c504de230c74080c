/**
 * Creates the roles and bindings with which an administrator grants missing permissions. Source: Kubernetes
 * rbac.authorization.k8s.io/v1.
 */
import { operatorNamespace } from '#core/product/namespaces.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { KubernetesManifest } from '../lookups/lookup.ts';
import { createInEnglish } from '#core/text/language.ts';
import { describeAlternatives, type NamedRight } from '../lookups/permissions.ts';

const group = 'rbac.authorization.k8s.io';

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

/** Name in the bindings if the user name is unknown. The administrator replaces it. */
const unknownUserName = 'USER_NAME';

/**
 * Creates a ClusterRole for permissions without a namespace, a Role for each namespace, and their bindings. The names
 * depend on the rules, so that applying other roles later doesn't remove permissions. Returns no objects if nothing is
 * missing.
 * @param userName name of the user in the cluster, or undefined if unknown
 */
export function createRoles(
  missing: readonly NamedRight[],
  userName: string | undefined,
): readonly KubernetesManifest[] {
  const namespaces = [...new Set(missing.map(({ namespace }) => namespace))];
  return namespaces.flatMap((namespace) => {
    const rules = rulesFor(missing.filter((one) => one.namespace === namespace));
    const metadata = {
      name: `osc-tools-${shortHash(JSON.stringify([rules, userName]))}`,
      ...(namespace === undefined ? {} : { namespace }),
    };
    const kind = namespace === undefined ? 'ClusterRole' : 'Role';
    return [
      { apiVersion: `${group}/v1`, kind, metadata, rules: rules.map((rule) => ({ ...rule })) },
      {
        apiVersion: `${group}/v1`,
        kind: `${kind}Binding`,
        metadata,
        roleRef: { apiGroup: group, kind, name: metadata.name },
        subjects: [subjectOf(userName ?? unknownUserName)],
      },
    ];
  });
}

/** Groups permissions with the same API groups, names, and verbs into one rule. */
function rulesFor(permissions: readonly NamedRight[]): readonly Rule[] {
  const byResource = new Map<string, Rule>();
  for (const { group: apiGroup, olderGroup, resource, subresource, name, verb } of permissions) {
    const rule: Rule = {
      apiGroups: olderGroup === undefined ? [apiGroup] : [apiGroup, olderGroup],
      resources: [subresource === undefined ? resource : `${resource}/${subresource}`],
      ...(name === undefined ? {} : { resourceNames: [name] }),
      verbs: [],
    };
    const key = JSON.stringify(rule);
    byResource.set(key, { ...rule, verbs: [...(byResource.get(key)?.verbs ?? []), verb] });
  }
  const byVerbs = new Map<string, Rule>();
  for (const rule of byResource.values()) {
    const key = JSON.stringify({ ...rule, resources: [] });
    byVerbs.set(key, { ...rule, resources: [...(byVerbs.get(key)?.resources ?? []), ...rule.resources] });
  }
  return [...byVerbs.values()];
}

function subjectOf(userName: string): KubernetesManifest {
  const [, namespace, name] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(userName) ?? [];
  return namespace === undefined || name === undefined
    ? { apiGroup: group, kind: 'User', name: userName }
    : { kind: 'ServiceAccount', name, namespace };
}

/**
 * Returns a short, stable hash for a name (FNV-1a, 32 bits). It doesn't protect against deliberate collisions, which
 * would only lead to the same rules.
 */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** Permissions with which a user can obtain further permissions or read credentials, with the reason. */
const escalations: Readonly<Record<string, string>> = {
  'bind clusterroles': 'With bind on cluster-admin, the user can become a cluster administrator.',
  'create serviceaccounts/token':
    'With serviceaccounts/token, the user can act as any service account in the namespace.',
  'list secrets': 'With list on secrets, the user can read the cloud provider credentials in the operator namespace.',
  'patch deployments':
    'With patch on deployments in all namespaces, the user can run containers with the service accounts of these workloads.',
  'create pods': 'With create on pods in all namespaces, the user can run pods as any service account.',
  'create pods/exec':
    'With pods/exec in all namespaces, the user can run commands in any pod, including privileged pods.',
  'get nodes/proxy': 'With nodes/proxy, the user can access the kubelet API, including its exec endpoints.',
};

/**
 * Renders the roles as YAML documents with comments for the administrator. The text is in English, because it's shared.
 * @param render renders one object as YAML
 * @param unknown permissions that the roles don't grant, because the user might not need them
 */
export function renderRoles(
  missing: readonly NamedRight[],
  userName: string | undefined,
  render: (object: KubernetesManifest) => string,
  unknown: readonly NamedRight[] = [],
): string {
  const roles = createRoles(missing, userName);
  const notes = createInEnglish(() => describeAlternatives(unknown)).map(
    (note) => `${note} This file doesn't grant these permissions.`,
  );
  if (roles.length === 0) return ['No permissions are missing.', ...notes].map((line) => `# ${line}\n`).join('');
  const ids = new Set(missing.map(({ id }) => id));
  const warnings = Object.entries(escalations).flatMap(([id, reason]) => (ids.has(id) ? [reason] : []));
  const comments = [
    `Grants permissions that osc-tools uses and that ${userName === undefined ? 'the user' : sanitizeLine(userName, 200)} doesn't have.`,
    'Review the rules, then apply them as a cluster administrator: oc apply -f FILE',
    ...(userName === undefined
      ? [`The user name is unknown. Replace ${unknownUserName} with the output of "oc whoami" of the user.`]
      : []),
    ...(missing.some(({ namespace }) => namespace === operatorNamespace)
      ? [`If the namespace doesn't exist, create it first: oc create namespace ${operatorNamespace}`]
      : []),
    ...notes,
    ...warnings.map((reason) => `Warning: ${reason}`),
  ];
  return [comments.map((line) => `# ${line}\n`).join(''), ...roles.map(render)].join('---\n');
}
