/** Defines the cases of the checks about support levels, GPUs, FIPS mode, and capacity. */
import { kataConfig, object, pools, type Raw } from '#test/support/cluster/clusterObjects.ts';
import { clusterVersion, offered, plainWorker, situationOf, type Values } from '#test/support/operations/situations.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { awsData, type Case, kataPod, live, peerPodsMap } from './checkSituations.ts';
import { parseQuantity } from '#core/common/quantity.ts';

const gpuLabels = { 'nvidia.com/gpu.present': 'true' };
const node = (name: string, allocatable: Raw, labels: Raw = {}, architecture = 'amd64'): Raw => {
  const raw = plainWorker(name, { architecture }, labels);
  const status = raw['status'];
  return { ...raw, status: { ...(typeof status === 'object' ? status : {}), allocatable } };
};
const full = { memory: '64Gi', cpu: '16', pods: '250' };

/** Creates a cluster with these nodes that OSC 1.12 would be installed on. */
const clusterOf = (nodes: readonly Raw[], values: Values = {}, version = '4.21.9', data?: Raw): ObservedCluster =>
  situationOf(
    {
      nodes,
      machineConfigPools: pools,
      clusterVersions: [clusterVersion(version)],
      ...(data === undefined ? {} : { configMaps: [peerPodsMap(data)] }),
    },
    { packageManifest: offered(), ...values },
  );
const on = (platform: string): Values => ({ infrastructure: { platform } });
const gpuNode = node('a', full, gpuLabels);
const enabled: Values = { fips: { settings: [{ config: '99-worker-fips', isEnabled: true }] } };

/** Creates the requests of node a. */
const requested = (memory: string, cpu = '0', pods = 0): Values => ({
  kataPods: {
    pods: [],
    cut: false,
    requests: new Map([['a', { memory: parseQuantity(memory) ?? 0n, cpu: parseQuantity(cpu) ?? 0n, pods }]]),
  },
});
const smallClass = object('kata', { handler: 'kata', overhead: { podFixed: { memory: '160Mi', cpu: '250m' } } });

/** Cases by the ID of the check. */
export const capacityCases: Readonly<Record<string, readonly Case[]>> = {
  fips: [
    ['FIPS mode is disabled', clusterOf([plainWorker('a')]), 'none', /disabled/],
    [
      'the MachineConfig disables FIPS mode',
      clusterOf([plainWorker('a')], { fips: { settings: [{ config: 'rendered-worker-1', isEnabled: false }] } }),
      'none',
      /disabled/,
    ],
    ['Kata runs on x86_64', clusterOf([plainWorker('a')], enabled), 'pass', /enabled/],
    ['peer pods are configured', clusterOf([plainWorker('a')], enabled, '4.21.9', awsData), 'warn', /enabled/],
    ['a node is s390x', clusterOf([plainWorker('a', { architecture: 's390x' })], enabled), 'warn', /enabled/],
    [
      'the release has no evaluated documentation',
      clusterOf([plainWorker('a')], { ...enabled, packageManifest: offered('stable', '1.11.0') }, '4.21.9', awsData),
      'info',
      /enabled/,
    ],
  ],
  gpu: [
    ['no node has a GPU', clusterOf([node('a', { ...full, 'nvidia.com/gpu': '0' })]), 'none', /No target nodes/],
    [
      "the number of GPUs can't be read",
      clusterOf([node('a', { ...full, 'nvidia.com/gpu': 'x' })]),
      'none',
      /No target nodes/,
    ],
    [
      'a node is labeled',
      clusterOf([gpuNode], on('BareMetal')),
      'info',
      /^Bare metal, NVIDIA H100: Technology Preview$/,
    ],
    [
      'a node has an allocatable GPU',
      clusterOf([node('a', { ...full, 'nvidia.com/gpu': '2' }), plainWorker('b')], on('Azure')),
      'info',
      /^Azure, NVIDIA H100: Developer Preview$/,
    ],
    [
      'OpenShift is older',
      clusterOf([gpuNode], on('BareMetal'), '4.20.18'),
      'info',
      /^Bare metal, NVIDIA H100: not offered$/,
    ],
    ['the platform is AWS', clusterOf([gpuNode], on('AWS')), 'info', /^AWS, NVIDIA H100: not offered$/],
    ['the platform is unknown', clusterOf([gpuNode], on('VSphere')), 'info', /^VSphere, NVIDIA H100: not documented$/],
    [
      'the architectures differ',
      clusterOf([gpuNode, node('z', full, gpuLabels, 's390x')]),
      'info',
      /^Bare metal, NVIDIA H100: Technology Preview and IBM Z bare metal, NVIDIA H100: not offered$/,
    ],
  ],
  'support-level': [
    [
      'the platform is generally available',
      clusterOf([plainWorker('a')]),
      'pass',
      /^Bare metal: General Availability$/,
    ],
    ['the documentation contradicts itself', clusterOf([plainWorker('a')], on('AWS')), 'info', /^AWS: General/],
    ['peer pods run on IBM Z', clusterOf([node('z', full, {}, 's390x')], {}, '4.21.9', awsData), 'pass', /IBM Z peer/],
    ['the platform is unknown', clusterOf([plainWorker('a')], on('None')), 'info', /^Other platform: not documented$/],
    [
      'the documentation does not list the platform',
      clusterOf([plainWorker('a')], on('Nutanix')),
      'info',
      /^Nutanix: not documented$/,
    ],
    ["the version isn't listed", clusterOf([plainWorker('a')], {}, '4.22.1'), 'info', /^Bare metal: not documented$/],
    [
      'the release has no evaluated documentation',
      clusterOf([plainWorker('a')], { packageManifest: offered('stable', '1.11.0') }),
      'info',
      /^Bare metal: General Availability$/,
    ],
    ['no nodes exist', clusterOf([]), 'none', /./],
  ],
  'node-capacity': [
    // (64Gi - 10Gi) / (2Gi + 350Mi) = 23.06, and 64Gi / 2398Mi = 27.3 on the other node.
    [
      'pods fit',
      clusterOf([node('a', full), node('b', full)], requested('10Gi', '1', 20)),
      'pass',
      /^Free memory for 50 pods on 2 nodes$/,
    ],
    ['few CPUs are free', clusterOf([node('a', full)], requested('0', '15500m')), 'pass', /for 2 pods on 1 node$/],
    ['a pod fits exactly', clusterOf([node('a', full)], requested('63138Mi')), 'pass', /for 1 pod on 1 node$/],
    [
      "the VM doesn't fit",
      clusterOf([node('a', full)], requested('63139Mi')),
      'info',
      /No node has enough free memory/,
    ],
    ["the overhead doesn't fit", clusterOf([node('a', full)], requested('65187Mi')), 'warn', /^No node has free/],
    ['too much is requested', clusterOf([node('a', full)], requested('70Gi')), 'warn', /^No node has free/],
    ['too many pods run', clusterOf([node('a', full)], requested('0', '0', 250)), 'warn', /^No node has free/],
    [
      'the runtime class has another overhead',
      situationOf(
        { nodes: [node('a', full)], machineConfigPools: pools, runtimeClasses: [smallClass] },
        requested('63138Mi'),
      ),
      'pass',
      /for 1 pod /,
    ],
    ['no node reports its resources', clusterOf([plainWorker('a')], requested('0')), 'unknown', /./],
    [
      'a node reports no resources',
      clusterOf([node('a', full), plainWorker('b')], requested('0')),
      'pass',
      /for 27 pods on 1 node$/,
    ],
    [
      'not all pods were read',
      clusterOf([node('a', full)], { kataPods: { pods: [kataPod], cut: true } }),
      'unknown',
      /./,
    ],
    ['no nodes exist', clusterOf([], requested('0')), 'none', /./],
  ],
  'peer-pods-capacity': [
    ["peer pods aren't configured", clusterOf([node('a', full)]), 'none', /aren't configured/],
    [
      "the limit isn't set",
      clusterOf([node('a', { ...full, 'kata.peerpods.io/vm': '10' }), node('b', full)], {}, '4.21.9', awsData),
      'info',
      /^Up to 20 pod VMs on 2 nodes$/,
    ],
    [
      'the limit is set',
      clusterOf([node('a', full)], {}, '4.21.9', { ...awsData, PEERPODS_LIMIT_PER_NODE: '3' }),
      'info',
      /^Up to 3 pod VMs on 1 node$/,
    ],
    [
      'the nodes offer fewer pod VMs than the limit allows',
      clusterOf([node('a', { ...full, 'kata.peerpods.io/vm': '0' })], {}, '4.21.9', awsData),
      'info',
      /^Up to 0 pod VMs on 1 node$/,
    ],
    [
      'the effect of the limit is unknown',
      clusterOf([node('a', full)], {}, '4.21.9', { ...awsData, PEERPODS_LIMIT_PER_NODE: '-1' }),
      'info',
      /^PEERPODS_LIMIT_PER_NODE: -1$/,
    ],
    [
      'peer pods are enabled without the ConfigMap',
      situationOf({ nodes: [node('a', full)], kataConfigs: [kataConfig(undefined, {}, {}, { enablePeerPods: true })] }),
      'none',
      /aren't configured/,
    ],
  ],
};

/** A cluster with peer pods on AWS, with its region and instance types. */
export const awsPeerPods = clusterOf(
  [node('a', { ...full, 'kata.peerpods.io/vm': '10' }), node('b', full)],
  {},
  '4.21.9',
  { ...awsData, PODVM_INSTANCE_TYPE: 't3.medium', PODVM_INSTANCE_TYPES: 't2.small,t2.medium,t3.large' },
);
/** A cluster with 5,000 nodes, of which only some have free memory. */
export const largeCluster = clusterOf(
  Array.from({ length: 5000 }, (_, index) => node(`worker-${index}`, full)),
  { kataPods: { pods: [{ ...live, ...kataPod }], cut: false, requests: new Map() } },
);
