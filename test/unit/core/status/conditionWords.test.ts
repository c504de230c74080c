import assert from 'node:assert/strict';
import { test } from 'node:test';
import { condition, kataConfig, worker, type Raw } from '#test/support/cluster/clusterObjects.ts';
import { deletedMetadata, explainWithStatus, waitingStatus } from './explainWithStatus.ts';

/**
 * Rows of domain/01-kataconfig.md 1.5: number, condition, whether the KataConfig is being deleted, and the expected
 * explanation.
 */
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
    /^Creating pod VM image$/,
    /kata-remote/,
  ],
  [
    '5 PodVMImageJobCompleted',
    condition('True', 'PodVMImageJobCompleted', 'Created Pod VM Image'),
    false,
    'busy',
    'installing',
    /^Pod VM image created$/,
  ],
  [
    '6 PodVMImageJobFailed',
    condition('True', 'PodVMImageJobFailed', 'Failed to create Pod VM Image'),
    false,
    'failed',
    'failed',
    /^Pod VM image creation failed$/,
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
    /aws, azure, gcp, and libvirt/,
  ],
  [
    '11 Uninstalling',
    condition('True', 'Uninstalling', 'Removing kata from cluster'),
    true,
    'busy',
    'uninstalling',
    /^Finishing the uninstall$/,
  ],
  [
    '12 PodVMImageJobRunning',
    condition('True', 'PodVMImageJobRunning', 'Deleting Pod VM Image'),
    true,
    'busy',
    'uninstalling',
    /^Deleting pod VM image$/,
  ],
  [
    '13 PodVMImageJobCompleted',
    condition('True', 'PodVMImageJobCompleted', 'Deleted Pod VM Image'),
    true,
    'busy',
    'uninstalling',
    /^Pod VM image deleted$/,
  ],
  [
    '14 PodVMImageJobFailed',
    condition('True', 'PodVMImageJobFailed', 'Failed to delete Pod VM Image'),
    true,
    'failed',
    'failed',
    /^Pod VM image not deleted$/,
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
    /^Pool not found$/,
    /kata-custom/,
  ],
];

for (const [name, inProgress, leaving, health, phase, headline, more] of rows) {
  test(`KataConfig explanation covers row ${name}`, () => {
    const lists = leaving ? { nodeCount: 0, readyNodeCount: 0 } : waitingStatus;
    const found = explainWithStatus(kataConfig(inProgress, lists, {}, {}, leaving ? deletedMetadata : {}));
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
    const lists = leaving ? { nodeCount: 0, readyNodeCount: 0 } : waitingStatus;
    assert.match(
      explainWithStatus(kataConfig(reworded, lists, {}, {}, leaving ? deletedMetadata : {})).headline,
      headline,
    );
  });
}

test('KataConfig explanation covers row 3 Failed with the node and the cause', () => {
  const found = explainWithStatus(
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
  assert.match(
    found.meaning,
    /Kata installation failed on worker-0: invalid extensions found: \[sandboxed-containers\]\.$/,
  );
  assert.match(found.todo ?? '', /oc describe node worker-0/);
  assert.equal(found.words, 'Kata 1/2, worker-0 failed');
  assert.equal(found.phase, 'failed');
});

for (const reason of ['Installing', 'Updating']) {
  test(`KataConfig explanation reports a failed node although the reason is still ${reason}`, () => {
    const found = explainWithStatus(
      kataConfig(condition('True', reason, ''), { failedToInstall: ['worker-0'], nodeCount: 2, readyNodeCount: 0 }),
    );
    assert.deepEqual([found.health, found.headline], ['failed', 'worker-0 failed']);
    assert.match(found.meaning, /Kata installation failed on worker-0/);
  });
}

test('KataConfig explanation reports a failed node although the reason is still Uninstalling', () => {
  const found = explainWithStatus(
    kataConfig(
      condition('True', 'Uninstalling', ''),
      { failedToUninstall: ['worker-0'], nodeCount: 0, readyNodeCount: 0 },
      {},
      {},
      deletedMetadata,
    ),
  );
  assert.deepEqual([found.health, found.headline], ['failed', 'worker-0 failed']);
  assert.match(found.meaning, /Kata uninstall failed/);
});

test('KataConfig explanation reports a node that failed to uninstall without a deletion', () => {
  const found = explainWithStatus(
    kataConfig(condition('False', '', ''), {
      failedToUninstall: ['worker-0'],
      installed: ['worker-1'],
      nodeCount: 1,
      readyNodeCount: 1,
    }),
  );
  assert.match(found.meaning, /Kata uninstall failed on worker-0/);
});

test('KataConfig explanation covers row 3 Failed as busy while the node retries', () => {
  const found = explainWithStatus(
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
  assert.equal(found.headline, 'Retrying the update of worker-0');
  assert.equal(found.health, 'busy');
});

test('KataConfig explanation covers row 9 (no reason) as installed', () => {
  const found = explainWithStatus(
    kataConfig(
      condition('False', '', ''),
      { installed: ['worker-0', 'worker-1'], nodeCount: 2, readyNodeCount: 2 },
      { runtimeClasses: ['kata'] },
    ),
  );
  assert.equal(found.headline, 'Installed on 2 nodes');
  assert.equal(found.health, 'ok');
  assert.equal(found.phase, 'installed');
  assert.equal(found.words, 'Kata 2/2');
});

test('KataConfig explanation covers row 9 (no reason) without nodes by showing the selector', () => {
  const selector = { kataConfigPoolSelector: { matchLabels: { kata: 'yes' } } };
  const found = explainWithStatus(
    kataConfig(condition('False', '', ''), { nodeCount: 0, readyNodeCount: 0 }, {}, selector),
  );
  assert.equal(found.health, 'attention');
  assert.match(found.meaning, /Node selector: kata=yes\.$/);
  assert.equal(found.words, 'Kata not installed on any node');
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
    const found = explainWithStatus(
      kataConfig(
        condition('False', 'BlockedByExistingKataPods', message),
        { installed: ['worker-0'], nodeCount: 1 },
        {},
        {},
        deletedMetadata,
      ),
    );
    assert.equal(found.health, 'attention');
    assert.equal(found.phase, 'blocked');
    assert.match(found.meaning, /runtime class kata-remote/);
    assert.match(found.todo ?? '', /`oc get pods -A .* \| grep -w kata-remote`/);
  });
}

test("KataConfig explanation covers row 10 BlockedByExistingKataPods if pods can't be listed", () => {
  const found = explainWithStatus(
    kataConfig(
      condition('False', 'BlockedByExistingKataPods', 'failed to list kata pods: etcd is away'),
      {},
      {},
      {},
      deletedMetadata,
    ),
  );
  assert.equal(found.headline, "Can't list pods that use Kata");
  assert.match(found.meaning, /etcd is away/);
});
