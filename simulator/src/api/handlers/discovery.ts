/** Serves discovery: the individual lists, and the aggregated document that newer clients request. */
import type { Resources } from '#simulator/resources/resourceRegistry.ts';
import type { JsonObject } from '#simulator/store/kubeObject.ts';
import type { ResourceType } from '#simulator/store/resourceType.ts';
import { formatApiVersion } from '#simulator/store/resourceType.ts';

/**
 * Returns the requested version of the aggregated document, `v2` or `v2beta1`. Returns undefined for the individual
 * lists.
 */
export function aggregatedVersion(accept: string | undefined): 'v2' | 'v2beta1' | undefined {
  const found = /as=APIGroupDiscoveryList/.test(accept ?? '')
    ? /application\/json;(?=[^,]*as=APIGroupDiscoveryList)(?=[^,]*v=(v2beta1|v2))/.exec(accept ?? '')
    : null;
  return found?.[1] === 'v2' || found?.[1] === 'v2beta1' ? found[1] : undefined;
}

export function aggregatedType(version: string): string {
  return `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;
}

/** Returns the groups in the order in which clients resolve short names: Kubernetes first. */
function groupsOf(resources: Resources): ReadonlyMap<string, readonly ResourceType[]> {
  const groups = new Map<string, ResourceType[]>();
  for (const type of resources.all) groups.set(type.group, [...(groups.get(type.group) ?? []), type]);
  return groups;
}

/** Returns the versions of a group, preferred version first. */
function versionsOf(types: readonly ResourceType[]): readonly string[] {
  const priority = (version: string): number => {
    const found = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version);
    if (found === null) return 0;
    return ({ alpha: 1, beta: 2 }[found[2] ?? ''] ?? 3) * 1_000_000 + Number(found[1]) * 1000 + Number(found[3] ?? 0);
  };
  return [...new Set(types.flatMap((type) => type.versions))].sort((one, other) => priority(other) - priority(one));
}

export function apiVersions(address: string): JsonObject {
  return {
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: address }],
  };
}

function apiGroup(group: string, types: readonly ResourceType[]): JsonObject {
  const versions = versionsOf(types).map((version) => ({ groupVersion: `${group}/${version}`, version }));
  return { name: group, versions, preferredVersion: versions[0] };
}

/** Returns the document of a group, or undefined if the group doesn't exist. */
export function groupDocument(resources: Resources, group: string): JsonObject | undefined {
  const types = groupsOf(resources).get(group);
  return types === undefined || group === ''
    ? undefined
    : { kind: 'APIGroup', apiVersion: 'v1', ...apiGroup(group, types) };
}

export function groupList(resources: Resources): JsonObject {
  const groups = [...groupsOf(resources)]
    .filter(([group]) => group !== '')
    .map(([group, types]) => apiGroup(group, types));
  return { kind: 'APIGroupList', apiVersion: 'v1', groups };
}

/** Returns the resources of a group version, or undefined if there are none. */
export function resourceList(resources: Resources, group: string, version: string): JsonObject | undefined {
  const types = (groupsOf(resources).get(group) ?? []).filter((type) => type.versions.includes(version));
  return types.length === 0
    ? undefined
    : {
        kind: 'APIResourceList',
        apiVersion: 'v1',
        groupVersion: formatApiVersion({ group, version }),
        resources: types.flatMap(entriesOf),
      };
}

function entriesOf(type: ResourceType): readonly JsonObject[] {
  const { plural, singular, namespaced, kind, verbs, shortNames, categories } = type;
  const main = {
    name: plural,
    singularName: singular,
    namespaced,
    kind,
    verbs,
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
  };
  return [
    main,
    ...subresourcesOf(type).map(({ name, kind: subKind, verbs: subVerbs }) => ({
      name: `${plural}/${name}`,
      singularName: '',
      namespaced,
      ...otherVersions[name],
      kind: subKind,
      verbs: subVerbs,
    })),
  ];
}

/**
 * Versions of subresources whose kind belongs to another API group. kubectl drain evicts pods only if `pods/eviction`
 * has one, and otherwise deletes them. Source: k8s.io/kubectl pkg/drain/drain.go (CheckEvictionSupport).
 */
const otherVersions: Readonly<Record<string, { readonly group: string; readonly version: string }>> = {
  eviction: { group: 'policy', version: 'v1' },
  scale: { group: 'autoscaling', version: 'v1' },
  token: { group: 'authentication.k8s.io', version: 'v1' },
};

function subresourcesOf(
  type: ResourceType,
): readonly { readonly name: string; readonly kind: string; readonly verbs: readonly string[] }[] {
  const kinds: Readonly<Record<string, readonly [kind: string, ...verbs: readonly string[]]>> = {
    scale: ['Scale', 'get', 'patch', 'update'],
    token: ['TokenRequest', 'create'],
    log: [type.kind, 'get'],
    proxy: [`${type.kind}ProxyOptions`, 'create', 'delete', 'get', 'patch', 'update'],
    exec: ['PodExecOptions', 'create', 'get'],
    eviction: ['Eviction', 'create'],
    binding: ['Binding', 'create'],
    finalize: [type.kind, 'update'],
    status: [type.kind, 'get', 'patch', 'update'],
  };
  return [...(type.status ? ['status'] : []), ...type.subresources].map((name) => {
    const [kind, ...verbs] = kinds[name] ?? [type.kind, 'get'];
    return { name, kind, verbs };
  });
}

/** Returns the aggregated document: the core group for `/api`, and the other groups for `/apis`. */
export function aggregated(resources: Resources, version: 'v2' | 'v2beta1', core: boolean): JsonObject {
  const items = [...groupsOf(resources)]
    .filter(([group]) => (group === '') === core)
    .map(([group, types]) => ({
      metadata: { ...(group === '' ? {} : { name: group }), creationTimestamp: null },
      versions: versionsOf(types).map((each) => ({
        version: each,
        resources: types.filter((type) => type.versions.includes(each)).map((type) => aggregatedEntry(type, each)),
        freshness: 'Current',
      })),
    }));
  return { kind: 'APIGroupDiscoveryList', apiVersion: `apidiscovery.k8s.io/${version}`, metadata: {}, items };
}

function aggregatedEntry(type: ResourceType, version: string): JsonObject {
  const { group, plural, singular, kind, namespaced, verbs, shortNames, categories } = type;
  const responseKind = (name: string, subresource = ''): JsonObject => ({
    ...(otherVersions[subresource] ?? { group, version }),
    kind: name,
  });
  const subresources = subresourcesOf(type).map((each) => ({
    subresource: each.name,
    responseKind: responseKind(each.kind, each.name),
    verbs: each.verbs,
  }));
  return {
    resource: plural,
    responseKind: responseKind(kind),
    scope: namespaced ? 'Namespaced' : 'Cluster',
    singularResource: singular,
    verbs,
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
    ...(subresources.length === 0 ? {} : { subresources }),
  };
}
