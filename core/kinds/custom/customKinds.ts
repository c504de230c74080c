/** Finds the kinds of custom resources in a text without parsing it. */

/** API groups of the product and of the operators that it requires. */
const ownGroups: readonly string[] = [
  'confidentialcontainers.org',
  'kataconfiguration.openshift.io',
  'kbs.confidentialcontainers.org',
  'nfd.openshift.io',
  'olm.operatorframework.io',
];

/** Returns whether the custom resources of an API group are checked without a request of the user. */
export function isOwnGroup(group: string): boolean {
  return ownGroups.includes(group);
}

/** Returns whether a text might contain an object of such an API group. */
export function mentionsOwnGroup(text: string): boolean {
  return ownGroups.some((group) => text.includes(`${group}/`));
}

/** Group and version in `apiVersion` of an object. Groups of built-in kinds have no dot or end with `.k8s.io`. */
const apiVersions =
  /^(?:[ \t]*(?:-[ \t]+)?|[ \t]*")apiVersion"?:[ \t]*["']?([a-z0-9-]+(?:\.[a-z0-9-]+)+)\/(v[a-z0-9]{1,40})\b/gm;
const kinds = /^(?:[ \t]*(?:-[ \t]+)?|[ \t]*")kind"?:[ \t]*["']?([A-Za-z][A-Za-z0-9]{0,62})\b/gm;

/** Maximum number of characters to search, and of groups and kinds to return. */
const maxLength = 500_000;
const maxNames = 100;

/** The kinds of custom resources that a text might contain. Each kind can be in each group. */
export interface CustomKinds {
  /** Groups and versions, such as `kbs.confidentialcontainers.org/v1alpha1`. */
  readonly groupVersions: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
}

/** Finds the groups and kinds of the custom resources in a text. */
export function findCustomKinds(text: string): CustomKinds {
  const searched = text.slice(0, maxLength);
  const groupVersions = new Set<string>();
  const groups = new Set<string>();
  for (const [, group = '', version = ''] of searched.matchAll(apiVersions)) {
    if (builtIn.has(group) || groupVersions.size >= maxNames) continue;
    groupVersions.add(`${group}/${version}`);
    groups.add(group);
  }
  const found = new Set<string>();
  if (groupVersions.size > 0)
    for (const [, kind = ''] of searched.matchAll(kinds)) if (found.size < maxNames) found.add(kind);
  return { groupVersions, groups, kinds: found };
}

/**
 * API groups of Kubernetes with a dot. Other groups that end with `.k8s.io` are those of CRDs, such as
 * `gateway.networking.k8s.io`. Source: kubernetes/kubernetes@5e813c7c pkg/controlplane/instance.go.
 */
const builtIn: ReadonlySet<string> = new Set(
  [
    'admissionregistration',
    'apiextensions',
    'apiregistration',
    'authentication',
    'authorization',
    'certificates',
    'coordination',
    'discovery',
    'events',
    'flowcontrol.apiserver',
    'internal.apiserver',
    'metrics',
    'networking',
    'node',
    'rbac.authorization',
    'resource',
    'scheduling',
    'storage',
    'storagemigration',
  ].map((name) => `${name}.k8s.io`),
);
