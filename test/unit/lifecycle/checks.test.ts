/** Every check: what passes, what fails, what is not known. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Finding, Verdict } from '../../../core/lifecycle/check.ts';
import { checks } from '../../../core/lifecycle/checks/index.ts';
import type { FactValue } from '../../../core/lifecycle/facts/index.ts';
import { rights } from '../../../core/lifecycle/rights.ts';
import type { Situation } from '../../../core/lifecycle/situation.ts';
import { kataConfig, object, pool, pools, type Raw } from '../live/liveObjects.ts';
import { clusterVersion, csv, offered, plainWorker, situationOf, subscription, unseenSituation, without } from './situations.ts';

const namespace = 'openshift-sandboxed-containers-operator';

type Case = readonly [what: string, situation: Situation, verdict: Verdict, words: RegExp];

const workers = (...nodes: readonly Raw[]): Situation => situationOf({ nodes, machineConfigPools: pools });
const versioned = (version: string, values: Parameters<typeof situationOf>[1] = { packageManifest: offered() }): Situation =>
  situationOf({ clusterVersions: [clusterVersion(version)] }, values);
const withAccess = (...missing: readonly string[]): FactValue<'access'> => ({ allowed: new Map(rights.map(({ id }) => [id, !missing.includes(id)])) });
const live = { uid: 'u', name: 'x', resourceVersion: '1' };
const peerPodsMap = (data: Raw): Raw => object('peer-pods-cm', { data });
const awsData = { CLOUD_PROVIDER: 'aws', AWS_REGION: 'eu-west-1', AWS_SUBNET_ID: 's', AWS_VPC_ID: 'v', AWS_SG_IDS: 'g' };
const deleting = { deletionTimestamp: '2026-11-01T11:00:00Z' };
const kataPod = { ...live, name: 'web-1', namespace: 'shop', runtimeClass: 'kata', phase: 'Running' };
const source = (state: string): FactValue<'catalogues'> => ({ sources: [{ ...live, name: 'redhat-operators', displayName: 'Red Hat Operators', state }] });
const group = (name: string, targetNamespaces: readonly string[]): Raw =>
  object(name, { spec: { targetNamespaces }, status: { namespaces: targetNamespaces } });
const machine = { ...live, namespace: 'vms', reason: 'DisksNotLiveMigratable', message: 'a disk is not shared' };
const degraded = [{ type: 'Degraded', status: 'True', reason: '1 nodes are reporting degraded status', message: 'disk full' }];

const cases: Readonly<Record<string, readonly Case[]>> = {
  'openshift-version': [
    ['listed', versioned('4.20.18'), 'pass', /OpenShift 4\.20\.18, for OSC 1\.12/],
    ['the newest of the table', versioned('4.21.30'), 'pass', /4\.21\.30/],
    ['older than the table', versioned('4.18.37'), 'fail', /too old/],
    ['of its minor version too early', versioned('4.21.3'), 'warn', /older than what the table names/],
    ['a candidate of the first', versioned('4.21.9-rc.1'), 'warn', /older than what the table names/],
    ['after the table', versioned('4.22.1'), 'unknown', /not in the table/],
    ['no version', versioned('nightly'), 'unknown', /not a version/],
    ['of a release without a table', versioned('4.20.18', { packageManifest: offered('stable', '1.10.1') }), 'unknown', /no table is known for OSC 1\.10/],
    ['of no release', versioned('4.20.18', {}), 'unknown', /the release of OSC is not known/],
    [
      'the installed release counts',
      { ...situationOf({ clusterVersions: [clusterVersion('4.20.18')], clusterServiceVersions: [csv()] }) },
      'pass',
      /OSC 1\.12/,
    ],
    ['no OpenShift', without(situationOf(), 'clusterVersions'), 'fail', /no OpenShift/],
  ],
  'kubernetes-version': [
    ['new enough', situationOf({}, { packageManifest: offered() }), 'pass', /v1\.34\.1/],
    ['too old', situationOf({}, { packageManifest: offered('stable', '1.12.0', '1.40.0') }), 'fail', /too old/],
    ['nobody asks', situationOf(), 'none', /asks for none/],
    ['not said', situationOf({}, { kubeVersion: {}, packageManifest: offered() }), 'unknown', /./],
  ],
  'cluster-update': [
    ['none', situationOf({ clusterVersions: [clusterVersion('4.21.9')] }), 'pass', /None/],
    ['under way', situationOf({ clusterVersions: [clusterVersion('4.21.9', 'True')] }), 'warn', /updated to 4\.21\.12/],
    ['no ClusterVersion', situationOf(), 'none', /no ClusterVersion/],
  ],
  'machine-config-pools': [
    ['there', situationOf({ machineConfigPools: pools }), 'pass', /There are 3/],
    ['a hosted cluster', without(situationOf({}, { infrastructure: { controlPlaneTopology: 'External' } }), 'machineConfigPools'), 'fail', /hosted elsewhere/],
    ['none at all', situationOf(), 'fail', /There are none/],
  ],
  workers: [
    ['ready', workers(plainWorker('a'), plainWorker('b')), 'pass', /2 nodes, ready/],
    ['one away', workers(plainWorker('a'), plainWorker('b', {}, {}, 'Unknown')), 'warn', /1 of 2 nodes is not ready/],
    ['none', workers(), 'fail', /No node/],
    [
      'the selector selects none',
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
    ['supported', workers(plainWorker('a'), plainWorker('z', { architecture: 's390x' })), 'pass', /amd64 and s390x/],
    ['one not', workers(plainWorker('a'), plainWorker('b', { architecture: 'arm64' })), 'warn', /1 of 2 nodes/],
    ['none', workers(plainWorker('b', { architecture: 'arm64' })), 'fail', /No node/],
    ['not said', workers(plainWorker('b', { architecture: '' })), 'unknown', /./],
    ['no nodes', workers(), 'none', /./],
  ],
  'operating-system': [
    ['RHCOS', workers(plainWorker('a')), 'pass', /RHCOS/],
    ['all RHEL', workers(plainWorker('a', { osImage: 'Red Hat Enterprise Linux 8.10 (Ootpa)' })), 'fail', /All nodes run RHEL/],
    ['one RHEL', workers(plainWorker('a'), plainWorker('b', { osImage: 'Red Hat Enterprise Linux Server 7.9 (Maipo)' })), 'warn', /1 of 2 nodes/],
    ['something else', workers(plainWorker('a', { osImage: 'CentOS Stream CoreOS 9' })), 'unknown', /./],
    ['no nodes', workers(), 'none', /./],
  ],
  'pool-health': [
    ['well', situationOf({ machineConfigPools: pools }), 'pass', /None/],
    ['workers are paused', situationOf({ machineConfigPools: [pool('worker', 'r', { paused: true }), pool('master', 'r')] }), 'fail', /pool worker/],
    ['workers are degraded', situationOf({ machineConfigPools: [pool('worker', 'r', {}, degraded), pool('master', 'r')] }), 'fail', /pool worker/],
    [
      'another is paused',
      situationOf({ machineConfigPools: [pool('worker', 'r'), pool('master', 'r'), pool('infra', 'r', { paused: true })] }),
      'warn',
      /pool infra/,
    ],
    ['none', situationOf(), 'none', /./],
  ],
  'pending-update': [
    ['none', situationOf({ machineConfigPools: [pool('worker', 'r', {}, [])] }), 'pass', /None/],
    ['one', situationOf({ machineConfigPools: [pool('worker', 'r')] }), 'warn', /pool worker is being updated/],
    ['no pools', situationOf(), 'none', /./],
  ],
  'custom-pools': [
    ['none', workers(plainWorker('a')), 'pass', /None/],
    [
      'a worker of another pool',
      situationOf({ nodes: [plainWorker('a', {}, { 'node-role.kubernetes.io/infra': '' })], machineConfigPools: [...pools, pool('infra', 'r')] }),
      'warn',
      /1 node is in another/,
    ],
    ['of kata itself', workers(plainWorker('a', {}, { 'node-role.kubernetes.io/kata-oc': '' })), 'pass', /None/],
  ],
  'node-eligibility': [
    ['all', workers(plainWorker('a', {}, { 'feature.node.kubernetes.io/runtime.kata': 'true' })), 'pass', /All/],
    ['some', workers(plainWorker('a', {}, { 'feature.node.kubernetes.io/runtime.kata': 'true' }), plainWorker('b')), 'pass', /1 of 2/],
    [
      'asked for, and none',
      situationOf({ nodes: [plainWorker('a')], machineConfigPools: pools, kataConfigs: [kataConfig(undefined, {}, {}, { checkNodeEligibility: true })] }),
      'fail',
      /asks for it/,
    ],
    ['NFD found none', workers(plainWorker('a', {}, { 'feature.node.kubernetes.io/cpu-model.id': '1' })), 'warn', /no worker eligible/],
    ['nobody looked', workers(plainWorker('a')), 'unknown', /Not known whether/],
    ['a cloud', situationOf({ nodes: [plainWorker('a')] }, { infrastructure: { platform: 'AWS' } }), 'none', /peer pods on AWS/],
  ],
  catalogue: [
    ['offers it', situationOf({}, { packageManifest: offered(), catalogues: source('READY') }), 'pass', /Red Hat Operators/],
    ['was connected once', situationOf({}, { packageManifest: offered(), catalogues: source('TRANSIENT_FAILURE') }), 'warn', /not connected/],
    ['switched off', situationOf({}, { catalogues: { sources: [], hub: { disableAllDefaultSources: true, sources: [] } } }), 'fail', /No catalogue offers/],
    [
      'gone after an install',
      situationOf({ subscriptions: [subscription('stable', 'redhat-operators', 'sandboxed-containers-operator.v1.12.0')] }),
      'warn',
      /No catalogue offers/,
    ],
  ],
  channel: [
    ['there', situationOf({}, { packageManifest: offered() }), 'pass', /stable: 1\.12\.0/],
    ['another for us', situationOf({}, { packageManifest: offered('fast') }), 'warn', /no channel stable/],
    [
      'gone under a Subscription',
      situationOf({ subscriptions: [subscription('preview-1.0')] }, { packageManifest: offered() }),
      'fail',
      /no channel preview-1\.0/,
    ],
    ['of another catalogue', situationOf({ subscriptions: [subscription('mine', 'mirror')] }, { packageManifest: offered() }), 'warn', /no channel mine/],
    ['no package', situationOf(), 'none', /./],
  ],
  'operator-group': [
    ['before an install', situationOf(), 'none', /none yet/],
    ['right', situationOf({ operatorGroups: [group('g', [namespace])] }), 'pass', /g/],
    ['none for a Subscription', situationOf({ subscriptions: [subscription()] }), 'fail', /none/],
    ['two', situationOf({ operatorGroups: [group('g', [namespace]), group('h', [namespace])] }), 'fail', /There are 2/],
    ['all namespaces', situationOf({ operatorGroups: [object('g', { spec: {}, status: { namespaces: [''] } })] }), 'fail', /all namespaces/],
    ['the wrong one', situationOf({ operatorGroups: [group('g', ['openshft-sandboxed-containers-operator'])] }), 'fail', /another namespace/],
    ['no OLM', without(situationOf(), 'operatorGroups'), 'fail', /no Operator Lifecycle Manager/],
  ],
  'subscription-elsewhere': [
    ['none', situationOf(), 'pass', /None/],
    [
      'one',
      situationOf(
        {},
        {
          subscriptionsElsewhere: {
            found: [{ ...live, namespace: 'openshift-operators', package: 'x', channel: '', source: '', sourceNamespace: '', approval: '', conditions: [] }],
          },
        },
      ),
      'fail',
      /One in openshift-operators/,
    ],
  ],
  'cluster-extension': [
    ['none', situationOf(), 'pass', /None/],
    ['one', situationOf({}, { clusterExtension: { found: [{ ...live, conditions: [] }] } }), 'fail', /OLM v1/],
    ['both', situationOf({ subscriptions: [subscription()] }, { clusterExtension: { found: [{ ...live, conditions: [] }] } }), 'fail', /two ways/],
  ],
  leftovers: [
    ['none', situationOf(), 'pass', /None/],
    [
      'a label and a configuration',
      situationOf({
        nodes: [plainWorker('a', {}, { 'node-role.kubernetes.io/kata-oc': '' })],
        machineConfigs: [object('50-enable-sandboxed-containers-extension')],
      }),
      'warn',
      /2 things/,
    ],
    ['where the kind is gone', without(situationOf({ runtimeClasses: [object('kata', { handler: 'kata' })] }), 'kataConfigs'), 'warn', /1 thing/],
    ['a KataConfig', situationOf({ kataConfigs: [kataConfig(undefined)], runtimeClasses: [object('kata')] }), 'none', /./],
    [
      'a KataConfig that nobody finishes',
      situationOf({ kataConfigs: [kataConfig(undefined, {}, {}, {}, { deletionTimestamp: '2026-11-21T22:32:15Z' })] }),
      'fail',
      /is being deleted/,
    ],
  ],
  'stray-release': [
    ['none', situationOf(), 'pass', /None/],
    ['with its Subscription', situationOf({ clusterServiceVersions: [csv()], subscriptions: [subscription()] }), 'pass', /None/],
    ['alone', situationOf({ clusterServiceVersions: [csv()] }), 'fail', /v1\.12\.0 has none/],
    ['of another operator', situationOf({ clusterServiceVersions: [object('nfd.v1')] }), 'pass', /None/],
  ],
  'operator-namespace': [
    ['not there', situationOf(), 'pass', /not there yet/],
    ['there', situationOf({}, { operatorNamespace: { found: { ...live, phase: 'Active', labels: {}, conditions: [] } } }), 'pass', /Is there/],
    [
      'terminating',
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
    ['not there', situationOf(), 'pass', /not there yet/],
    [
      'there',
      situationOf({}, { kataConfigCrd: { found: { ...live, versions: [{ name: 'v1', served: true, storage: true }], conditions: [], finalizers: [] } } }),
      'pass',
      /Is there/,
    ],
    [
      'terminating',
      situationOf({}, { kataConfigCrd: { found: { ...live, deleting: 1, versions: [], conditions: [], finalizers: [] } } }),
      'fail',
      /being removed/,
    ],
  ],
  webhook: [
    ['answers', situationOf({ clusterServiceVersions: [csv()] }, { webhookEndpoints: { service: 's', ready: 1 } }), 'pass', /Has a pod that is ready/],
    ['silent', situationOf({ clusterServiceVersions: [csv()] }), 'warn', /Nobody answers/],
    [
      'under another name, perhaps',
      situationOf({ clusterServiceVersions: [csv()] }, { webhookEndpoints: { service: 's', ready: 0, unheard: true } }),
      'unknown',
      /./,
    ],
    ['during an install', situationOf({ clusterServiceVersions: [csv('Installing')] }), 'none', /not there yet/],
    ['before one', situationOf(), 'none', /not installed/],
  ],
  'rights-look': [
    ['all', situationOf(), 'pass', /You have all/],
    ['one missing', situationOf({}, { access: withAccess('list nodes') }), 'warn', /You may not list nodes/],
  ],
  'rights-install': [
    ['all', situationOf(), 'pass', /You have all/],
    [
      'one missing',
      situationOf({}, { access: withAccess('create subscriptions') }),
      'fail',
      /You may not create subscriptions\.operators\.coreos\.com in openshift-sandboxed/,
    ],
    ['where it is installed', situationOf({ clusterServiceVersions: [csv()] }, { access: withAccess('create subscriptions') }), 'warn', /You may not/],
    ['not said', situationOf({}, { access: { allowed: new Map([['create kataconfigs', true]]) } }), 'unknown', /./],
  ],
  'rights-configure': [
    ['all', situationOf(), 'pass', /./],
    ['two missing', situationOf({}, { access: withAccess('patch nodes', 'patch kataconfigs') }), 'warn', /2 of \d+ rights missing/],
  ],
  'rights-uninstall': [
    ['all', situationOf(), 'pass', /./],
    ['one missing', situationOf({}, { access: withAccess('delete clusterserviceversions') }), 'warn', /You may not delete/],
  ],
  'rights-diagnose': [
    ['all', situationOf(), 'pass', /./],
    ['one missing', situationOf({}, { access: withAccess('create serviceaccounts/token') }), 'warn', /serviceaccounts\/token/],
  ],
  'peer-pods-configmap': [
    ['nobody wants them', situationOf(), 'none', /./],
    ['complete', situationOf({ configMaps: [peerPodsMap(awsData)] }), 'pass', /aws, complete/],
    ['incomplete', situationOf({ configMaps: [peerPodsMap({ ...awsData, AWS_VPC_ID: '' })] }), 'fail', /Lacks AWS_VPC_ID/],
    ['wanted, and not there', situationOf({ kataConfigs: [kataConfig(undefined, {}, {}, { enablePeerPods: true })] }), 'fail', /not there/],
  ],
  'peer-pods-secret': [
    ['nobody wants them', situationOf(), 'none', /./],
    [
      'complete',
      situationOf(
        { configMaps: [peerPodsMap(awsData)] },
        { peerPodsSecretKeys: { found: { set: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'], empty: [] } } },
      ),
      'pass',
      /aws/,
    ],
    [
      'with a role',
      situationOf(
        { configMaps: [peerPodsMap(awsData)] },
        { peerPodsSecretKeys: { found: { set: ['AWS_ROLE_ARN', 'AWS_WEB_IDENTITY_TOKEN_FILE'], empty: [] } } },
      ),
      'pass',
      /aws/,
    ],
    [
      'incomplete',
      situationOf({ configMaps: [peerPodsMap(awsData)] }, { peerPodsSecretKeys: { found: { set: ['AWS_ACCESS_KEY_ID'], empty: ['AWS_SECRET_ACCESS_KEY'] } } }),
      'fail',
      /Lacks AWS_SECRET_ACCESS_KEY/,
    ],
    ['not there', situationOf({ configMaps: [peerPodsMap(awsData)] }), 'fail', /not there/],
    [
      'for no cloud',
      situationOf({ configMaps: [peerPodsMap({})] }, { peerPodsSecretKeys: { found: { set: [], empty: [] } } }),
      'unknown',
      /depends on CLOUD_PROVIDER/,
    ],
  ],
  'kata-pods': [
    ['none', situationOf(), 'pass', /none/],
    ['some', situationOf({ kataConfigs: [kataConfig(undefined)] }, { kataPods: { pods: [kataPod], cut: false } }), 'pass', /There is 1 pod/],
    [
      'in the way',
      situationOf({ kataConfigs: [kataConfig(undefined, {}, {}, {}, deleting)] }, { kataPods: { pods: [kataPod], cut: false } }),
      'fail',
      /uninstall waits/,
    ],
    ['without kata', situationOf({}, { kataPods: { pods: [kataPod], cut: false } }), 'warn', /no KataConfig/],
  ],
  'virtual-machines': [
    ['none', situationOf(), 'pass', /None/],
    ['one', situationOf({}, { virtualMachines: { fixed: [machine], cut: false } }), 'warn', /1 virtual machine/],
  ],
  'disruption-budgets': [
    ['none', situationOf(), 'pass', /None/],
    [
      'one',
      situationOf({}, { disruptionBudgets: { tight: [{ ...live, namespace: 'shop', expectedPods: 1, currentHealthy: 1, desiredHealthy: 1 }], cut: false } }),
      'warn',
      /One allows no eviction/,
    ],
  ],
};

/** A finding can be read: no gaps where a name should be, no bare yes. */
function isReadable({ headline, evidence, meaning = '', todo = '' }: Finding): void {
  for (const text of [headline, ...evidence, meaning, todo]) assert.doesNotMatch(text, /undefined|\[object|NaN|!$/);
  for (const text of [meaning, todo]) if (text !== '') assert.match(text, /[.!?…`)]$/);
}

test('every check has its cases', () => {
  assert.deepEqual(Object.keys(cases).toSorted(), checks.map(({ id }) => id).toSorted());
});

for (const check of checks) {
  describe(check.id, () => {
    for (const [what, situation, verdict, words] of cases[check.id] ?? []) {
      test(`${what}: ${verdict}`, () => {
        const finding = check.judge(situation);
        assert.equal(finding.verdict, verdict, JSON.stringify(finding));
        assert.match(finding.headline, words);
        if (verdict === 'fail') assert.ok(finding.todo !== undefined || finding.meaning !== undefined, 'what fails has a next step');
        if (verdict === 'fail' || verdict === 'warn') assert.ok(finding.evidence.length > 0, 'something says so');
        isReadable(finding);
      });
    }

    test('that nothing can be seen of is not known, and says what', () => {
      const finding = check.judge(unseenSituation());
      assert.equal(finding.verdict, 'unknown', JSON.stringify(finding));
      assert.ok(finding.evidence.length > 0);
      assert.match(finding.evidence.join(' '), /You may not (?:list|get) /);
      isReadable(finding);
    });
  });
}

test('a catalogue that is switched off, a release that is stray, a namespace that waits: the evidence says why', () => {
  const of = (id: string, what: string): Finding => {
    const [, situation] = (cases[id] ?? []).find(([name]) => name === what) ?? [];
    const check = checks.find((one) => one.id === id);
    assert.ok(situation !== undefined && check !== undefined);
    return check.judge(situation);
  };
  assert.match(of('catalogue', 'switched off').evidence.join('\n'), /disableAllDefaultSources/);
  assert.match(of('stray-release', 'alone').todo ?? '', /oc delete csv sandboxed-containers-operator\.v1\.12\.0/);
  assert.match(of('operator-namespace', 'terminating').evidence.join('\n'), /NamespaceFinalizersRemaining: peerpods/);
});
