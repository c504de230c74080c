/**
 * Creates the objects that every OpenShift cluster has: version, infrastructure, pools and their configurations,
 * catalogs, and namespaces.
 */
import { versionNumbers } from '#core/common/versions.ts';
import { formatKubernetesTime } from '#simulator/time/clock.ts';
import { roleLabel } from '#simulator/controllers/nodes/nodeAnnotations.ts';
import { renderedFor } from '#simulator/controllers/machineConfig/renderController.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import type { KubeObject, ObjectToWrite } from '#simulator/store/kubeObject.ts';
import type { ResourceName } from '#simulator/store/resourceName.ts';
import { cloudOf, infrastructureName, machineSetsOf, type Cloud } from './clouds.ts';
import { machineConfigOperator } from './machineConfigOperator.ts';
import { createNodes, numbered } from './nodes.ts';
import type { Seed } from '../engine/scenario.ts';
import { olmV1 } from './olmV1.ts';
import { virtualization } from './virtualization.ts';

const dayMs = 86_400_000;

/** Describes the cluster to create. */
export interface PlatformShape {
  readonly workers: number;
  /** True if the cluster has three nodes that are both control plane and workers. If so, `workers` is ignored. */
  readonly converged?: boolean;
  /** Platform type: `BareMetal`, `AWS`, `Azure`, or `GCP`. */
  readonly platform: string;
  /**
   * Topology of the control plane. `External` means that it runs in another cluster (hosted) and that there are no
   * pools.
   */
  readonly controlPlane?: 'HighlyAvailable' | 'External';
  /** True if virtual machines of OpenShift Virtualization run on the last node. */
  readonly virtualization?: boolean;
  /** True if the cluster has OLM v1 and a feature set that allows the configuration of its extensions. */
  readonly clusterExtension?: boolean;
  /** True if the default catalogs are available. Otherwise, no catalog offers the operator. */
  readonly catalogues?: boolean;
  /** True if the cluster was installed in FIPS mode. */
  readonly fips?: boolean;
  /** OpenShift version. By default, a supported one. */
  readonly openShift?: string;
}

/** OpenShift version that the latest OSC release supports (core/product/openShiftSupport.ts). */
const supportedOpenShift = '4.21.9';

const configApi = 'machineconfiguration.openshift.io/v1';
const namespaceNames = [
  'default',
  'kube-system',
  'kube-public',
  'kube-node-lease',
  'openshift',
  'openshift-config',
  'openshift-config-managed',
  'openshift-machine-api',
  'openshift-machine-config-operator',
  'openshift-marketplace',
  'openshift-monitoring',
  'openshift-nfd',
  'openshift-operator-lifecycle-manager',
  'openshift-operators',
];

/** Creates all objects of the cluster. */
export function createPlatform(shape: PlatformShape, now: number): readonly Seed[] {
  const born = formatKubernetesTime(now - 30 * dayMs);
  const configs = ['master', 'worker'].flatMap((role) => [
    ...machineConfigs(role),
    ...(shape.fips === true ? [fipsConfig(role)] : []),
  ]);
  const pools = ['master', 'worker'].map((role) => poolOf(role, configs));
  const of = (resource: ResourceName, objects: readonly ObjectToWrite[]): readonly Seed[] =>
    objects.map((object) => ({
      resource,
      object: { ...object, metadata: { creationTimestamp: born, ...object.metadata } },
    }));
  const [master, worker] = pools.map(({ rendered }) => rendered.metadata.name);
  const cloud = cloudOf(shape.platform);
  const openShift = shape.openShift ?? supportedOpenShift;
  const index = `v4.${versionNumbers(openShift)?.minor ?? 21}`;
  const nodes = nodesOf(shape, { master: master ?? '', worker: worker ?? '', cloud, openShift }, now);
  return [
    ...of(names.namespaces, namespaceNames.map(namespace)),
    ...of(names.clusterVersions, [clusterVersion(openShift, born, formatKubernetesTime(now - 10 * dayMs))]),
    ...of(names.infrastructures, [infrastructure(shape.platform, cloud, shape.controlPlane ?? 'HighlyAvailable')]),
    ...of(names.operatorHubs, [operatorHub(shape.catalogues !== false)]),
    ...of(
      names.machineSets,
      cloud === undefined || shape.converged === true ? [] : machineSetsOf(cloud, shape.workers),
    ),
    ...of(names.secrets, [pullSecret()]),
    // The Machine Config Operator of a hosted cluster runs in another cluster, so this one has none of its objects.
    ...(shape.controlPlane === 'External'
      ? []
      : [
          ...of(names.machineConfigs, [...configs, ...pools.map(({ rendered }) => rendered)]),
          ...of(
            names.machineConfigPools,
            pools.map(({ pool }) => pool),
          ),
          ...machineConfigOperator(shape.workers, born),
        ]),
    ...of(names.nodes, nodes),
    ...of(
      names.catalogSources,
      shape.catalogues === false
        ? []
        : [
            createCatalogSource('redhat-operators', 'Red Hat Operators', index),
            createCatalogSource('certified-operators', 'Certified Operators', index),
          ],
    ),
    ...(shape.clusterExtension === true ? olmV1() : []),
    ...(shape.virtualization === true ? virtualization(nodes.at(-1)?.metadata.name ?? '', born) : []),
  ];
}

interface NodeSettings {
  /** Names of the rendered configurations, by role. */
  readonly master: string;
  readonly worker: string;
  readonly cloud: Cloud | undefined;
  readonly openShift: string;
}

function nodesOf(
  { workers, converged, controlPlane }: PlatformShape,
  { master, worker, cloud, openShift }: NodeSettings,
  now: number,
): readonly ObjectToWrite[] {
  const more = { cloud, openShift };
  if (converged === true)
    return createNodes({ names: numbered('master', 3), roles: ['master', 'worker'], config: master, ...more }, now);
  // A hosted control plane runs in another cluster, without nodes in this one.
  const masters = numbered('master', controlPlane === 'External' ? 0 : 3);
  return [
    ...createNodes({ names: masters, roles: ['master'], config: master, ...more }, now),
    ...createNodes({ names: numbered('worker', workers), roles: ['worker'], config: worker, ...more }, now),
  ];
}

function namespace(name: string): ObjectToWrite {
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels: { 'kubernetes.io/metadata.name': name } },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  };
}

/**
 * Creates the ClusterVersion.
 * @param born when the cluster was installed
 * @param updated when it was updated to its current version
 */
function clusterVersion(version: string, born: string, updated: string): ObjectToWrite {
  const image =
    'quay.io/openshift-release-dev/ocp-release@sha256:5b2d4f3b5ac5f1f60c1f05b6d1d8a6d8f0bb7e0e5f2a4c8a1d1c7e9b3a2f4d60';
  const minor = versionNumbers(version)?.minor ?? 21;
  // Versions before 4.20 can't be updated to the supported version directly.
  const isOld = minor < 20;
  return {
    apiVersion: 'config.openshift.io/v1',
    kind: 'ClusterVersion',
    metadata: { name: 'version' },
    spec: { channel: `stable-4.${minor}` },
    status: {
      desired: { version, image },
      availableUpdates: version === supportedOpenShift || isOld ? null : [{ version: supportedOpenShift, image }],
      history: [
        { version, image, state: 'Completed', startedTime: updated, completionTime: updated, verified: true },
        {
          version: isOld ? `4.${minor - 1}.40` : '4.20.11',
          image: `${image.slice(0, -4)}0000`,
          state: 'Completed',
          startedTime: born,
          completionTime: born,
          verified: false,
        },
      ],
      conditions: [
        { type: 'Available', status: 'True', message: `Done applying ${version}`, lastTransitionTime: born },
        { type: 'Failing', status: 'False', lastTransitionTime: born },
        { type: 'Progressing', status: 'False', message: `Cluster version is ${version}`, lastTransitionTime: updated },
      ],
    },
  };
}

/** Creates the OperatorHub, with the default catalogs either enabled or disabled. */
function operatorHub(hasCatalogues: boolean): ObjectToWrite {
  const sources = ['redhat-operators', 'certified-operators'].map((name) => ({
    name,
    disabled: !hasCatalogues,
    status: 'Success',
  }));
  return {
    apiVersion: 'config.openshift.io/v1',
    kind: 'OperatorHub',
    metadata: { name: 'cluster' },
    spec: hasCatalogues ? {} : { disableAllDefaultSources: true },
    status: { sources },
  };
}

function infrastructure(type: string, cloud: Cloud | undefined, controlPlaneTopology: string): ObjectToWrite {
  return {
    apiVersion: 'config.openshift.io/v1',
    kind: 'Infrastructure',
    metadata: { name: 'cluster' },
    spec: { platformSpec: { type } },
    status: {
      apiServerURL: 'https://api.demo.example.com:6443',
      controlPlaneTopology,
      infrastructureTopology: 'HighlyAvailable',
      infrastructureName,
      platform: type,
      platformStatus: { type, ...cloud?.platformStatus },
    },
  };
}

function pullSecret(): ObjectToWrite {
  const data = { '.dockerconfigjson': Buffer.from('{"auths":{}}').toString('base64') };
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'kubernetes.io/dockerconfigjson',
    metadata: { name: 'pull-secret', namespace: 'openshift-config' },
    data,
  };
}

function machineConfigs(role: string): readonly ObjectToWrite[] {
  return [
    `00-${role}`,
    `01-${role}-container-runtime`,
    `01-${role}-kubelet`,
    `97-${role}-generated-kubelet`,
    `99-${role}-ssh`,
  ].map((name) => ({
    apiVersion: configApi,
    kind: 'MachineConfig',
    metadata: { name, labels: { [roleLabel]: role } },
    spec: {
      config: { ignition: { version: '3.4.0' } },
      extensions: [],
      kernelArguments: [],
      osImageURL: name.startsWith('00-') ? 'quay.io/openshift-release-dev/ocp-v4.0-art-dev@sha256:rhel-coreos' : '',
    },
  }));
}

/** Creates the MachineConfig that the installer creates in FIPS mode. */
function fipsConfig(role: string): ObjectToWrite {
  return {
    apiVersion: configApi,
    kind: 'MachineConfig',
    metadata: { name: `99-${role}-fips`, labels: { [roleLabel]: role } },
    spec: {
      config: { ignition: { version: '3.4.0' } },
      extensions: [],
      fips: true,
      kernelArguments: [],
      osImageURL: '',
    },
  };
}

function poolOf(
  role: string,
  configs: readonly ObjectToWrite[],
): {
  readonly pool: ObjectToWrite;
  readonly rendered: ObjectToWrite & { readonly metadata: { readonly name: string } };
} {
  const labels = {
    [`pools.operator.machineconfiguration.openshift.io/${role}`]: '',
    'machineconfiguration.openshift.io/mco-built-in': '',
  };
  const pool = {
    apiVersion: configApi,
    kind: 'MachineConfigPool',
    metadata: { name: role, labels },
    spec: {
      machineConfigSelector: { matchLabels: { [roleLabel]: role } },
      nodeSelector: { matchLabels: { [`node-role.kubernetes.io/${role}`]: '' } },
      paused: false,
    },
  };
  const rendered = renderedFor(asKept(pool), configs.map(asKept));
  const empty = { apiVersion: configApi, kind: 'MachineConfig', metadata: { name: `rendered-${role}-none` }, spec: {} };
  const configuration = rendered?.reference ?? { name: empty.metadata.name, source: [] };
  return {
    pool: { ...pool, spec: { ...pool.spec, configuration }, status: { configuration } },
    rendered: rendered?.config ?? empty,
  };
}

/**
 * Converts an object to the type of stored objects, with empty server fields. Rendering a configuration requires only
 * its name, labels, and content.
 */
function asKept(object: ObjectToWrite): KubeObject {
  const { name = '', labels = {} } = object.metadata;
  return { ...object, metadata: { name, labels, uid: '', resourceVersion: '', creationTimestamp: '' } };
}

/**
 * Creates a Red Hat catalog.
 * @param index tag of the catalog image, such as `v4.21`
 */
export function createCatalogSource(name: string, displayName: string, index = 'v4.21'): ObjectToWrite {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'CatalogSource',
    metadata: { name, namespace: 'openshift-marketplace' },
    spec: {
      displayName,
      publisher: 'Red Hat',
      sourceType: 'grpc',
      image: `registry.redhat.io/redhat/${name.replace(/s$/, '')}-index:${index}`,
      priority: -100,
      updateStrategy: { registryPoll: { interval: '10m' } },
    },
  };
}
