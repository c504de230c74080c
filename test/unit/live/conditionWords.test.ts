import assert from 'node:assert/strict';
import process from 'node:process';
import { test } from 'node:test';
import type { Snapshot } from '../../../core/live/snapshot.ts';
import { explainKataConfig } from '../../../core/live/status/conditionWords.ts';
import type { Explanation } from '../../../core/live/status/explanation.ts';
import { progressOf } from '../../../core/live/status/progress.ts';
import { surroundingsOf } from '../../../core/live/status/surroundings.ts';
import { condition, kataConfig, manager, object, pool, pools, snapshotOf, worker, type Raw } from './liveObjects.ts';

const deleted = { deletionTimestamp: '2026-11-01T11:59:00Z', finalizers: ['kataconfiguration.openshift.io/finalizer'] };
const waiting = { waitingToInstall: ['worker-0', 'worker-1'], nodeCount: 2, readyNodeCount: 0 };

function explain(snapshot: Snapshot): Explanation {
  const { kataConfig: found } = surroundingsOf(snapshot);
  assert.ok(found);
  return explainKataConfig(found, snapshot);
}

/** What is told, and the phase, of a cluster with this KataConfig and two workers. */
function told(raw: Raw, more: Parameters<typeof snapshotOf>[0] = {}): Explanation & { readonly phase: string; readonly words: string } {
  const snapshot = snapshotOf({
    kataConfigs: [raw],
    nodes: [worker('worker-0'), worker('worker-1')],
    machineConfigPools: pools,
    deployments: [manager],
    ...more,
  });
  const { phase, words } = progressOf(snapshot);
  return { ...explain(snapshot), phase, words };
}

/** Every row of domain/01-kataconfig.md 1.5: number, condition, whether it is deleted, and what must be told. */
const rows: readonly (readonly [name: string, condition: Raw, leaving: boolean, health: string, phase: string, headline: RegExp, more?: RegExp])[] = [
  [
    '1 Installing',
    condition('True', 'Installing', 'Performing initial installation of kata on cluster'),
    false,
    'busy',
    'installing',
    /^Installing: 0 of 2 done$/,
  ],
  ['2 Updating', condition('True', 'Updating', 'Adding and/or removing kata-enabled nodes'), false, 'busy', 'updating', /^Updating nodes: 0 of 2 done$/],
  [
    '4 PodVMImageJobRunning',
    condition('True', 'PodVMImageJobRunning', 'Creating Pod VM Image'),
    false,
    'busy',
    'installing',
    /^Making the pod VM image$/,
    /kata-remote/,
  ],
  ['5 PodVMImageJobCompleted', condition('True', 'PodVMImageJobCompleted', 'Created Pod VM Image'), false, 'busy', 'installing', /^Pod VM image made$/],
  [
    '6 PodVMImageJobFailed',
    condition('True', 'PodVMImageJobFailed', 'Failed to create Pod VM Image'),
    false,
    'failed',
    'failed',
    /^Pod VM image failed$/,
    /osc-podvm-image-creation|peer-pods-cm/,
  ],
  [
    '7 PodVMImageJobStatusUnknown',
    condition('Unknown', 'PodVMImageJobStatusUnknown', 'Pod VM Image creation status is unknown'),
    false,
    'unknown',
    'unknown',
    /state unknown/,
    /image-creation/,
  ],
  [
    '8 PodVMImageUnsupportedProvider',
    condition('True', 'PodVMImageUnsupportedProvider', 'Pod VM image provider is unsupported'),
    false,
    'attention',
    'blocked',
    /^No pod VM image/,
    /aws, azure, gcp and libvirt/,
  ],
  ['11 Uninstalling', condition('True', 'Uninstalling', 'Removing kata from cluster'), true, 'busy', 'uninstalling', /^Removal ends$/],
  ['12 PodVMImageJobRunning', condition('True', 'PodVMImageJobRunning', 'Deleting Pod VM Image'), true, 'busy', 'uninstalling', /^Removing the pod VM image$/],
  ['13 PodVMImageJobCompleted', condition('True', 'PodVMImageJobCompleted', 'Deleted Pod VM Image'), true, 'busy', 'uninstalling', /^Pod VM image removed$/],
  [
    '14 PodVMImageJobFailed',
    condition('True', 'PodVMImageJobFailed', 'Failed to delete Pod VM Image'),
    true,
    'failed',
    'failed',
    /^Pod VM image not removed$/,
    /image-deletion/,
  ],
  [
    '15 PodVMImageJobStatusUnknown',
    condition('Unknown', 'PodVMImageJobStatusUnknown', 'Pod VM Image deletion status is unknown'),
    true,
    'unknown',
    'uninstalling',
    /state unknown/,
    /image-deletion/,
  ],
  [
    '16 UnsupportedOCPVersion',
    condition('False', 'UnsupportedOCPVersion', 'OpenShift version 4.19.1 does not support CoCo bare metal (minimum required: 4.20.6)'),
    false,
    'failed',
    'blocked',
    /too old/,
    /4\.19\.1/,
  ],
  [
    '17 target pool not found',
    condition('True', 'SomeReason', 'Target MachineConfigPool "kata-custom" was not found'),
    false,
    'failed',
    'unknown',
    /pool is not there/,
    /kata-custom/,
  ],
];

for (const [name, inProgress, leaving, health, phase, headline, more] of rows) {
  test(`reason ${name}`, () => {
    const lists = leaving ? { nodeCount: 0, readyNodeCount: 0 } : waiting;
    const found = told(kataConfig(inProgress, lists, {}, {}, leaving ? deleted : {}));
    assert.match(found.headline, headline);
    assert.equal(found.health, health);
    assert.equal(found.phase, phase);
    assert.match(`${found.meaning} ${found.next ?? ''} ${found.todo ?? ''}`, more ?? /./);
  });

  test(`reason ${name}: case and kata-remote make no difference`, () => {
    const reworded = {
      ...inProgress,
      reason: String(inProgress['reason']).toUpperCase(),
      message: String(inProgress['message']).replace(/\bkata\b/, 'kata-remote'),
    };
    const lists = leaving ? { nodeCount: 0, readyNodeCount: 0 } : waiting;
    assert.match(told(kataConfig(reworded, lists, {}, {}, leaving ? deleted : {})).headline, headline);
  });
}

test('reason 3 Failed: names the node and why', () => {
  const found = told(
    kataConfig(condition('True', 'Failed', 'Node worker-0 Degraded: invalid extensions found: [sandboxed-containers]'), {
      failedToInstall: ['worker-0'],
      installed: ['worker-1'],
      nodeCount: 2,
      readyNodeCount: 1,
    }),
  );
  assert.equal(found.headline, 'worker-0 failed');
  assert.equal(found.health, 'failed');
  assert.match(found.meaning, /could not take kata: invalid extensions found: \[sandboxed-containers\]\.$/);
  assert.match(found.todo ?? '', /oc describe node worker-0/);
  assert.equal(found.words, 'kata 1/2, worker-0 failed');
  assert.equal(found.phase, 'failed');
});

for (const reason of ['Installing', 'Updating']) {
  test(`${reason}, and a node is among those that failed: the condition may be behind the lists`, () => {
    const found = told(kataConfig(condition('True', reason, ''), { failedToInstall: ['worker-0'], nodeCount: 2, readyNodeCount: 0 }));
    assert.deepEqual([found.health, found.headline], ['failed', 'worker-0 failed']);
    assert.match(found.meaning, /could not take kata/);
  });
}

test('Uninstalling, and the last node is among those that failed: it does not end', () => {
  const found = told(kataConfig(condition('True', 'Uninstalling', ''), { failedToUninstall: ['worker-0'], nodeCount: 0, readyNodeCount: 0 }, {}, {}, deleted));
  assert.deepEqual([found.health, found.headline], ['failed', 'worker-0 failed']);
  assert.match(found.meaning, /could not lose kata/);
});

test('a node that failed to lose kata is told so, also where the KataConfig stays', () => {
  const found = told(kataConfig(condition('False', '', ''), { failedToUninstall: ['worker-0'], installed: ['worker-1'], nodeCount: 1, readyNodeCount: 1 }));
  assert.match(found.meaning, /worker-0 could not lose kata/);
});

test('reason 3 Failed, and the node is at it again: no alarm', () => {
  const found = told(
    kataConfig(condition('True', 'Failed', 'Node worker-0 Degraded: disk full'), {
      installing: ['worker-0'],
      installed: ['worker-1'],
      nodeCount: 2,
      readyNodeCount: 1,
    }),
    {
      nodes: [worker('worker-0', { state: 'Working' }), worker('worker-1')],
    },
  );
  assert.equal(found.headline, 'worker-0 is at it again');
  assert.equal(found.health, 'busy');
});

test('reason 9, none: installed', () => {
  const found = told(
    kataConfig(condition('False', '', ''), { installed: ['worker-0', 'worker-1'], nodeCount: 2, readyNodeCount: 2 }, { runtimeClasses: ['kata'] }),
  );
  assert.equal(found.headline, 'Installed on 2 nodes');
  assert.equal(found.health, 'ok');
  assert.equal(found.phase, 'installed');
  assert.equal(found.words, 'kata 2/2');
});

test('reason 9, none, on no node: says which nodes are meant', () => {
  const selector = { kataConfigPoolSelector: { matchLabels: { kata: 'yes' } } };
  const found = told(kataConfig(condition('False', '', ''), { nodeCount: 0, readyNodeCount: 0 }, {}, selector));
  assert.equal(found.health, 'attention');
  assert.match(found.meaning, /\(kata=yes\)/);
  assert.equal(found.words, 'kata on no node');
});

for (const [wording, message] of [
  ['of the code', 'existing pods using "kata-remote" RuntimeClass found. Please delete the pods manually for KataConfig deletion to proceed'],
  ['of the documents', 'Existing pods using "kata-remote" RuntimeClass found. Please delete the pods manually for KataConfig deletion to proceed'],
] as const) {
  test(`reason 10 BlockedByExistingKataPods in the words ${wording}: names the class, and how to list the pods`, () => {
    const found = told(kataConfig(condition('False', 'BlockedByExistingKataPods', message), { installed: ['worker-0'], nodeCount: 1 }, {}, {}, deleted));
    assert.equal(found.health, 'attention');
    assert.equal(found.phase, 'blocked');
    assert.match(found.meaning, /runtime class kata-remote/);
    assert.match(found.todo ?? '', /`oc get pods -A .* \| grep -w kata-remote`/);
  });
}

test('reason 10 BlockedByExistingKataPods, pods cannot be listed', () => {
  const found = told(kataConfig(condition('False', 'BlockedByExistingKataPods', 'failed to list kata pods: etcd is away'), {}, {}, {}, deleted));
  assert.equal(found.headline, 'Cannot look for pods with kata');
  assert.match(found.meaning, /etcd is away/);
});

test('what a message names goes into a command only when it is a name', () => {
  const evil = condition('False', 'BlockedByExistingKataPods', 'existing pods using "$(reboot)" RuntimeClass found.');
  assert.doesNotMatch(told(kataConfig(evil, {}, {}, {}, deleted)).todo ?? '', /reboot/);
});

test('deletion during the install waits for it', () => {
  const found = told(kataConfig(condition('True', 'Installing', ''), waiting, {}, {}, deleted));
  assert.equal(found.headline, 'Deletion waits for the installation');
  assert.equal(found.phase, 'installing');
});

test('deletion without an operator: nobody removes it', () => {
  const found = told(kataConfig(condition('False', '', ''), waiting, {}, {}, deleted), { deployments: [] });
  assert.equal(found.headline, 'Nobody removes it');
  assert.match(found.words, /^kata removed \d\/\d, nobody removes it$/);
  assert.match(found.todo ?? '', /Install the operator again/);
});

test('waiting for the Machine Config Operator', () => {
  const found = told(kataConfig(condition('True', 'Installing', ''), {}, { waitingForMcoToStart: true }));
  assert.equal(found.headline, 'Waiting for the Machine Config Operator');
  assert.equal(found.words, 'kata 0/2, waiting for the Machine Config Operator');
});

test('a paused pool is why nothing moves', () => {
  const found = told(kataConfig(condition('True', 'Installing', ''), {}, { waitingForMcoToStart: true }), {
    machineConfigPools: [pool('worker', 'rendered-worker-1'), pool('kata-oc', 'rendered-kata-oc-1', { paused: true })],
  });
  assert.equal(found.health, 'attention');
  assert.match(found.meaning, /kata-oc is paused/);
  assert.match(found.todo ?? '', /oc patch mcp kata-oc/);
});

test('a pool that nodes do not come to is not why', () => {
  const found = told(kataConfig(condition('True', 'Installing', ''), waiting), {
    machineConfigPools: [pool('worker', 'rendered-worker-1', { paused: true }), pool('kata-oc', 'rendered-kata-oc-1')],
  });
  assert.equal(found.health, 'busy');
});

test('a selector that cannot be used is told, though the operator says nothing', () => {
  const selector = { kataConfigPoolSelector: { matchExpressions: [{ key: 'zone', operator: 'In', values: [] }] } };
  const found = told(kataConfig(undefined, {}, {}, selector));
  assert.equal(found.headline, 'The node selector cannot be used');
  assert.match(found.meaning, /In for "zone" has no values/);
  assert.equal(found.phase, 'blocked');
});

test('on a converged cluster nobody asks the selector', () => {
  const selector = { kataConfigPoolSelector: { matchExpressions: [{ key: 'zone', operator: 'Nope' }] } };
  const found = told(kataConfig(undefined, {}, {}, selector), {
    machineConfigPools: [pool('master', 'rendered-master-1'), object('worker', { spec: {}, status: { machineCount: 0 } })],
  });
  assert.notEqual(found.headline, 'The node selector cannot be used');
});

test('eligibility is checked and no node is: Node Feature Discovery is named', () => {
  const eligible = { checkNodeEligibility: true };
  assert.equal(told(kataConfig(undefined, {}, {}, eligible)).headline, 'No labels of Node Feature Discovery');
  const looked = [worker('worker-0', { labels: { 'feature.node.kubernetes.io/cpu-model.vendor_id': 'Intel' } })];
  assert.equal(told(kataConfig(undefined, {}, {}, eligible), { nodes: looked }).headline, 'No node is eligible');
  const found = [worker('worker-0', { labels: { 'feature.node.kubernetes.io/runtime.kata': 'true' } })];
  assert.equal(told(kataConfig(undefined, {}, {}, eligible), { nodes: found }).headline, 'Not begun');
  assert.equal(told(kataConfig(undefined, {}, {}, { ...eligible, enablePeerPods: true })).headline, 'Not begun');
});

test('no condition, and no operator: nobody works on it', () => {
  assert.equal(told(kataConfig(undefined), { deployments: [] }).headline, 'Nobody works on it');
});

test('no condition, and the operator cannot be seen: no judgement on it', () => {
  const snapshot = snapshotOf({ kataConfigs: [kataConfig(undefined)] }, ['kataConfigs']);
  assert.equal(explain(snapshot).headline, 'Not begun');
});

test('a reason that is not known is shown as it is, and said to be unknown', () => {
  const found = told(kataConfig(condition('True', 'MoonPhase', 'The moon is\nnot full')));
  assert.equal(found.headline, 'MoonPhase');
  assert.equal(found.health, 'unknown');
  assert.match(found.meaning, /The operator says: The moon is not full\. .*not known here/);
  assert.equal(found.phase, 'unknown');
});

test('a failed image names what peer-pods-cm lacks', () => {
  const failed = condition('True', 'PodVMImageJobFailed', 'Failed to create Pod VM Image');
  const found = told(kataConfig(failed, waiting), { configMaps: [object('peer-pods-cm', { data: { CLOUD_PROVIDER: 'aws', AWS_REGION: 'us-east-2' } })] });
  assert.match(found.meaning, /peer-pods-cm lacks AWS_SUBNET_ID, AWS_VPC_ID, AWS_SG_IDS\./);
});

test('a message of any length is dealt with at once', () => {
  const long = 'target machineconfigpool '.repeat(200_000);
  const before = process.hrtime.bigint();
  told(kataConfig(condition('True', 'Some', long)));
  told(kataConfig(condition('True', 'Failed', `Node ${'x'.repeat(1_000_000)} Degraded: ${long}`)));
  told(kataConfig(condition('False', 'BlockedByExistingKataPods', 'using '.repeat(200_000)), {}, {}, {}, deleted));
  assert.ok(process.hrtime.bigint() - before < 20_000_000_000n);
});
