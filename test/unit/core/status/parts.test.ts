import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updateSnapshot, emptySnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import type { SyncState } from '#core/cluster/syncState.ts';
import { explainAbsence } from '#core/status/kataConfig/explainAbsence.ts';
import { getEligibility, explainEligibility } from '#core/status/nodes/eligibility.ts';
import type { Part } from '#core/status/explanation.ts';
import { listLeftovers } from '#core/status/kataConfig/leftovers.ts';
import { getOperatorState, getInstalledRelease, getOperatorVersion } from '#core/status/operator/operatorParts.ts';
import { listPeerPodsParts } from '#core/status/peerPods/peerPodsParts.ts';
import { scenario } from '#test/support/cluster/controllersStage.ts';
import {
  condition,
  kataConfig,
  manager,
  object,
  pools,
  snapshotOf,
  worker,
  type Raw,
} from '#test/support/cluster/clusterObjects.ts';
import { liveStage } from '#test/support/cluster/liveStage.ts';

const namespace = 'openshift-sandboxed-containers-operator';
const csvName = 'sandboxed-containers-operator.v1.12.0';

function subscription(conditions: readonly Raw[] = [], status: Raw = {}): Raw {
  const spec = {
    name: 'sandboxed-containers-operator',
    channel: 'stable',
    source: 'redhat-operators',
    sourceNamespace: 'openshift-marketplace',
    startingCSV: csvName,
  };
  return object('ours', { spec, status: { conditions, ...status } });
}

const group = object('group', { spec: { targetNamespaces: [namespace] }, status: { namespaces: [namespace] } });
const is = (type: string, reason: string, message = ''): Raw => ({ type, status: 'True', reason, message });

function partOf(snapshot: Snapshot, id: string): Part {
  const found = [...getOperatorState(snapshot).parts, ...listPeerPodsParts(snapshot)].find((part) => part.id === id);
  assert.ok(found, id);
  return found;
}

function subscribed(conditions: readonly Raw[], more: Parameters<typeof snapshotOf>[0] = {}): Snapshot {
  return snapshotOf({ subscriptions: [subscription(conditions)], operatorGroups: [group], ...more });
}

test('operator parts report a missing or second operator group', () => {
  const none = subscribed([], { operatorGroups: [] });
  assert.match(partOf(none, 'subscription').meaning, /There is no OperatorGroup/);
  assert.equal(partOf(none, 'operatorGroup').health, 'failed');
  const two = subscribed([], {
    operatorGroups: [group, object('second', { spec: { targetNamespaces: [namespace] } })],
  });
  assert.match(partOf(two, 'operatorGroup').meaning, /group and second/);
  assert.equal(getOperatorState(two).health, 'failed');
});

test('operator group part reports wrong target namespaces', () => {
  const meaning = (spec: Raw, status: Raw = {}): Part =>
    partOf(subscribed([], { operatorGroups: [object('group', { spec, status })] }), 'operatorGroup');
  assert.equal(meaning({}, { namespaces: [''] }).headline, 'Means all namespaces');
  assert.equal(meaning({}).headline, 'Means all namespaces');
  assert.equal(meaning({ targetNamespaces: ['a', 'b'] }).headline, 'Means several namespaces');
  assert.match(
    meaning({ targetNamespaces: ['openshft-sandboxed-containers-operator'] }).meaning,
    /the i of openshift is missing/,
  );
  assert.equal(meaning({ targetNamespaces: [namespace] }).health, 'ok');
});

for (const [name, conditions, health, words] of [
  [
    'a missing catalog',
    [is('CatalogSourcesUnhealthy', 'UnhealthyCatalogSourceFound', 'targeted catalogsource x missing')],
    'failed',
    /catalogsource x missing/,
  ],
  [
    'a channel without a matching CSV',
    [is('ResolutionFailed', 'ConstraintsNotSatisfiable', 'no operators found in channel candidate')],
    'failed',
    /channel candidate/,
  ],
  [
    'disabled catalogs',
    [
      is('ResolutionFailed', 'ConstraintsNotSatisfiable', 'no operators found from catalog redhat-operators'),
      is(
        'CatalogSourcesUnhealthy',
        'NoCatalogSourcesFound',
        'dependency resolution requires at least one catalogsource',
      ),
    ],
    'failed',
    /oc get operatorhubs cluster/,
  ],
  [
    'an unreachable catalog',
    [
      is(
        'ResolutionFailed',
        'ErrorPreventedResolution',
        'failed to populate resolver cache from source redhat-operators/openshift-marketplace: no such host',
      ),
    ],
    'failed',
    /oc get catalogsources,pods -n openshift-marketplace/,
  ],
  [
    "a startingCSV that isn't in the channel",
    [
      is(
        'ResolutionFailed',
        'ConstraintsNotSatisfiable',
        `no operators found with name ${csvName} in channel stable of package sandboxed-containers-operator`,
      ),
    ],
    'failed',
    /The channel does not have sandboxed-containers-operator\.v1\.12\.0\. Delete the Subscription/,
  ],
  [
    'a resolution failure of a documented subscription',
    [is('ResolutionFailed', 'ConstraintsNotSatisfiable', 'x')],
    'failed',
    /-n openshift-marketplace`\.$/,
  ],
  [
    'a CSV of an earlier subscription',
    [
      is(
        'ResolutionFailed',
        'ConstraintsNotSatisfiable',
        `x, clusterserviceversion ${csvName} exists and is not referenced by a subscription`,
      ),
    ],
    'failed',
    /oc delete csv sandboxed-containers-operator\.v1\.12\.0/,
  ],
  [
    'a failed bundle unpacking',
    [is('BundleUnpackFailed', 'BundleUnpackFailed', 'DeadlineExceeded')],
    'failed',
    /DeadlineExceeded/,
  ],
  ['a bundle being unpacked', [is('BundleUnpacking', 'UnpackingInProgress')], 'busy', /unpacks the bundle/],
  ['a failed install plan', [is('InstallPlanFailed', 'InstallComponentFailed', 'no rights')], 'failed', /no rights/],
  [
    'an install plan that requires approval',
    [is('InstallPlanPending', 'RequiresApproval')],
    'attention',
    /Approve the InstallPlan/,
  ],
] as const) {
  test(`subscription part explains ${name}`, () => {
    const part = partOf(subscribed(conditions), 'subscription');
    assert.equal(part.health, health);
    assert.match(`${part.meaning} ${part.todo ?? ''}`, words);
  });
}

test('install plan part shows what the plan installs and how to approve it', () => {
  const plan = object('install-abcde', {
    spec: { approval: 'Manual', approved: false, clusterServiceVersionNames: [csvName] },
    status: { phase: 'RequiresApproval' },
  });
  const part = partOf(subscribed([], { installPlans: [plan] }), 'installPlan');
  assert.match(part.meaning, /sandboxed-containers-operator\.v1\.12\.0/);
  assert.match(part.todo ?? '', /oc patch installplan install-abcde/);
});

function csv(status: Raw, version = '1.12.0', labels: Raw = {}): Raw {
  return object(csvName, { spec: { version }, status }, { labels });
}

test('CSV part shows the phase and the cause of a failure', () => {
  const part = (status: Raw): Part => partOf(subscribed([], { clusterServiceVersions: [csv(status)] }), 'csv');
  assert.equal(part({ phase: 'Succeeded' }).health, 'ok');
  assert.match(
    part({ phase: 'Failed', reason: 'UnsupportedOperatorGroup', message: 'AllNamespaces not supported' }).meaning,
    /supports its own.*AllNamespaces not supported/,
  );
  assert.equal(
    part({ phase: 'Failed', reason: 'TooManyOperatorGroups' }).todo,
    'See what is said of the OperatorGroup.',
  );
  const missing = part({
    phase: 'Pending',
    reason: 'RequirementsNotMet',
    requirementStatus: [
      { kind: 'CustomResourceDefinition', name: 'x', status: 'NotPresent', message: 'CRD is not present' },
    ],
  });
  assert.match(missing.meaning, /CustomResourceDefinition x: CRD is not present/);
  const minimum = 'CSV version requirement not met: minKubeVersion (1.36.0) > server version (1.34.1)';
  const tooOld = part({
    phase: 'Pending',
    reason: 'RequirementsNotMet',
    requirementStatus: [{ kind: 'ClusterServiceVersion', name: csvName, status: 'NotPresent', message: minimum }],
  });
  assert.match(tooOld.headline, /cluster is too old/);
  assert.match(tooOld.meaning, /newer Kubernetes than the cluster is: minKubeVersion \(1\.36\.0\)/);
  assert.match(tooOld.todo ?? '', /Update the cluster/);
  assert.match(
    part({ phase: 'Failed', reason: 'InstallCheckFailed', message: 'install timeout' }).todo ?? '',
    /oc describe pods -n/,
  );
  assert.equal(part({ phase: 'Dreaming' }).health, 'unknown');
});

test('installed OSC release is derived from the CSV version', () => {
  const known = (version: string): Snapshot =>
    subscribed([], { clusterServiceVersions: [csv({ phase: 'Succeeded' }, version)] });
  assert.equal(getInstalledRelease(known('1.12.0')), '1.12');
  assert.equal(getInstalledRelease(known('9.9.9')), undefined);
  assert.equal(getOperatorVersion(known('9.9.9')), '9.9.9');
  assert.equal(getInstalledRelease(emptySnapshot), undefined);
});

test('copied CSV from another namespace is ignored', () => {
  const copied = subscribed([], {
    clusterServiceVersions: [csv({ phase: 'Succeeded' }, '1.12.0', { 'olm.copiedFrom': 'openshift-operators' })],
  });
  assert.equal(getOperatorVersion(copied), undefined);
});

test('operator state covers not installed, running without OLM, scaled down, and forbidden', () => {
  assert.equal(getOperatorState(snapshotOf({})).headline, 'Not installed');
  assert.equal(getOperatorState(snapshotOf({})).health, 'ok');
  assert.equal(getOperatorState(snapshotOf({ kataConfigs: [kataConfig(undefined)] })).health, 'failed');
  assert.match(
    partOf(snapshotOf({ deployments: [manager] }), 'deployment/controller-manager').meaning,
    /installed in another way/,
  );
  const idle = object('controller-manager', { spec: { replicas: 0 } });
  assert.equal(
    partOf(snapshotOf({ deployments: [idle] }), 'deployment/controller-manager').headline,
    'Scaled down to none',
  );
  const gaveUp = object('controller-manager', {
    status: { conditions: [{ type: 'Progressing', status: 'False', message: 'ReplicaSet has timed out progressing' }] },
  });
  assert.match(
    partOf(snapshotOf({ deployments: [gaveUp] }), 'deployment/controller-manager').meaning,
    /timed out progressing/,
  );
  const forbidden = updateSnapshot(emptySnapshot, 'subscriptions', {
    kind: 'state',
    state: { kind: 'forbidden', verb: 'list subscriptions', trouble: { message: 'no' } },
  });
  assert.equal(getOperatorState(forbidden).health, 'unknown');
  assert.match(getOperatorState(forbidden).parts[0]?.meaning ?? '', /You may not list subscriptions/);
});

const remote = kataConfig(
  condition('False', '', ''),
  { nodeCount: 2 },
  { runtimeClasses: ['kata', 'kata-remote'] },
  { enablePeerPods: true },
);

test('operator parts report missing workloads', () => {
  const snapshot = snapshotOf({ kataConfigs: [remote], deployments: [manager] });
  for (const id of [
    'daemonSet/osc-caa-ds',
    'daemonSet/openshift-sandboxed-containers-monitor',
    'deployment/peer-pods-webhook',
  ]) {
    assert.equal(partOf(snapshot, id).headline, 'Is not there');
  }
});

function peerPods(data: Raw | undefined, more: Parameters<typeof snapshotOf>[0] = {}): Snapshot {
  return snapshotOf({
    kataConfigs: [remote],
    configMaps: data === undefined ? [] : [object('peer-pods-cm', { data })],
    ...more,
  });
}

const aws = { CLOUD_PROVIDER: 'aws', AWS_REGION: 'us-east-2', AWS_SUBNET_ID: 's', AWS_VPC_ID: 'v', AWS_SG_IDS: 'g' };

test('peer-pods-cm part reports a missing ConfigMap, a wrong provider, and missing keys', () => {
  const headline = (data: Raw | undefined): string => partOf(peerPods(data), 'peerPodsConfigMap').headline;
  assert.equal(headline(undefined), 'Is not there');
  assert.equal(headline({}), 'No cloud is named');
  assert.equal(headline({ CLOUD_PROVIDER: 'AWS' }), 'The cloud is not known');
  assert.equal(headline({ ...aws, AWS_SG_IDS: '', AWS_VPC_ID: ' ' }), 'Lacks AWS_VPC_ID and AWS_SG_IDS');
  assert.equal(
    headline({ CLOUD_PROVIDER: 'azure', AZURE_RESOURCE_GROUP: 'g', AZURE_REGION: 'r' }),
    'Lacks AZURE_SUBNET_ID',
  );
  assert.equal(headline(aws), 'For aws, complete');
});

test('peer-pods-secret part has failed only if the KataConfig enables peer pods', () => {
  const off = partOf(peerPods(aws, { kataConfigs: [] }), 'peerPodsSecret');
  assert.equal(off.health, 'attention');
  assert.equal(partOf(peerPods(aws), 'peerPodsSecret').health, 'failed');
});

test('peer-pods-secret part shows only whether the Secret exists', () => {
  assert.equal(partOf(peerPods(aws), 'peerPodsSecret').headline, 'Is not there');
  const there = peerPods(aws, {
    secrets: [
      object('peer-pods-secret', { data: { AWS_SECRET_ACCESS_KEY: 'c2VjcmV0' } }),
      object('other', { data: {} }),
    ],
  });
  assert.equal(partOf(there, 'peerPodsSecret').headline, 'Is there');
  assert.equal(there.secrets.items.size, 1);
  assert.doesNotMatch(JSON.stringify([...there.secrets.items.values()]), /c2VjcmV0|AWS_SECRET/);
});

test('peer-pods-cm reader drops credentials', () => {
  const snapshot = peerPods({ ...aws, AWS_SECRET_ACCESS_KEY: 'topsecret' });
  assert.doesNotMatch(JSON.stringify([...snapshot.configMaps.items.values()]), /topsecret/);
});

test('peer pods parts show the pod VM image, the limit, and the number of VMs', () => {
  const job = (status: Raw): Raw => object('osc-podvm-image-creation', { status });
  assert.equal(partOf(peerPods({ ...aws, PODVM_AMI_ID: 'ami-1' }), 'podVmImage').headline, 'ami-1');
  assert.equal(partOf(peerPods(aws, { jobs: [job({ active: 1 })] }), 'podVmImage').headline, 'Being made');
  assert.equal(
    partOf(
      peerPods(aws, { jobs: [job({ failed: 2, conditions: [is('Failed', 'BackoffLimitExceeded')] })] }),
      'podVmImage',
    ).health,
    'failed',
  );
  assert.match(partOf(peerPods({ CLOUD_PROVIDER: 'ibmcloud' }), 'podVmImage').todo ?? '', /IBMCLOUD_PODVM_IMAGE_ID/);
  assert.equal(partOf(peerPods(aws), 'podVmImage').headline, 'Will be made');
  assert.equal(partOf(peerPods(aws), 'peerPodsLimit').headline, '10');
  assert.equal(partOf(peerPods({ ...aws, PEERPODS_LIMIT_PER_NODE: '25' }), 'peerPodsLimit').headline, '25');
  assert.equal(partOf(peerPods({ ...aws, PEERPODS_LIMIT_PER_NODE: 'many' }), 'peerPodsLimit').health, 'attention');
  assert.equal(
    partOf(peerPods(aws, { peerPods: [object('a'), object('b')] }), 'peerPods').headline,
    '2 virtual machines',
  );
});

test("peer pods parts are empty if peer pods aren't enabled", () => {
  assert.deepEqual(listPeerPodsParts(snapshotOf({ kataConfigs: [kataConfig(undefined)] })), []);
});

test('node eligibility explanation follows Node Feature Discovery labels', () => {
  const feature = (name: string): Raw => ({ [`feature.node.kubernetes.io/${name}`]: 'true' });
  const nodes = [
    worker('able', { labels: feature('runtime.kata') }),
    worker('unable', { labels: feature('cpu-cpuid.AVX') }),
    worker('unseen', { labels: {} }),
  ];
  const snapshot = snapshotOf({ nodes, kataConfigs: [kataConfig(undefined, {}, {}, { checkNodeEligibility: true })] });
  assert.deepEqual(
    ['able', 'unable', 'unseen', 'nobody'].map((name) => explainEligibility(snapshot, name).headline),
    ['Can run kata', 'Not eligible', 'Not looked at', 'Not known'],
  );
  assert.equal(
    explainEligibility(snapshotOf({ nodes: nodes.slice(2) }), 'unseen').headline,
    'No labels of Node Feature Discovery',
  );
  assert.equal(getEligibility({ labels: { 'feature.node.kubernetes.io/runtime.kata': 'false' } }), 'notEligible');
  // Labels alone do not tell whether its pods are there.
  const unseen = JSON.stringify(
    explainEligibility(
      snapshotOf({
        nodes: nodes.slice(2),
        kataConfigs: [kataConfig(undefined, {}, {}, { checkNodeEligibility: true })],
      }),
      'unseen',
    ),
  );
  assert.match(unseen, /No node has a label of Node Feature Discovery\./);
  assert.doesNotMatch(unseen, /does not run|Install the/);
});

test('leftover resources exclude objects that the garbage collector deletes', () => {
  const left = snapshotOf({
    nodes: [worker('worker-0')],
    machineConfigPools: pools,
    machineConfigs: [object('50-enable-sandboxed-containers-extension'), object('00-worker')],
  });
  assert.deepEqual(
    listLeftovers(left).map(({ what }) => what),
    [
      'MachineConfig 50-enable-sandboxed-containers-extension',
      'MachineConfigPool kata-oc',
      'Label node-role.kubernetes.io/kata-oc of worker-0',
    ],
  );
  // The garbage collector takes away what the KataConfig owned; nobody takes away another one.
  const ownerReferences = [
    { apiVersion: 'kataconfiguration.openshift.io/v1', kind: 'KataConfig', name: 'example-kataconfig', uid: 'gone' },
  ];
  const classes = snapshotOf({ runtimeClasses: [object('kata', {}, { ownerReferences }), object('kata-cc')] });
  assert.deepEqual(
    listLeftovers(classes).map(({ what }) => what),
    ['RuntimeClass kata-cc'],
  );
  assert.deepEqual(
    listLeftovers(snapshotOf({ nodes: [worker('worker-0')], kataConfigs: [kataConfig(undefined)] })),
    [],
  );
});

test('missing KataConfig explanation covers a missing operator, no permission, and leftovers', () => {
  const inState = (state: SyncState): string =>
    explainAbsence(updateSnapshot(emptySnapshot, 'kataConfigs', { kind: 'state', state })).headline;
  assert.equal(inState({ kind: 'absent' }), 'No kata: the operator is not installed');
  assert.equal(
    inState({ kind: 'forbidden', verb: 'list kataconfigs', trouble: { message: 'no' } }),
    'KataConfigs may not be seen',
  );
  assert.equal(inState({ kind: 'syncing' }), 'Not known yet');
  assert.equal(explainAbsence(snapshotOf({ deployments: [manager] })).headline, 'No kata: there is no KataConfig');
  assert.match(explainAbsence(snapshotOf({})).todo ?? '', /operator run first/);
  const left = explainAbsence(snapshotOf({ nodes: [worker('worker-0')], machineConfigPools: pools }));
  assert.equal(left.health, 'attention');
  assert.match(left.meaning, /MachineConfigPool kata-oc and Label/);
});

test('leftover resources after a peer pods uninstall are only those the operator leaves', () => {
  const { cluster, snapshot } = liveStage({ name: 'peer-pods' });
  cluster.play(...scenario('peer-pods').steps, { wait: 60_000 });
  assert.deepEqual(
    listLeftovers(snapshot()).map(({ what, usual }) => [what, usual]),
    [
      ['MachineConfig 40-worker-kata-remote-config', true],
      ['MachineConfig 50-kata-remote', true],
    ],
  );
  assert.equal(getInstalledRelease(snapshot()), '1.12');
});

test('InstallPlan part advises to update an OpenShift version that the release does not support before the approval', () => {
  const waiting = object('install-a', {
    spec: { approved: false, clusterServiceVersionNames: ['sandboxed-containers-operator.v1.12.0'] },
    status: { phase: 'RequiresApproval' },
  });
  const todo = (version: string): string => {
    const clusterVersion = object('version', { status: { history: [{ state: 'Completed', version }] } });
    const group = object('group');
    return (
      partOf(
        snapshotOf({
          installPlans: [waiting],
          clusterVersions: [clusterVersion],
          subscriptions: [subscription()],
          operatorGroups: [group],
        }),
        'installPlan',
      ).todo ?? ''
    );
  };
  assert.match(
    todo('4.21.3'),
    /^Update OpenShift to 4\.21\.9 or later first\. Then approve the InstallPlan: `oc patch installplan install-a /,
  );
  assert.match(todo('4.16.2'), /^Update OpenShift to 4\.18\.38 or later first\./);
  assert.match(todo('4.21.9'), /^Approve it: /);
  assert.match(todo('4.99.0'), /^Approve it: /, 'a version that the table does not have');
});
