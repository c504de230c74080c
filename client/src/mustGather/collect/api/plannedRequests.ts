/** What is collected through the API where there is no oc, and what that cannot reach. Without VS Code. */
import { watchedKindIds, watchedKinds } from '#core/cluster/watchedKinds/index.ts';
import type { WatchedKind } from '#core/cluster/objects/watchedKind.ts';
import type { ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { getString } from '#core/common/json.ts';
import type { KindName } from './objectText.ts';

/** A list to ask for, and where its objects go. */
export interface ListToCollect extends KindName {
  readonly plural: string;
  /**
   * `cluster`: a file for each object; `namespace`: one list in a namespace; `all`: a file for each, in its namespace.
   */
  readonly scope: 'cluster' | 'namespace' | 'all';
  /** For `namespace`; without it that of the operator. */
  readonly namespace?: string;
  readonly metadataOnly?: boolean;
  readonly labelSelector?: string;
  /** Which of them; without it all. */
  readonly keep?: (raw: unknown) => boolean;
}

const machineConfigNamespace = 'openshift-machine-config-operator';

const name = (raw: unknown): string => getString(raw, 'metadata', 'name') ?? '';

/** Hundreds, each of them large, and of others: those of kata alone. */
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
    // Values of Secrets never cross the wire; others are wanted whole.
    ...(kind.kind === 'Secret' ? { metadataOnly: true } : {}),
    ...(kind.kind === 'MachineConfig' ? { keep: ownMachineConfigs } : {}),
  };
}

/** In the order in which they matter: what comes last may be cut off. */
export const lists: readonly ListToCollect[] = [
  ...watchedKindIds.map((id) => ofLiveKind(watchedKinds[id])),
  { group: 'config.openshift.io', version: 'v1', plural: 'infrastructures', kind: 'Infrastructure', scope: 'cluster' },
  { group: '', version: 'v1', plural: 'pods', kind: 'Pod', scope: 'namespace' },
  { group: '', version: 'v1', plural: 'events', kind: 'Event', scope: 'namespace' },
  // Those of nodes, pools and KataConfig: what belongs to no namespace has its events in `default`.
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
];

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

/** Of their pods the logs are collected. */
export const logNamespaces: readonly string[] = [operatorNamespace, machineConfigNamespace];

/** What the API doesn't provide, one line each, for reports. Reports add missing node journals themselves. */
export const outOfReach: readonly string[] = [
  "Not collected: network, devices and package versions of nodes. The API doesn't provide them. oc adm must-gather with the image osc-must-gather-rhel9 collects them.",
  "Not collected: audit logs. The API doesn't provide them. oc adm must-gather with the image osc-must-gather-rhel9 collects them.",
];

/** Asked for: `/apis/apps/v1/namespaces/openshift-sandboxed-containers-operator/deployments`. */
export function getListPath({ group, version, plural, scope, namespace = operatorNamespace }: ListToCollect): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  return scope === 'namespace' ? `${root}/namespaces/${namespace}/${plural}` : `${root}/${plural}`;
}
