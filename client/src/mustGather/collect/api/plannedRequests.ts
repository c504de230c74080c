/**
 * Defines the data to collect through the API if oc isn't available, and the data that the API can't provide.
 * Independent of VS Code.
 */
import { optionalKindIds, requiredKindIds } from '#core/cluster/optionalKinds.ts';
import { watchedKinds } from '#core/cluster/watchedKinds/index.ts';
import type { WatchedKind } from '#core/cluster/objects/watchedKind.ts';
import type { ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { readPlatformProblems } from '#core/cluster/objects/platformProblem.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { getString } from '#core/common/json.ts';
import { relatedKinds } from '#core/status/relatedResources.ts';
import type { KindName } from './objectText.ts';

/** A list to request, and the location of its objects. */
export interface ListToCollect extends KindName {
  readonly plural: string;
  /**
   * `cluster`: one file per object; `namespace`: one list in a namespace; `all`: one file per object, in its namespace.
   */
  readonly scope: 'cluster' | 'namespace' | 'all';
  /** Used only with `namespace`. The default is the operator namespace. */
  readonly namespace?: string;
  readonly metadataOnly?: boolean;
  readonly labelSelector?: string;
  /** Returns whether to keep an object. If undefined, all are kept. */
  readonly keep?: (raw: unknown) => boolean;
  /** Maximum number of objects to keep. */
  readonly most?: number;
}

/** Maximum number of NodeFeatures per API group. They are up to 50 MB. */
const mostNodeFeatures = 100;

const machineConfigNamespace = 'openshift-machine-config-operator';

const name = (raw: unknown): string => getString(raw, 'metadata', 'name') ?? '';

/** Selects the machine configs of Kata. A cluster has hundreds of large machine configs, most of them unrelated. */
const ownMachineConfigs = (raw: unknown): boolean => /kata|sandboxed/.test(name(raw));

function ofLiveKind(kind: WatchedKind<ClusterObject>): ListToCollect {
  const { group, version, plural, scope, labelSelector } = kind;
  return {
    group,
    version,
    plural,
    kind: kind.kind,
    scope: scope === 'operator' ? 'namespace' : scope,
    ...(labelSelector === undefined ? {} : { labelSelector }),
    // Values of Secrets are never transferred. Other objects are collected completely.
    ...(kind.kind === 'Secret' ? { metadataOnly: true } : {}),
    ...(kind.kind === 'MachineConfig' ? { keep: ownMachineConfigs } : {}),
  };
}

/** Lists in order of importance, because the last ones might be missing if the collection is canceled. */
export const lists: readonly ListToCollect[] = [
  ...requiredKindIds.map((id) => ofLiveKind(watchedKinds[id])),
  { group: 'config.openshift.io', version: 'v1', plural: 'infrastructures', kind: 'Infrastructure', scope: 'cluster' },
  {
    group: 'config.openshift.io',
    version: 'v1',
    plural: 'clusteroperators',
    kind: 'ClusterOperator',
    scope: 'cluster',
  },
  {
    group: 'certificates.k8s.io',
    version: 'v1',
    plural: 'certificatesigningrequests',
    kind: 'CertificateSigningRequest',
    scope: 'cluster',
    // A cluster keeps issued certificates for an hour. Only requests without a decision are a problem.
    keep: (raw) => readPlatformProblems('certificatesigningrequests', raw).length > 0,
  },
  { group: '', version: 'v1', plural: 'pods', kind: 'Pod', scope: 'namespace' },
  { group: '', version: 'v1', plural: 'events', kind: 'Event', scope: 'namespace' },
  // Events of nodes, pools, and KataConfigs. Events of cluster-scoped objects are in the namespace `default`.
  { group: '', version: 'v1', plural: 'events', kind: 'Event', scope: 'namespace', namespace: 'default' },
  { group: '', version: 'v1', plural: 'events', kind: 'Event', scope: 'namespace', namespace: machineConfigNamespace },
  {
    group: 'operators.coreos.com',
    version: 'v1alpha1',
    plural: 'subscriptions',
    kind: 'Subscription',
    scope: 'all',
    keep: (raw) => getString(raw, 'metadata', 'namespace') !== operatorNamespace,
  },
  ...optionalKindIds.map((id) => ofLiveKind(watchedKinds[id])).filter(({ kind }) => kind !== 'NodeFeature'),
  ...relatedLists(),
];

/** Returns the lists of related objects of other components that no other list contains. */
function relatedLists(): readonly ListToCollect[] {
  const watched = Object.values(watchedKinds).map(({ group, plural }) => `${plural}.${group}`);
  return relatedKinds
    .filter(({ group, plural }) => plural !== 'clusteroperators' && !watched.includes(`${plural}.${group}`))
    .map(({ group, version, plural, kind, isNamespaced }) => ({
      group,
      version,
      plural,
      kind,
      scope: isNamespaced ? 'all' : 'cluster',
    }));
}

/** Lists to read after everything else, because they are large: NodeFeatures of both API groups, up to 500 KB each. */
export const lastLists: readonly ListToCollect[] = [watchedKinds.nodeFeatures, watchedKinds.openShiftNodeFeatures].map(
  (kind) => ({ ...ofLiveKind(kind), most: mostNodeFeatures }),
);

export interface ObjectToCollect extends KindName {
  readonly path: string;
  readonly file: string;
}

const definition = 'kataconfigs.kataconfiguration.openshift.io';

export const objects: readonly ObjectToCollect[] = [
  {
    group: '',
    version: 'v1',
    kind: 'Namespace',
    path: `/api/v1/namespaces/${operatorNamespace}`,
    file: `namespaces/${operatorNamespace}/${operatorNamespace}.yaml`,
  },
  {
    group: 'apiextensions.k8s.io',
    version: 'v1',
    kind: 'CustomResourceDefinition',
    path: `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${definition}`,
    file: `cluster-scoped-resources/apiextensions.k8s.io/customresourcedefinitions/${definition}.yaml`,
  },
];

/** Namespaces whose pod logs are collected. */
export const logNamespaces: readonly string[] = [operatorNamespace, machineConfigNamespace];

/** Data that the API doesn't provide, one line each, for reports. Reports add missing node journals themselves. */
export const outOfReach: readonly string[] = [
  "Not collected: network settings, devices, and package versions of nodes. The API doesn't provide them. To collect them, run oc adm must-gather with the image osc-must-gather-rhel9.",
  "Not collected: audit logs. The API doesn't provide them. To collect them, run oc adm must-gather with the image osc-must-gather-rhel9.",
];

/**
 * Returns the API path of a list, such as
 * `/apis/apps/v1/namespaces/openshift-sandboxed-containers-operator/deployments`.
 */
export function getListPath({ group, version, plural, scope, namespace = operatorNamespace }: ListToCollect): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  return scope === 'namespace' ? `${root}/namespaces/${namespace}/${plural}` : `${root}/${plural}`;
}
