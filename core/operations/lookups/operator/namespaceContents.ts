/**
 * Names of all objects in the operator namespace, which are deleted with the namespace. Reads only metadata, because
 * the objects include Secrets. Sources: Kubernetes "API discovery" (APIGroupList, APIResourceList);
 * openshift/openshift-controller-manager (service accounts and role bindings of every namespace).
 */
import * as l10n from '@vscode/l10n';
import { getBoolean, getList, getString } from '#core/common/json.ts';
import { getName, parseClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { defineLookup, type ReadResult, type ClusterReader } from '../lookup.ts';

export interface KindContents {
  /** Kind such as `ConfigMap`. */
  readonly kind: string;
  /** Sorted. Excludes objects that every namespace has or that another object owns. */
  readonly names: readonly string[];
  /** True if there are more objects. */
  readonly cut: boolean;
}

export interface NamespaceContents {
  readonly kinds: readonly KindContents[];
  /** Number of objects that the platform creates in every namespace or that another listed object owns. */
  readonly generated: number;
  /** Kinds that couldn't be listed, with the reason. */
  readonly unlisted: readonly { readonly kind: string; readonly why: 'forbidden' | 'other' }[];
}

interface Resource {
  readonly path: string;
  readonly plural: string;
  readonly kind: string;
}

/** Maximum number of objects per kind, and of kinds, to read. */
const mostObjects = 1000;
const mostKinds = 400;
/** Kinds whose deletion isn't a loss: copies of other objects, and short-lived objects. */
const passing: ReadonlySet<string> = new Set([
  'events',
  'endpoints',
  'endpointslices',
  'leases',
  'controllerrevisions',
  'operatorconditions',
]);
/** Kinds that the uninstall deletes first, each in a separate step. */
const ownSteps: ReadonlySet<string> = new Set([
  'subscriptions',
  'clusterserviceversions',
  'installplans',
  'operatorgroups',
]);
/** Kinds that come first in a plan. */
const firstKinds: readonly string[] = ['ConfigMap', 'Secret', 'Pod', 'PersistentVolumeClaim'];

export const namespaceContentsFact = defineLookup<NamespaceContents>({
  neededFor: () => l10n.t`the contents of the operator namespace`,
  isCostly: true,
  async read(reader): Promise<ReadResult<NamespaceContents>> {
    const found = await namespacedResources(reader);
    if (!found.ok) return found.answer;
    const seen = new Set<string>();
    const listed = await Promise.all(
      found.resources
        .slice(0, mostKinds)
        .map(async (resource) => ({ resource, answer: await listNames(reader, resource) })),
    );
    const kinds: KindContents[] = [];
    const unlisted: { kind: string; why: 'forbidden' | 'other' }[] = found.unread.map((kind) => ({
      kind,
      why: 'other',
    }));
    let generated = 0;
    for (const { resource, answer } of listed) {
      const { kind, plural } = resource;
      if (answer.kind === 'problem')
        unlisted.push({ kind, why: answer.problem.why === 'forbidden' ? 'forbidden' : 'other' });
      if (answer.kind !== 'value') continue;
      const { items, cut } = answer.value;
      const names = items.flatMap((raw) => {
        const object = parseClusterObject(raw);
        // Two API groups can serve the same objects.
        if (object === undefined || seen.has(object.uid)) return [];
        seen.add(object.uid);
        if (!isGenerated(plural, object.name, raw)) return [object.name];
        generated += 1;
        return [];
      });
      if (names.length > 0 || cut) kinds.push({ kind, names: names.toSorted(), cut });
    }
    return { kind: 'value', value: { kinds: kinds.toSorted(byImportance), generated, unlisted } };
  },
});

type Found =
  | { readonly ok: true; readonly resources: readonly Resource[]; readonly unread: readonly string[] }
  | { readonly ok: false; readonly answer: ReadResult<never> };

/** Returns all kinds that can be listed and deleted in a namespace. */
async function namespacedResources(reader: ClusterReader): Promise<Found> {
  const [core, groups] = await Promise.all([reader.get('/api/v1'), reader.get('/apis')]);
  for (const answer of [core, groups]) if (answer.kind === 'problem') return { ok: false, answer };
  const versions = (groups.kind === 'value' ? getList(groups.value, 'groups') : [])
    .flatMap((group) => getString(group, 'preferredVersion', 'groupVersion') ?? [])
    // The names become part of a request path.
    .filter((version) => /^[a-z0-9.-]{1,253}\/[a-z0-9]{1,63}$/.test(version));
  const others = await Promise.all(
    versions.map(async (version) => ({ version, answer: await reader.get(`/apis/${version}`) })),
  );
  return {
    ok: true,
    resources: [
      ...(core.kind === 'value' ? resourcesOf(core.value, '/api/v1') : []),
      ...others.flatMap(({ version, answer }) =>
        answer.kind === 'value' ? resourcesOf(answer.value, `/apis/${version}`) : [],
      ),
    ],
    unread: others.flatMap(({ version, answer }) => (answer.kind === 'problem' ? [version] : [])),
  };
}

function resourcesOf(raw: unknown, base: string): readonly Resource[] {
  return getList(raw, 'resources').flatMap((one) => {
    const [plural, kind] = [getName(one, 'name'), getString(one, 'kind')];
    const verbs = getList(one, 'verbs');
    if (plural === undefined || kind === undefined || !/^[a-z0-9.-]{1,253}$/.test(plural)) return [];
    if (getBoolean(one, 'namespaced') !== true || !verbs.includes('list') || !verbs.includes('delete')) return [];
    if (passing.has(plural) || (base.startsWith('/apis/operators.coreos.com/') && ownSteps.has(plural))) return [];
    return [{ path: `${base}/namespaces/${operatorNamespace}/${plural}`, plural, kind }];
  });
}

function listNames(reader: ClusterReader, { path }: Resource): ReturnType<ClusterReader['list']> {
  return reader.list(path, mostObjects, undefined, 'metadata');
}

/** Names of objects that Kubernetes and OpenShift create in every namespace, by the plural of their kind. */
const everywhere: Readonly<Record<string, RegExp>> = {
  configmaps: /^(?:kube-root-ca\.crt|openshift-service-ca\.crt)$/,
  serviceaccounts: /^(?:default|builder|deployer)$/,
  secrets: /^(?:default|builder|deployer)-(?:dockercfg|token)-/,
  rolebindings: /^system:(?:deployers|image-builders|image-pullers)$/,
};

function isGenerated(plural: string, name: string, raw: unknown): boolean {
  if (Object.hasOwn(everywhere, plural) && everywhere[plural]?.test(name) === true) return true;
  // All pods are listed regardless of their owner, because they stop.
  return (
    plural !== 'pods' &&
    getList(raw, 'metadata', 'ownerReferences').some((owner) => getBoolean(owner, 'controller') === true)
  );
}

function byImportance({ kind: one }: KindContents, { kind: other }: KindContents): number {
  const rank = (kind: string): number => (firstKinds.includes(kind) ? firstKinds.indexOf(kind) : firstKinds.length);
  return rank(one) - rank(other) || (one < other ? -1 : one > other ? 1 : 0);
}
