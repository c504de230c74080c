/** Defines the cases of the preflight checks of the cluster and its nodes. */
import { kataConfig, object, pool, pools, type Raw } from '#test/support/cluster/clusterObjects.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { clusterVersion, offered, plainWorker, situationOf, without } from '#test/support/operations/situations.ts';
import { clusterTooOld } from './installationCases.ts';
import { type Case, degraded, withHealth, withSandboxes, workers } from './checkSituations.ts';

const matchOnRule = {
  operator: true,
  found: [{ name: 'nfd', namespace: 'openshift-nfd', kataRule: 'matchOn' }],
  rules: [],
} as const;

const eligible = { 'feature.node.kubernetes.io/runtime.kata': 'true' };

/** Creates the feature gates with this deployment mode. */
const featureGates = (deploymentMode: string): Raw => object('osc-feature-gates', { data: { deploymentMode } });

const withInstaller = situationOf({ daemonSets: [object('osc-rpm-install')] });
const installedByDaemonSet: ObservedCluster = {
  ...withInstaller,
  snapshot: {
    ...withInstaller.snapshot,
    machineConfigPools: { state: { kind: 'forbidden', verb: 'list', trouble: { message: 'no' } }, items: new Map() },
  },
};

/** The cases of each check, by its ID. */
export const clusterCases: Readonly<Record<string, readonly Case[]>> = {
  'kubernetes-version': [
    ['the version is recent enough', situationOf({}, { packageManifest: offered() }), 'pass', /v1\.34\.1/],
    [
      'the version is too old',
      situationOf({}, { packageManifest: offered('stable', '1.12.0', '1.40.0') }),
      'fail',
      /too old/,
    ],
    [
      'no minimum version is required',
      situationOf({}, { packageManifest: offered('stable', '1.12.0', '') }),
      'none',
      /doesn't require a minimum version/,
    ],
    ['OLM is installing a CSV that requires a later version', clusterTooOld, 'fail', /v1\.34\.1 is too old/],
    ['the catalog has no release in the channel', situationOf(), 'unknown', /./],
    ['the version is unknown', situationOf({}, { kubeVersion: {}, packageManifest: offered() }), 'unknown', /./],
  ],
  'cluster-update': [
    [
      'no update is in progress',
      situationOf({ clusterVersions: [clusterVersion('4.21.9')] }),
      'pass',
      /No update in progress/,
    ],
    [
      'an update is in progress',
      situationOf({ clusterVersions: [clusterVersion('4.21.9', 'True')] }),
      'warn',
      /updated to 4\.21\.12/,
    ],
    ['no ClusterVersion exists', situationOf(), 'none', /No ClusterVersion/],
  ],
  'machine-config-pools': [
    ['pools exist', situationOf({ machineConfigPools: pools }), 'pass', /3 found/],
    [
      'the control plane is hosted',
      without(situationOf({}, { infrastructure: { controlPlaneTopology: 'External' } }), 'machineConfigPools'),
      'info',
      /Hosted control plane/,
    ],
    [
      'the control plane is hosted, and the pool kind exists without pools',
      situationOf({}, { infrastructure: { controlPlaneTopology: 'External' } }),
      'info',
      /Hosted control plane/,
    ],
    [
      'the control plane is hosted, and a feature gate allows a DaemonSet',
      situationOf(
        { configMaps: [featureGates('DaemonSetFallback')] },
        { infrastructure: { controlPlaneTopology: 'External' } },
      ),
      'info',
      /Hosted control plane/,
    ],
    [
      'the control plane is hosted, and a feature gate requires the Machine Config Operator',
      situationOf(
        { configMaps: [featureGates('MachineConfig')] },
        { infrastructure: { controlPlaneTopology: 'External' } },
      ),
      'fail',
      /Hosted control plane/,
    ],
    ['the cluster has no pool kind', without(situationOf(), 'machineConfigPools'), 'info', /None found/],
    ['a DaemonSet already installs Kata, and pools may not be listed', installedByDaemonSet, 'info', /None found/],
    ['no pools exist', situationOf(), 'fail', /None found/],
  ],
  workers: [
    ['all nodes are ready', workers(plainWorker('a'), plainWorker('b')), 'pass', /2 nodes ready/],
    [
      "a node isn't ready",
      workers(plainWorker('a'), plainWorker('b', {}, {}, 'Unknown')),
      'warn',
      /1 of 2 nodes isn't ready/,
    ],
    ['no worker nodes exist', workers(), 'fail', /No target nodes/],
    [
      'the selector matches no node',
      situationOf({
        nodes: [plainWorker('a')],
        machineConfigPools: pools,
        kataConfigs: [kataConfig(undefined, {}, {}, { kataConfigPoolSelector: { matchLabels: { zone: 'x' } } })],
      }),
      'fail',
      /No target nodes/,
    ],
  ],
  architecture: [
    [
      'all architectures are supported',
      workers(plainWorker('a'), plainWorker('z', { architecture: 's390x' })),
      'pass',
      /amd64 and s390x/,
    ],
    [
      "an architecture isn't supported",
      workers(plainWorker('a'), plainWorker('b', { architecture: 'arm64' })),
      'warn',
      /1 of 2 nodes/,
    ],
    ['no architecture is supported', workers(plainWorker('b', { architecture: 'arm64' })), 'fail', /No node/],
    ['the architecture is unknown', workers(plainWorker('b', { architecture: '' })), 'unknown', /./],
    ['no nodes exist', workers(), 'none', /./],
  ],
  'operating-system': [
    ['all nodes run RHCOS', workers(plainWorker('a')), 'pass', /RHCOS/],
    [
      'all nodes run RHEL',
      workers(plainWorker('a', { osImage: 'Red Hat Enterprise Linux 8.10 (Ootpa)' })),
      'fail',
      /All nodes run RHEL/,
    ],
    [
      'a node runs RHEL',
      workers(plainWorker('a'), plainWorker('b', { osImage: 'Red Hat Enterprise Linux Server 7.9 (Maipo)' })),
      'warn',
      /1 of 2 nodes/,
    ],
    [
      'the operating system is unknown',
      workers(plainWorker('a', { osImage: 'CentOS Stream CoreOS 9' })),
      'unknown',
      /./,
    ],
    ['no nodes exist', workers(), 'none', /./],
  ],
  'kata-health': [
    ["Kata isn't installed", situationOf({}), 'none', /isn't installed/],
    ['Kata is installed and runs', withHealth('False', '', { installed: ['a'] }), 'pass', /^Kata 1\/1$/],
    ['Kata is being installed', withHealth('True', 'Installing', { installing: ['a'] }), 'info', /a installing/],
    ['a node failed', withHealth('True', 'Failed', { failedToInstall: ['a'] }), 'fail', /a failed/],
    [
      'the log level is changed',
      withHealth('False', '', { installed: ['a'] }, { logLevel: 'debug' }),
      'warn',
      /log level debug/,
    ],
    [
      'pods block the removal',
      withHealth('True', 'BlockedByExistingKataPods', { installed: ['a'] }),
      'warn',
      /blocked by pods/,
    ],
  ],
  'pool-health': [
    ['all pools are healthy', situationOf({ machineConfigPools: pools }), 'pass', /No paused or degraded pools/],
    [
      'the worker pool is paused',
      situationOf({ machineConfigPools: [pool('worker', 'r', { paused: true }), pool('master', 'r')] }),
      'fail',
      /Pool worker/,
    ],
    [
      'the worker pool is degraded',
      situationOf({ machineConfigPools: [pool('worker', 'r', {}, degraded), pool('master', 'r')] }),
      'fail',
      /Pool worker/,
    ],
    [
      'another pool is paused',
      situationOf({
        machineConfigPools: [pool('worker', 'r'), pool('master', 'r'), pool('infra', 'r', { paused: true })],
      }),
      'warn',
      /Pool infra/,
    ],
    ['no pools exist', situationOf(), 'none', /./],
  ],
  'pending-update': [
    [
      'no pool has a pending update',
      situationOf({ machineConfigPools: [pool('worker', 'r', {}, [])] }),
      'pass',
      /None/,
    ],
    [
      'a pool is being updated',
      situationOf({ machineConfigPools: [pool('worker', 'r')] }),
      'warn',
      /Pool worker is being updated/,
    ],
    ['no pools exist', situationOf(), 'none', /./],
  ],
  'custom-pools': [
    ['no worker is in a custom pool', workers(plainWorker('a')), 'pass', /No conflicts/],
    [
      'a worker is in a custom pool',
      situationOf({
        nodes: [plainWorker('a', {}, { 'node-role.kubernetes.io/infra': '' })],
        machineConfigPools: [...pools, pool('infra', 'r')],
      }),
      'warn',
      /1 node is in another/,
    ],
    [
      'a worker is only in the Kata pool',
      workers(plainWorker('a', {}, { 'node-role.kubernetes.io/kata-oc': '' })),
      'pass',
      /No conflicts/,
    ],
  ],
  'node-eligibility': [
    [
      'all worker nodes are eligible',
      workers(plainWorker('a', {}, { 'feature.node.kubernetes.io/runtime.kata': 'true' })),
      'pass',
      /All/,
    ],
    [
      'some workers are eligible',
      workers(plainWorker('a', {}, { 'feature.node.kubernetes.io/runtime.kata': 'true' }), plainWorker('b')),
      'pass',
      /1 of 2/,
    ],
    [
      'eligibility is required and no worker is eligible',
      situationOf({
        nodes: [plainWorker('a')],
        machineConfigPools: pools,
        kataConfigs: [kataConfig(undefined, {}, {}, { checkNodeEligibility: true })],
      }),
      'fail',
      /The KataConfig requires eligible nodes/,
    ],
    [
      'the nodes have different TEE platforms',
      workers(
        plainWorker('a', {}, { ...eligible, 'intel.feature.node.kubernetes.io/tdx': 'true' }),
        plainWorker('b', {}, { ...eligible, 'amd.feature.node.kubernetes.io/snp': 'true' }),
      ),
      'warn',
      /different TEE platforms/,
    ],
    [
      'Node Feature Discovery found no eligible worker',
      workers(plainWorker('a', {}, { 'feature.node.kubernetes.io/cpu-model.id': '1' })),
      'warn',
      /didn't label any worker node as eligible/,
    ],
    [
      'OpenShift ignores the rule for Kata',
      situationOf(
        {
          nodes: [plainWorker('a', {}, { 'feature.node.kubernetes.io/cpu-model.id': '1' })],
          machineConfigPools: pools,
          clusterVersions: [clusterVersion('4.21.9')],
        },
        { nodeFeatureDiscovery: matchOnRule },
      ),
      'warn',
      /ignores the rule for Kata/,
    ],
    [
      'eligibility is required and OpenShift ignores the rule for Kata',
      situationOf(
        {
          nodes: [plainWorker('a')],
          machineConfigPools: pools,
          clusterVersions: [clusterVersion('4.21.9')],
          kataConfigs: [kataConfig(undefined, {}, {}, { checkNodeEligibility: true })],
        },
        { nodeFeatureDiscovery: matchOnRule },
      ),
      'fail',
      /ignores the rule for Kata/,
    ],
    [
      'configuration of Node Feature Discovery is not valid YAML',
      situationOf(
        { nodes: [plainWorker('a')], machineConfigPools: pools, clusterVersions: [clusterVersion('4.21.9')] },
        {
          nodeFeatureDiscovery: {
            operator: true,
            found: [{ name: 'nfd', namespace: 'openshift-nfd', kataRule: 'matchFeatures', configError: 4 }],
            rules: [],
          },
        },
      ),
      'warn',
      /Invalid Node Feature Discovery configuration/,
    ],
    [
      'OpenShift 4.14 reads the rule for Kata',
      situationOf(
        {
          nodes: [plainWorker('a', {}, { 'feature.node.kubernetes.io/cpu-model.id': '1' })],
          machineConfigPools: pools,
          clusterVersions: [clusterVersion('4.14.40')],
        },
        { nodeFeatureDiscovery: matchOnRule },
      ),
      'warn',
      /didn't label any worker node as eligible/,
    ],
    [
      'sandboxes run on every node with Kata',
      withSandboxes({ a: 'running', b: 'running' }),
      'pass',
      /^Kata is installed and runs pods on 2 of 2 nodes$/,
    ],
    [
      'sandboxes run on one of the nodes with Kata',
      withSandboxes({ a: 'running' }),
      'pass',
      /^Kata is installed on 2 of 2 nodes and runs pods on a$/,
    ],
    [
      'a node with Kata creates no sandbox',
      withSandboxes({ a: 'running', b: 'missing' }),
      'warn',
      /^1 pod without a sandbox on b$/,
    ],
    ['a pod is just starting', withSandboxes({ b: 'starting' }), 'unknown', /Can't determine whether/],
    ['Kata is installed and no pod runs', withSandboxes({}), 'unknown', /Can't determine whether/],
    ['only peer pods run', withSandboxes({ a: 'running' }, 'kata-remote'), 'unknown', /Can't determine whether/],
    [
      "Node Feature Discovery hasn't labeled the worker nodes",
      workers(plainWorker('a')),
      'unknown',
      /Can't determine whether/,
    ],
    [
      'the cluster runs on a cloud provider',
      situationOf({ nodes: [plainWorker('a')] }, { infrastructure: { platform: 'AWS' } }),
      'none',
      /peer pods on AWS/,
    ],
  ],
};
