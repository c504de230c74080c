import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { explainKataConfig } from '#core/status/kataConfig/explainKataConfig.ts';
import type { Explanation } from '#core/status/explanation.ts';
import { getKataStatus } from '#core/status/kataConfig/kataStatus.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import {
  condition,
  kataConfig,
  manager,
  object,
  pool,
  pools,
  snapshotOf,
  worker,
  type Raw,
} from '#test/support/cluster/clusterObjects.ts';
import { assertProportional } from '#test/support/performance/growth.ts';

const deleted = { deletionTimestamp: '2026-11-01T11:59:00Z', finalizers: ['kataconfiguration.openshift.io/finalizer'] };
const waiting = { waitingToInstall: ['worker-0', 'worker-1'], nodeCount: 2, readyNodeCount: 0 };

function explain(snapshot: Snapshot): Explanation {
  const { kataConfig: found } = indexSnapshot(snapshot);
  assert.ok(found);
  return explainKataConfig(found, snapshot);
}

/** What is told, and the phase, of a cluster with this KataConfig and two workers. */
function told(
  raw: Raw,
  more: Parameters<typeof snapshotOf>[0] = {},
): Explanation & { readonly phase: string; readonly words: string } {
  const snapshot = snapshotOf({
    kataConfigs: [raw],
    nodes: [worker('worker-0'), worker('worker-1')],
    machineConfigPools: pools,
    deployments: [manager],
    ...more,
  });
  const { phase, words } = getKataStatus(snapshot);
  return { ...explain(snapshot), phase, words };
}

/** Every row of domain/01-kataconfig.md 1.5: number, condition, whether it is deleted, and what must be told. */
const rows: readonly (readonly [
  name: string,
  condition: Raw,
  leaving: boolean,
  health: string,
  phase: string,
  headline: RegExp,
  more?: RegExp,
])[] = [
  [
    '1 Installing',
    condition('True', 'Installing', 'Performing initial installation of kata on cluster'),
    false,
    'busy',
    'installing',
    /^Installing: 0 of 2 done$/,
  ],
  [
    '2 Updating',
    condition('True', 'Updating', 'Adding and/or removing kata-enabled nodes'),
    false,
    'busy',
    'updating',
    /^Updating nodes: 0 of 2 done$/,
  ],
  [
    '4 PodVMImageJobRunning',
    condition('True', 'PodVMImageJobRunning', 'Creating Pod VM Image'),
    false,
    'busy',
    'installing',
    /^Making the pod VM image$/,
    /kata-remote/,
  ],
  [
    '5 PodVMImageJobCompleted',
    condition('True', 'PodVMImageJobCompleted', 'Created Pod VM Image'),
    false,
    'busy',
    'installing',
    /^Pod VM image made$/,
  ],
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
  [
    '11 Uninstalling',
    condition('True', 'Uninstalling', 'Removing kata from cluster'),
    true,
    'busy',
    'uninstalling',
    /^Removal ends$/,
  ],
  [
    '12 PodVMImageJobRunning',
    condition('True', 'PodVMImageJobRunning', 'Deleting Pod VM Image'),
    true,
    'busy',
    'uninstalling',
    /^Removing the pod VM image$/,
  ],
  [
    '13 PodVMImageJobCompleted',
    condition('True', 'PodVMImageJobCompleted', 'Deleted Pod VM Image'),
    true,
    'busy',
    'uninstalling',
    /^Pod VM image removed$/,
  ],
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
    condition(
      'False',
      'UnsupportedOCPVersion',
      'OpenShift version 4.19.1 does not support CoCo bare metal (minimum required: 4.20.6)',
    ),
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
  test(`KataConfig explanation covers row ${name}`, () => {
    const lists = leaving ? { nodeCount: 0, readyNodeCount: 0 } : waiting;
    const found = told(kataConfig(inProgress, lists, {}, {}, leaving ? deleted : {}));
    assert.match(found.headline, headline);
    assert.equal(found.health, health);
    assert.equal(found.phase, phase);
    assert.match(`${found.meaning} ${found.next ?? ''} ${found.todo ?? ''}`, more ?? /./);
  });

  test(`KataConfig explanation covers row ${name} regardless of case and runtime class`, () => {
    const reworded = {
      ...inProgress,
      reason: String(inProgress['reason']).toUpperCase(),
      message: String(inProgress['message']).replace(/\bkata\b/, 'kata-remote'),
    };
    const lists = leaving ? { nodeCount: 0, readyNodeCount: 0 } : waiting;
    assert.match(told(kataConfig(reworded, lists, {}, {}, leaving ? deleted : {})).headline, headline);
  });
}

test('KataConfig explanation covers row 3 Failed with the node and the cause', () => {
  const found = told(
    kataConfig(
      condition('True', 'Failed', 'Node worker-0 Degraded: invalid extensions found: [sandboxed-containers]'),
      {
        failedToInstall: ['worker-0'],
        installed: ['worker-1'],
        nodeCount: 2,
        readyNodeCount: 1,
      },
    ),
  );
  assert.equal(found.headline, 'worker-0 failed');
  assert.equal(found.health, 'failed');
  assert.match(found.meaning, /could not take kata: invalid extensions found: \[sandboxed-containers\]\.$/);
  assert.match(found.todo ?? '', /oc describe node worker-0/);
  assert.equal(found.words, 'kata 1/2, worker-0 failed');
  assert.equal(found.phase, 'failed');
});

for (const reason of ['Installing', 'Updating']) {
  test(`KataConfig explanation reports a failed node although the reason is still ${reason}`, () => {
    const found = told(
      kataConfig(condition('True', reason, ''), { failedToInstall: ['worker-0'], nodeCount: 2, readyNodeCount: 0 }),
    );
    assert.deepEqual([found.health, found.headline], ['failed', 'worker-0 failed']);
    assert.match(found.meaning, /could not take kata/);
  });
}

test('KataConfig explanation reports a failed node although the reason is still Uninstalling', () => {
  const found = told(
    kataConfig(
      condition('True', 'Uninstalling', ''),
      { failedToUninstall: ['worker-0'], nodeCount: 0, readyNodeCount: 0 },
      {},
      {},
      deleted,
    ),
  );
  assert.deepEqual([found.health, found.headline], ['failed', 'worker-0 failed']);
  assert.match(found.meaning, /could not lose kata/);
});

test('KataConfig explanation reports a node that failed to uninstall without a deletion', () => {
  const found = told(
    kataConfig(condition('False', '', ''), {
      failedToUninstall: ['worker-0'],
      installed: ['worker-1'],
      nodeCount: 1,
      readyNodeCount: 1,
    }),
  );
  assert.match(found.meaning, /worker-0 could not lose kata/);
});

test('KataConfig explanation covers row 3 Failed as busy while the node retries', () => {
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

test('KataConfig explanation covers row 9 (no reason) as installed', () => {
  const found = told(
    kataConfig(
      condition('False', '', ''),
      { installed: ['worker-0', 'worker-1'], nodeCount: 2, readyNodeCount: 2 },
      { runtimeClasses: ['kata'] },
    ),
  );
  assert.equal(found.headline, 'Installed on 2 nodes');
  assert.equal(found.health, 'ok');
  assert.equal(found.phase, 'installed');
  assert.equal(found.words, 'kata 2/2');
});

test('KataConfig explanation covers row 9 (no reason) without nodes by showing the selector', () => {
  const selector = { kataConfigPoolSelector: { matchLabels: { kata: 'yes' } } };
  const found = told(kataConfig(condition('False', '', ''), { nodeCount: 0, readyNodeCount: 0 }, {}, selector));
  assert.equal(found.health, 'attention');
  assert.match(found.meaning, /\(kata=yes\)/);
  assert.equal(found.words, 'kata on no node');
});

for (const [wording, message] of [
  [
    'source code',
    'existing pods using "kata-remote" RuntimeClass found. Please delete the pods manually for KataConfig deletion to proceed',
  ],
  [
    'documentation',
    'Existing pods using "kata-remote" RuntimeClass found. Please delete the pods manually for KataConfig deletion to proceed',
  ],
] as const) {
  test(`KataConfig explanation covers row 10 BlockedByExistingKataPods as worded in the ${wording}`, () => {
    const found = told(
      kataConfig(
        condition('False', 'BlockedByExistingKataPods', message),
        { installed: ['worker-0'], nodeCount: 1 },
        {},
        {},
        deleted,
      ),
    );
    assert.equal(found.health, 'attention');
    assert.equal(found.phase, 'blocked');
    assert.match(found.meaning, /runtime class kata-remote/);
    assert.match(found.todo ?? '', /`oc get pods -A .* \| grep -w kata-remote`/);
  });
}

test("KataConfig explanation covers row 10 BlockedByExistingKataPods if pods can't be listed", () => {
  const found = told(
    kataConfig(
      condition('False', 'BlockedByExistingKataPods', 'failed to list kata pods: etcd is away'),
      {},
      {},
      {},
      deleted,
    ),
  );
  assert.equal(found.headline, 'Cannot look for pods with kata');
  assert.match(found.meaning, /etcd is away/);
});

test('KataConfig explanation uses a name from a message in a command only if it is valid', () => {
  const evil = condition('False', 'BlockedByExistingKataPods', 'existing pods using "$(reboot)" RuntimeClass found.');
  assert.doesNotMatch(told(kataConfig(evil, {}, {}, {}, deleted)).todo ?? '', /reboot/);
});

test('KataConfig explanation reports a deletion that is waiting for the install', () => {
  const found = told(kataConfig(condition('True', 'Installing', ''), waiting, {}, {}, deleted));
  assert.equal(found.headline, 'Deletion waits for the installation');
  assert.equal(found.phase, 'installing');
});

test('KataConfig explanation reports a deletion without an operator', () => {
  const found = told(kataConfig(condition('False', '', ''), waiting, {}, {}, deleted), { deployments: [] });
  assert.equal(found.headline, 'Nobody removes it');
  assert.match(found.words, /^kata removed \d\/\d, nobody removes it$/);
  assert.match(found.todo ?? '', /Install the operator again/);
});

test('KataConfig explanation reports waiting for the Machine Config Operator', () => {
  const found = told(kataConfig(condition('True', 'Installing', ''), {}, { waitingForMcoToStart: true }));
  assert.equal(found.headline, 'Waiting for the Machine Config Operator');
  assert.equal(found.words, 'kata 0/2, waiting for the Machine Config Operator');
});

test('KataConfig explanation reports a paused pool as the cause', () => {
  const found = told(kataConfig(condition('True', 'Installing', ''), {}, { waitingForMcoToStart: true }), {
    machineConfigPools: [pool('worker', 'rendered-worker-1'), pool('kata-oc', 'rendered-kata-oc-1', { paused: true })],
  });
  assert.equal(found.health, 'attention');
  assert.match(found.meaning, /kata-oc is paused/);
  assert.match(found.todo ?? '', /oc patch mcp kata-oc/);
});

test("KataConfig explanation ignores a paused pool that the nodes don't join", () => {
  const found = told(kataConfig(condition('True', 'Installing', ''), waiting), {
    machineConfigPools: [pool('worker', 'rendered-worker-1', { paused: true }), pool('kata-oc', 'rendered-kata-oc-1')],
  });
  assert.equal(found.health, 'busy');
});

test('KataConfig explanation reports an invalid node selector', () => {
  const selector = { kataConfigPoolSelector: { matchExpressions: [{ key: 'zone', operator: 'In', values: [] }] } };
  const found = told(kataConfig(undefined, {}, {}, selector));
  assert.equal(found.headline, 'The node selector cannot be used');
  assert.match(found.meaning, /In for "zone" has no values/);
  assert.equal(found.phase, 'blocked');
});

test('KataConfig explanation ignores the node selector on a compact cluster', () => {
  const selector = { kataConfigPoolSelector: { matchExpressions: [{ key: 'zone', operator: 'Nope' }] } };
  const found = told(kataConfig(undefined, {}, {}, selector), {
    machineConfigPools: [
      pool('master', 'rendered-master-1'),
      object('worker', { spec: {}, status: { machineCount: 0 } }),
    ],
  });
  assert.notEqual(found.headline, 'The node selector cannot be used');
});

test('KataConfig explanation names Node Feature Discovery if no node is eligible', () => {
  const eligible = { checkNodeEligibility: true };
  assert.equal(told(kataConfig(undefined, {}, {}, eligible)).headline, 'No labels of Node Feature Discovery');
  const looked = [worker('worker-0', { labels: { 'feature.node.kubernetes.io/cpu-model.vendor_id': 'Intel' } })];
  assert.equal(told(kataConfig(undefined, {}, {}, eligible), { nodes: looked }).headline, 'No node is eligible');
  const found = [worker('worker-0', { labels: { 'feature.node.kubernetes.io/runtime.kata': 'true' } })];
  assert.equal(told(kataConfig(undefined, {}, {}, eligible), { nodes: found }).headline, 'Not begun');
  assert.equal(told(kataConfig(undefined, {}, {}, { ...eligible, enablePeerPods: true })).headline, 'Not begun');
});

test('KataConfig explanation reports a missing operator if there is no condition', () => {
  assert.equal(told(kataConfig(undefined), { deployments: [] }).headline, 'Nobody works on it');
});

test("KataConfig explanation doesn't judge an operator that can't be read", () => {
  const snapshot = snapshotOf({ kataConfigs: [kataConfig(undefined)] }, ['kataConfigs']);
  assert.equal(explain(snapshot).headline, 'Not begun');
});

test('KataConfig explanation shows an unknown reason as is and marks it as unknown', () => {
  const found = told(kataConfig(condition('True', 'MoonPhase', 'The moon is\nnot full')));
  assert.equal(found.headline, 'MoonPhase');
  assert.equal(found.health, 'unknown');
  assert.match(found.meaning, /The operator says: The moon is not full\. .*not known here/);
  assert.equal(found.phase, 'unknown');
});

test('KataConfig explanation names missing peer-pods-cm keys if the pod VM image failed', () => {
  const failed = condition('True', 'PodVMImageJobFailed', 'Failed to create Pod VM Image');
  const found = told(kataConfig(failed, waiting), {
    configMaps: [object('peer-pods-cm', { data: { CLOUD_PROVIDER: 'aws', AWS_REGION: 'us-east-2' } })],
  });
  assert.match(found.meaning, /peer-pods-cm lacks AWS_SUBNET_ID, AWS_VPC_ID, AWS_SG_IDS\./);
});

test('KataConfig explanation handles very long messages in time', async () => {
  await assertProportional((part) => {
    const long = 'target machineconfigpool '.repeat(200_000 * part);
    told(kataConfig(condition('True', 'Some', long)));
    told(kataConfig(condition('True', 'Failed', `Node ${'x'.repeat(1_000_000 * part)} Degraded: ${long}`)));
    told(
      kataConfig(condition('False', 'BlockedByExistingKataPods', 'using '.repeat(200_000 * part)), {}, {}, {}, deleted),
    );
  });
});
