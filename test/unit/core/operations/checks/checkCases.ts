/** The cases of the preflight checks. */
import { kataConfig, object, pool, pools } from '#test/support/cluster/clusterObjects.ts';
import {
  clusterVersion,
  csv,
  offered,
  plainWorker,
  situationOf,
  subscription,
  without,
} from '#test/support/operations/situations.ts';
import { awsData, type Case, degraded, deleting, group, kataPod, live, machine } from './checkSituations.ts';
import { openShiftCases } from './openShiftCases.ts';
import { namespace, peerPodsMap, source, withAccess, withHealth, withSandboxes, workers } from './checkSituations.ts';

/**
 * The cases of every preflight check, by its id: when it applies, the situation, the verdict, and words of the
 * headline.
 */
export const cases: Readonly<Record<string, readonly Case[]>> = {
  ...openShiftCases,
  'kubernetes-version': [
    ['the version is recent enough', situationOf({}, { packageManifest: offered() }), 'pass', /v1\.34\.1/],
    [
      'the version is too old',
      situationOf({}, { packageManifest: offered('stable', '1.12.0', '1.40.0') }),
      'fail',
      /too old/,
    ],
    ['no minimum version is required', situationOf(), 'none', /asks for none/],
    ['the version is unknown', situationOf({}, { kubeVersion: {}, packageManifest: offered() }), 'unknown', /./],
  ],
  'cluster-update': [
    ['no update is in progress', situationOf({ clusterVersions: [clusterVersion('4.21.9')] }), 'pass', /None/],
    [
      'an update is in progress',
      situationOf({ clusterVersions: [clusterVersion('4.21.9', 'True')] }),
      'warn',
      /updated to 4\.21\.12/,
    ],
    ['no ClusterVersion exists', situationOf(), 'none', /no ClusterVersion/],
  ],
  'machine-config-pools': [
    ['pools exist', situationOf({ machineConfigPools: pools }), 'pass', /There are 3/],
    [
      'the control plane is hosted',
      without(situationOf({}, { infrastructure: { controlPlaneTopology: 'External' } }), 'machineConfigPools'),
      'fail',
      /hosted elsewhere/,
    ],
    ['no pools exist', situationOf(), 'fail', /There are none/],
  ],
  workers: [
    ['all nodes are ready', workers(plainWorker('a'), plainWorker('b')), 'pass', /2 nodes, ready/],
    [
      "a node isn't ready",
      workers(plainWorker('a'), plainWorker('b', {}, {}, 'Unknown')),
      'warn',
      /1 of 2 nodes is not ready/,
    ],
    ['no worker nodes exist', workers(), 'fail', /No node/],
    [
      'the selector matches no node',
      situationOf({
        nodes: [plainWorker('a')],
        machineConfigPools: pools,
        kataConfigs: [kataConfig(undefined, {}, {}, { kataConfigPoolSelector: { matchLabels: { zone: 'x' } } })],
      }),
      'fail',
      /No node/,
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
    ['Kata is installed and runs', withHealth('False', '', { installed: ['a'] }), 'pass', /^kata 1\/1$/],
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
    ['all pools are healthy', situationOf({ machineConfigPools: pools }), 'pass', /None/],
    [
      'the worker pool is paused',
      situationOf({ machineConfigPools: [pool('worker', 'r', { paused: true }), pool('master', 'r')] }),
      'fail',
      /pool worker/,
    ],
    [
      'the worker pool is degraded',
      situationOf({ machineConfigPools: [pool('worker', 'r', {}, degraded), pool('master', 'r')] }),
      'fail',
      /pool worker/,
    ],
    [
      'another pool is paused',
      situationOf({
        machineConfigPools: [pool('worker', 'r'), pool('master', 'r'), pool('infra', 'r', { paused: true })],
      }),
      'warn',
      /pool infra/,
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
      /pool worker is being updated/,
    ],
    ['no pools exist', situationOf(), 'none', /./],
  ],
  'custom-pools': [
    ['no worker is in a custom pool', workers(plainWorker('a')), 'pass', /None/],
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
      /None/,
    ],
  ],
  'node-eligibility': [
    [
      'all workers are eligible',
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
      /asks for it/,
    ],
    [
      'Node Feature Discovery found no eligible worker',
      workers(plainWorker('a', {}, { 'feature.node.kubernetes.io/cpu-model.id': '1' })),
      'warn',
      /no worker eligible/,
    ],
    [
      'sandboxes run on every node with Kata',
      withSandboxes({ a: 'running', b: 'running' }),
      'pass',
      /^Kata is installed on 2 of 2 nodes, and pods run there$/,
    ],
    [
      'sandboxes run on one of the nodes with Kata',
      withSandboxes({ a: 'running' }),
      'pass',
      /^Kata is installed on 2 of 2 nodes, and pods run on a$/,
    ],
    [
      'a node with Kata creates no sandbox',
      withSandboxes({ a: 'running', b: 'missing' }),
      'warn',
      /^1 pod without sandbox on b$/,
    ],
    ['a pod is just starting', withSandboxes({ b: 'starting' }), 'unknown', /Not known whether/],
    ['Kata is installed and no pod runs', withSandboxes({}), 'unknown', /Not known whether/],
    ['only peer pods run', withSandboxes({ a: 'running' }, 'kata-remote'), 'unknown', /Not known whether/],
    ["Node Feature Discovery hasn't labeled the workers", workers(plainWorker('a')), 'unknown', /Not known whether/],
    [
      'the cluster runs on a cloud provider',
      situationOf({ nodes: [plainWorker('a')] }, { infrastructure: { platform: 'AWS' } }),
      'none',
      /peer pods on AWS/,
    ],
  ],
  catalogue: [
    [
      'a catalog offers the package',
      situationOf({}, { packageManifest: offered(), catalogues: source('READY') }),
      'pass',
      /Red Hat Operators/,
    ],
    [
      'the catalog lost its connection',
      situationOf({}, { packageManifest: offered(), catalogues: source('TRANSIENT_FAILURE') }),
      'warn',
      /not connected/,
    ],
    [
      'the default catalogs are disabled',
      situationOf({}, { catalogues: { sources: [], hub: { disableAllDefaultSources: true, sources: [] } } }),
      'fail',
      /No catalogue offers/,
    ],
    [
      'the catalog is missing after an install',
      situationOf({
        subscriptions: [subscription('stable', 'redhat-operators', 'sandboxed-containers-operator.v1.12.0')],
      }),
      'warn',
      /No catalogue offers/,
    ],
  ],
  channel: [
    ['the channel exists', situationOf({}, { packageManifest: offered() }), 'pass', /stable: 1\.12\.0/],
    [
      'the catalog has no stable channel',
      situationOf({}, { packageManifest: offered('fast') }),
      'warn',
      /no channel stable/,
    ],
    [
      'the channel of the subscription no longer exists',
      situationOf({ subscriptions: [subscription('preview-1.0')] }, { packageManifest: offered() }),
      'fail',
      /no channel preview-1\.0/,
    ],
    [
      'the subscription uses another catalog',
      situationOf({ subscriptions: [subscription('mine', 'mirror')] }, { packageManifest: offered() }),
      'warn',
      /no channel mine/,
    ],
    ['no catalog offers the package', situationOf(), 'none', /./],
  ],
  'operator-group': [
    ["the operator isn't installed", situationOf(), 'none', /none yet/],
    [
      'the operator group targets the operator namespace',
      situationOf({ operatorGroups: [group('g', [namespace])] }),
      'pass',
      /g/,
    ],
    [
      'a subscription exists without an operator group',
      situationOf({ subscriptions: [subscription()] }),
      'fail',
      /none/,
    ],
    [
      'two operator groups exist',
      situationOf({ operatorGroups: [group('g', [namespace]), group('h', [namespace])] }),
      'fail',
      /There are 2/,
    ],
    [
      'the operator group targets all namespaces',
      situationOf({ operatorGroups: [object('g', { spec: {}, status: { namespaces: [''] } })] }),
      'fail',
      /all namespaces/,
    ],
    [
      'the operator group targets another namespace',
      situationOf({ operatorGroups: [group('g', ['openshft-sandboxed-containers-operator'])] }),
      'fail',
      /another namespace/,
    ],
    ["OLM isn't installed", without(situationOf(), 'operatorGroups'), 'fail', /no Operator Lifecycle Manager/],
  ],
  'subscription-elsewhere': [
    ['no other subscription exists', situationOf(), 'pass', /None/],
    [
      'a subscription exists in another namespace',
      situationOf(
        {},
        {
          subscriptionsElsewhere: {
            found: [
              {
                ...live,
                namespace: 'openshift-operators',
                package: 'x',
                channel: '',
                source: '',
                sourceNamespace: '',
                approval: '',
                conditions: [],
              },
            ],
          },
        },
      ),
      'fail',
      /One in openshift-operators/,
    ],
  ],
  'cluster-extension': [
    ['no ClusterExtension exists', situationOf(), 'pass', /None/],
    [
      'a ClusterExtension exists',
      situationOf({}, { clusterExtension: { found: [{ ...live, conditions: [] }] } }),
      'fail',
      /OLM v1/,
    ],
    [
      'a ClusterExtension and a subscription exist',
      situationOf({ subscriptions: [subscription()] }, { clusterExtension: { found: [{ ...live, conditions: [] }] } }),
      'fail',
      /two ways/,
    ],
  ],
  leftovers: [
    ['no resources are left over', situationOf(), 'pass', /None/],
    [
      'a label and a machine config are left over',
      situationOf({
        nodes: [plainWorker('a', {}, { 'node-role.kubernetes.io/kata-oc': '' })],
        machineConfigs: [object('50-enable-sandboxed-containers-extension')],
      }),
      'warn',
      /2 things/,
    ],
    [
      'a runtime class remains without the KataConfig CRD',
      without(situationOf({ runtimeClasses: [object('kata', { handler: 'kata' })] }), 'kataConfigs'),
      'warn',
      /1 thing/,
    ],
    [
      'a KataConfig exists',
      situationOf({ kataConfigs: [kataConfig(undefined)], runtimeClasses: [object('kata')] }),
      'none',
      /./,
    ],
    [
      'a KataConfig is being deleted without an operator',
      situationOf({ kataConfigs: [kataConfig(undefined, {}, {}, {}, { deletionTimestamp: '2026-11-21T22:32:15Z' })] }),
      'fail',
      /is being deleted/,
    ],
  ],
  'stray-release': [
    ['no CSV exists', situationOf(), 'pass', /None/],
    [
      'the CSV has a subscription',
      situationOf({ clusterServiceVersions: [csv()], subscriptions: [subscription()] }),
      'pass',
      /None/,
    ],
    ['the CSV has no subscription', situationOf({ clusterServiceVersions: [csv()] }), 'fail', /v1\.12\.0 has none/],
    [
      'the CSV belongs to another operator',
      situationOf({ clusterServiceVersions: [object('nfd.v1')] }),
      'pass',
      /None/,
    ],
  ],
  'operator-namespace': [
    ["the namespace doesn't exist", situationOf(), 'pass', /not there yet/],
    [
      'the namespace exists',
      situationOf({}, { operatorNamespace: { found: { ...live, phase: 'Active', labels: {}, conditions: [] } } }),
      'pass',
      /Is there/,
    ],
    [
      'the namespace is terminating',
      situationOf(
        {},
        {
          operatorNamespace: {
            found: {
              ...live,
              deleting: 1,
              phase: 'Terminating',
              labels: {},
              conditions: [{ type: 'NamespaceFinalizersRemaining', status: 'True', reason: '', message: 'peerpods' }],
            },
          },
        },
      ),
      'fail',
      /being removed/,
    ],
  ],
  'kataconfig-kind': [
    ["the CRD doesn't exist", situationOf(), 'pass', /not there yet/],
    [
      'the CRD exists',
      situationOf(
        {},
        {
          kataConfigCrd: {
            found: { ...live, versions: [{ name: 'v1', served: true, storage: true }], conditions: [], finalizers: [] },
          },
        },
      ),
      'pass',
      /Is there/,
    ],
    [
      'the CRD is terminating',
      situationOf(
        {},
        { kataConfigCrd: { found: { ...live, deleting: 1, versions: [], conditions: [], finalizers: [] } } },
      ),
      'fail',
      /being removed/,
    ],
  ],
  webhook: [
    [
      'a webhook pod is ready',
      situationOf({ clusterServiceVersions: [csv()] }, { webhookEndpoints: { service: 's', ready: 1 } }),
      'pass',
      /Has a pod that is ready/,
    ],
    ['no webhook pod is ready', situationOf({ clusterServiceVersions: [csv()] }), 'warn', /Nobody answers/],
    [
      'the webhook service might have another name',
      situationOf({ clusterServiceVersions: [csv()] }, { webhookEndpoints: { service: 's', ready: 0, unheard: true } }),
      'unknown',
      /./,
    ],
    [
      'the operator is being installed',
      situationOf({ clusterServiceVersions: [csv('Installing')] }),
      'none',
      /not there yet/,
    ],
    ["the operator isn't installed", situationOf(), 'none', /not installed/],
  ],
  'rights-look': [
    ['all permissions are granted', situationOf(), 'pass', /You have all/],
    [
      'a permission is missing',
      situationOf({}, { access: withAccess('list nodes') }),
      'warn',
      /You may not list nodes/,
    ],
  ],
  'rights-install': [
    ['all permissions are granted', situationOf(), 'pass', /You have all/],
    [
      'a permission is missing',
      situationOf({}, { access: withAccess('create subscriptions') }),
      'fail',
      /You may not create subscriptions\.operators\.coreos\.com in openshift-sandboxed/,
    ],
    [
      'a permission is missing and the operator is installed',
      situationOf({ clusterServiceVersions: [csv()] }, { access: withAccess('create subscriptions') }),
      'warn',
      /You may not/,
    ],
    [
      'a permission is unknown',
      situationOf({}, { access: { allowed: new Map([['create kataconfigs', true]]) } }),
      'unknown',
      /./,
    ],
  ],
  'rights-configure': [
    ['all permissions are granted', situationOf(), 'pass', /./],
    [
      'two permissions are missing',
      situationOf({}, { access: withAccess('patch nodes', 'patch kataconfigs') }),
      'warn',
      /2 of \d+ rights missing/,
    ],
  ],
  'rights-uninstall': [
    ['all permissions are granted', situationOf(), 'pass', /./],
    [
      'a permission is missing',
      situationOf({}, { access: withAccess('delete clusterserviceversions') }),
      'warn',
      /You may not delete/,
    ],
  ],
  'rights-diagnose': [
    ['all permissions are granted', situationOf(), 'pass', /./],
    [
      'a permission is missing',
      situationOf({}, { access: withAccess('create serviceaccounts/token') }),
      'warn',
      /serviceaccounts\/token/,
    ],
  ],
  'peer-pods-configmap': [
    ["peer pods aren't enabled", situationOf(), 'none', /./],
    ['the ConfigMap is complete', situationOf({ configMaps: [peerPodsMap(awsData)] }), 'pass', /aws, complete/],
    [
      'a required key is empty',
      situationOf({ configMaps: [peerPodsMap({ ...awsData, AWS_VPC_ID: '' })] }),
      'fail',
      /Lacks AWS_VPC_ID/,
    ],
    [
      "peer pods are enabled and the ConfigMap doesn't exist",
      situationOf({ kataConfigs: [kataConfig(undefined, {}, {}, { enablePeerPods: true })] }),
      'fail',
      /not there/,
    ],
  ],
  'peer-pods-secret': [
    ["peer pods aren't enabled", situationOf(), 'none', /./],
    [
      'the Secret is complete',
      situationOf(
        { configMaps: [peerPodsMap(awsData)] },
        { peerPodsSecretKeys: { found: { set: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'], empty: [] } } },
      ),
      'pass',
      /aws/,
    ],
    [
      'the Secret uses an AWS role',
      situationOf(
        { configMaps: [peerPodsMap(awsData)] },
        { peerPodsSecretKeys: { found: { set: ['AWS_ROLE_ARN', 'AWS_WEB_IDENTITY_TOKEN_FILE'], empty: [] } } },
      ),
      'pass',
      /aws/,
    ],
    [
      'a required key is empty',
      situationOf(
        { configMaps: [peerPodsMap(awsData)] },
        { peerPodsSecretKeys: { found: { set: ['AWS_ACCESS_KEY_ID'], empty: ['AWS_SECRET_ACCESS_KEY'] } } },
      ),
      'fail',
      /Lacks AWS_SECRET_ACCESS_KEY/,
    ],
    ["the Secret doesn't exist", situationOf({ configMaps: [peerPodsMap(awsData)] }), 'fail', /not there/],
    [
      'the cloud provider is unknown',
      situationOf({ configMaps: [peerPodsMap({})] }, { peerPodsSecretKeys: { found: { set: [], empty: [] } } }),
      'unknown',
      /depends on CLOUD_PROVIDER/,
    ],
  ],
  'kata-pods': [
    ['no pods use Kata', situationOf(), 'pass', /none/],
    [
      'a pod uses Kata',
      situationOf({ kataConfigs: [kataConfig(undefined)] }, { kataPods: { pods: [kataPod], cut: false } }),
      'pass',
      /There is 1 pod/,
    ],
    [
      'a Kata pod blocks the uninstall',
      situationOf(
        { kataConfigs: [kataConfig(undefined, {}, {}, {}, deleting)] },
        { kataPods: { pods: [kataPod], cut: false } },
      ),
      'fail',
      /uninstall waits/,
    ],
    [
      'a Kata pod exists without a KataConfig',
      situationOf({}, { kataPods: { pods: [kataPod], cut: false } }),
      'warn',
      /no KataConfig/,
    ],
  ],
  'virtual-machines': [
    ['no VM blocks a drain', situationOf(), 'pass', /None/],
    [
      "a VM can't be live-migrated",
      situationOf({}, { virtualMachines: { fixed: [machine], cut: false } }),
      'warn',
      /1 virtual machine/,
    ],
  ],
  'disruption-budgets': [
    ['no PodDisruptionBudget blocks evictions', situationOf(), 'pass', /None/],
    [
      'a PodDisruptionBudget allows no eviction',
      situationOf(
        {},
        {
          disruptionBudgets: {
            tight: [{ ...live, namespace: 'shop', expectedPods: 1, currentHealthy: 1, desiredHealthy: 1 }],
            cut: false,
          },
        },
      ),
      'warn',
      /One allows no eviction/,
    ],
  ],
};
