/** Tests the causes that the explanation of a KataConfig names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { condition, kataConfig, object, pool, snapshotOf, worker } from '#test/support/cluster/clusterObjects.ts';
import { assertProportional } from '#test/support/performance/growth.ts';
import { deletedMetadata, explainSnapshot, explainWithStatus, waitingStatus } from './explainWithStatus.ts';

test('KataConfig explanation uses a name from a message in a command only if it is valid', () => {
  const evil = condition('False', 'BlockedByExistingKataPods', 'existing pods using "$(reboot)" RuntimeClass found.');
  assert.doesNotMatch(explainWithStatus(kataConfig(evil, {}, {}, {}, deletedMetadata)).todo ?? '', /reboot/);
});

test('KataConfig explanation reports a deletion that is waiting for the install', () => {
  const found = explainWithStatus(
    kataConfig(condition('True', 'Installing', ''), waitingStatus, {}, {}, deletedMetadata),
  );
  assert.equal(found.headline, 'Deletion is waiting for the installation');
  assert.equal(found.phase, 'installing');
});

test('KataConfig explanation reports a deletion without an operator', () => {
  const found = explainWithStatus(kataConfig(condition('False', '', ''), waitingStatus, {}, {}, deletedMetadata), {
    deployments: [],
  });
  assert.equal(found.headline, "Deletion blocked: operator isn't running");
  assert.match(found.words, /^Kata uninstalled from \d of \d nodes, operator isn't running$/);
  assert.match(found.todo ?? '', /Reinstall the operator/);
});

test('KataConfig explanation reports waiting for the Machine Config Operator', () => {
  const found = explainWithStatus(kataConfig(condition('True', 'Installing', ''), {}, { waitingForMcoToStart: true }));
  assert.equal(found.headline, 'Waiting for the Machine Config Operator');
  assert.equal(found.words, 'Kata 0/2, waiting for the Machine Config Operator');
});

test('KataConfig explanation reports a paused pool as the cause', () => {
  const found = explainWithStatus(kataConfig(condition('True', 'Installing', ''), {}, { waitingForMcoToStart: true }), {
    machineConfigPools: [pool('worker', 'rendered-worker-1'), pool('kata-oc', 'rendered-kata-oc-1', { paused: true })],
  });
  assert.equal(found.health, 'attention');
  assert.match(found.meaning, /kata-oc is paused/);
  assert.match(found.todo ?? '', /oc patch mcp kata-oc/);
});

test("KataConfig explanation ignores a paused pool that the nodes don't join", () => {
  const found = explainWithStatus(kataConfig(condition('True', 'Installing', ''), waitingStatus), {
    machineConfigPools: [pool('worker', 'rendered-worker-1', { paused: true }), pool('kata-oc', 'rendered-kata-oc-1')],
  });
  assert.equal(found.health, 'busy');
});

test('KataConfig explanation reports an invalid node selector', () => {
  const selector = { kataConfigPoolSelector: { matchExpressions: [{ key: 'zone', operator: 'In', values: [] }] } };
  const found = explainWithStatus(kataConfig(undefined, {}, {}, selector));
  assert.equal(found.headline, 'Invalid node selector');
  assert.match(found.meaning, /In for "zone" has no values/);
  assert.equal(found.phase, 'blocked');
});

test('KataConfig explanation ignores the node selector on a compact cluster', () => {
  const selector = { kataConfigPoolSelector: { matchExpressions: [{ key: 'zone', operator: 'Nope' }] } };
  const found = explainWithStatus(kataConfig(undefined, {}, {}, selector), {
    machineConfigPools: [
      pool('master', 'rendered-master-1'),
      object('worker', { spec: {}, status: { machineCount: 0 } }),
    ],
  });
  assert.notEqual(found.headline, 'Invalid node selector');
});

test('KataConfig explanation names Node Feature Discovery if no node is eligible', () => {
  const eligible = { checkNodeEligibility: true };
  assert.equal(explainWithStatus(kataConfig(undefined, {}, {}, eligible)).headline, 'No Node Feature Discovery labels');
  const looked = [worker('worker-0', { labels: { 'feature.node.kubernetes.io/cpu-model.vendor_id': 'Intel' } })];
  assert.equal(
    explainWithStatus(kataConfig(undefined, {}, {}, eligible), { nodes: looked }).headline,
    'No eligible nodes',
  );
  const found = [worker('worker-0', { labels: { 'feature.node.kubernetes.io/runtime.kata': 'true' } })];
  assert.equal(explainWithStatus(kataConfig(undefined, {}, {}, eligible), { nodes: found }).headline, 'Not started');
  assert.equal(
    explainWithStatus(kataConfig(undefined, {}, {}, { ...eligible, enablePeerPods: true })).headline,
    'Not started',
  );
});

test('KataConfig explanation reports a missing operator if there is no condition', () => {
  assert.equal(explainWithStatus(kataConfig(undefined), { deployments: [] }).headline, "Operator isn't running");
});

test("KataConfig explanation doesn't judge an operator that can't be read", () => {
  const snapshot = snapshotOf({ kataConfigs: [kataConfig(undefined)] }, ['kataConfigs']);
  assert.equal(explainSnapshot(snapshot).headline, 'Not started');
});

test('KataConfig explanation shows an unknown reason as is and marks it as unknown', () => {
  const found = explainWithStatus(kataConfig(condition('True', 'MoonPhase', 'The moon is\nnot full')));
  assert.equal(found.headline, 'MoonPhase');
  assert.equal(found.health, 'unknown');
  assert.match(found.meaning, /Operator message: The moon is not full\. .*The meaning of this status is unknown/);
  assert.equal(found.phase, 'unknown');
});

test('KataConfig explanation names missing peer-pods-cm keys if the pod VM image failed', () => {
  const failed = condition('True', 'PodVMImageJobFailed', 'Failed to create Pod VM Image');
  const found = explainWithStatus(kataConfig(failed, waitingStatus), {
    configMaps: [object('peer-pods-cm', { data: { CLOUD_PROVIDER: 'aws', AWS_REGION: 'us-east-2' } })],
  });
  assert.match(found.meaning, /peer-pods-cm is missing AWS_SUBNET_ID, AWS_VPC_ID, AWS_SG_IDS\./);
});

test('KataConfig explanation handles very long messages in time', async () => {
  await assertProportional((part) => {
    const long = 'target machineconfigpool '.repeat(200_000 * part);
    explainWithStatus(kataConfig(condition('True', 'Some', long)));
    explainWithStatus(
      kataConfig(condition('True', 'Failed', `Node ${'x'.repeat(1_000_000 * part)} Degraded: ${long}`)),
    );
    explainWithStatus(
      kataConfig(
        condition('False', 'BlockedByExistingKataPods', 'using '.repeat(200_000 * part)),
        {},
        {},
        {},
        deletedMetadata,
      ),
    );
  });
});
