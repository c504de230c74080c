/** Defines the types of OpenShift, its operators, and related operators as data. Their content isn't checked. */
import { getList, getMap, getString, type KubeObject } from '../store/kubeObject.ts';
import type { ResourceType } from '../store/resourceType.ts';
import type { ColumnData, ResourceData } from './defineResource.ts';
import { ageColumn, defineResource } from './defineResource.ts';

const condition = (name: string, type: string = name): ColumnData => ({
  name,
  path: `.status.conditions[?(@.type=="${type}")].status`,
});
const path = (name: string, where: string, type: ColumnData['type'] = 'string'): ColumnData => ({
  name,
  path: where,
  type,
});

/** Returns the newest version that the cluster was updated to. */
function completedVersion(object: KubeObject): string {
  return (
    getString(
      getList(object, 'status', 'history').find((each) => getString(each, 'state') === 'Completed'),
      'version',
    ) ?? ''
  );
}

/** Properties that most of these types share, because they come from CRDs. */
const custom = { custom: true, generation: true, unconditionalUpdate: false, status: true } as const;

/** Types of Node Feature Discovery. Upstream, NodeFeatureRules are cluster-scoped. */
const nodeFeatureTypes: readonly ResourceData[] = ['NodeFeature', 'NodeFeatureRule'].map((kind) => ({
  ...custom,
  kind,
  status: false,
}));

const groups: Readonly<Record<string, readonly ResourceData[]>> = {
  'config.openshift.io/v1': [
    {
      ...custom,
      kind: 'ClusterVersion',
      namespaced: false,
      columns: [
        { name: 'Version', path: completedVersion },
        condition('Available'),
        condition('Progressing'),
        path('Since', '.status.conditions[?(@.type=="Progressing")].lastTransitionTime', 'date'),
        path('Status', '.status.conditions[?(@.type=="Progressing")].message'),
      ],
    },
    {
      ...custom,
      kind: 'ClusterOperator',
      namespaced: false,
      shortNames: ['co'],
      columns: [
        path('Version', '.status.versions[?(@.name=="operator")].version'),
        condition('Available'),
        condition('Progressing'),
        condition('Degraded'),
        path('Since', '.status.conditions[?(@.type=="Available")].lastTransitionTime', 'date'),
        path('Message', '.status.conditions[?(@.type=="Available")].message'),
      ],
    },
    { ...custom, kind: 'Infrastructure', namespaced: false },
    { ...custom, kind: 'FeatureGate', namespaced: false },
    { ...custom, kind: 'ImageDigestMirrorSet', namespaced: false, shortNames: ['idms'], columns: [ageColumn] },
    { ...custom, kind: 'ImageTagMirrorSet', namespaced: false, shortNames: ['itms'], columns: [ageColumn] },
    { ...custom, kind: 'OperatorHub', plural: 'operatorhubs', namespaced: false },
  ],
  'machine.openshift.io/v1beta1': [
    {
      ...custom,
      kind: 'MachineSet',
      subresources: ['scale'],
      columns: [
        path('Desired', '.spec.replicas', 'integer'),
        path('Current', '.status.replicas', 'integer'),
        path('Ready', '.status.readyReplicas', 'integer'),
        path('Available', '.status.availableReplicas', 'string'),
        ageColumn,
      ],
    },
  ],
  'machineconfiguration.openshift.io/v1': [
    {
      ...custom,
      kind: 'MachineConfig',
      namespaced: false,
      status: false,
      shortNames: ['mc'],
      columns: [
        path(
          'GeneratedByController',
          '.metadata.annotations.machineconfiguration\\.openshift\\.io/generated-by-controller-version',
        ),
        path('IgnitionVersion', '.spec.config.ignition.version'),
        ageColumn,
      ],
    },
    {
      ...custom,
      kind: 'MachineConfigPool',
      namespaced: false,
      shortNames: ['mcp'],
      columns: [
        path('Config', '.status.configuration.name'),
        condition('Updated'),
        condition('Updating'),
        condition('Degraded'),
        path('MachineCount', '.status.machineCount', 'number'),
        path('ReadyMachineCount', '.status.readyMachineCount', 'number'),
        path('UpdatedMachineCount', '.status.updatedMachineCount', 'number'),
        path('DegradedMachineCount', '.status.degradedMachineCount', 'number'),
        ageColumn,
      ],
    },
    { ...custom, kind: 'ContainerRuntimeConfig', namespaced: false, shortNames: ['ctrcfg'] },
    { ...custom, kind: 'KubeletConfig', namespaced: false },
  ],
  'operators.coreos.com/v1': [{ ...custom, kind: 'OperatorGroup', shortNames: ['og'], categories: ['olm'] }],
  'operators.coreos.com/v1alpha1': [
    {
      ...custom,
      kind: 'Subscription',
      shortNames: ['sub', 'subs'],
      categories: ['olm'],
      columns: [path('Package', '.spec.name'), path('Source', '.spec.source'), path('Channel', '.spec.channel')],
    },
    {
      ...custom,
      kind: 'InstallPlan',
      shortNames: ['ip'],
      categories: ['olm'],
      columns: [
        path('CSV', '.spec.clusterServiceVersionNames[0]'),
        path('Approval', '.spec.approval'),
        path('Approved', '.spec.approved', 'boolean'),
      ],
    },
    {
      ...custom,
      kind: 'ClusterServiceVersion',
      shortNames: ['csv', 'csvs'],
      categories: ['olm'],
      columns: [
        path('Display', '.spec.displayName'),
        path('Version', '.spec.version'),
        path('Replaces', '.spec.replaces'),
        path('Phase', '.status.phase'),
      ],
    },
    {
      ...custom,
      kind: 'CatalogSource',
      shortNames: ['catsrc'],
      categories: ['olm'],
      columns: [
        path('Display', '.spec.displayName'),
        path('Type', '.spec.sourceType'),
        path('Publisher', '.spec.publisher'),
        ageColumn,
      ],
    },
  ],
  'operator.openshift.io/v1alpha1': [
    { ...custom, kind: 'ImageContentSourcePolicy', plural: 'imagecontentsourcepolicies', namespaced: false },
  ],
  'packages.operators.coreos.com/v1': [
    {
      kind: 'PackageManifest',
      verbs: ['get', 'list'],
      columns: [path('Catalog', '.status.catalogSourceDisplayName'), ageColumn],
    },
  ],
  'route.openshift.io/v1': [
    {
      kind: 'Route',
      categories: ['all'],
      status: true,
      columns: [
        path('Host', '.spec.host'),
        { name: 'Admitted', path: (route) => getString(getMap(route, 'status'), 'ingress') ?? '', wide: true },
        path('Service', '.spec.to.name'),
        path('TLS', '.spec.tls.termination'),
      ],
    },
  ],
  'image.openshift.io/v1': [{ kind: 'ImageStream', shortNames: ['is'], categories: ['all'], status: true }],
  'project.openshift.io/v1': [
    {
      kind: 'Project',
      namespaced: false,
      verbs: ['get', 'list'],
      columns: [
        path('Display Name', '.metadata.annotations.openshift\\.io/display-name'),
        path('Status', '.status.phase'),
      ],
    },
  ],
  'user.openshift.io/v1': [{ kind: 'User', namespaced: false, verbs: ['get', 'list'] }],
  'oauth.openshift.io/v1': [{ kind: 'OAuthAccessToken', namespaced: false }],
  'security.openshift.io/v1': [
    {
      ...custom,
      kind: 'SecurityContextConstraints',
      plural: 'securitycontextconstraints',
      namespaced: false,
      shortNames: ['scc'],
      status: false,
      generation: true,
    },
  ],
  'confidentialcontainers.org/v1alpha1': [
    { ...custom, kind: 'PeerPod' },
    { ...custom, kind: 'PeerPodConfig' },
  ],
  'nfd.openshift.io/v1': [{ ...custom, kind: 'NodeFeatureDiscovery', plural: 'nodefeaturediscoveries' }],
  'nfd.openshift.io/v1alpha1': nodeFeatureTypes,
  'nfd.k8s-sigs.io/v1alpha1': nodeFeatureTypes,
  'monitoring.coreos.com/v1': [
    { ...custom, kind: 'Prometheus', plural: 'prometheuses', subresources: ['api'] },
    { ...custom, kind: 'ServiceMonitor' },
    { ...custom, kind: 'PrometheusRule' },
  ],
};

/** All OpenShift types that the simulator supports. KataConfig isn't included, because its CRD defines it. */
export const openShiftTypes: readonly ResourceType[] = Object.entries(groups).flatMap(([groupVersion, types]) =>
  types.map((type) => defineResource(groupVersion, type)),
);
