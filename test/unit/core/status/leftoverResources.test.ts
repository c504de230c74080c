/** Tests the resources that remain after a KataConfig or the operator is removed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updateSnapshot, emptySnapshot } from '#core/cluster/snapshot.ts';
import type { SyncState } from '#core/cluster/syncState.ts';
import { explainAbsence } from '#core/status/kataConfig/explainAbsence.ts';
import { listLeftovers } from '#core/status/kataConfig/leftovers.ts';
import { getInstalledRelease } from '#core/status/operator/operatorParts.ts';
import { scenario } from '#test/support/cluster/controllersStage.ts';
import { kataConfig, manager, object, pools, snapshotOf, worker } from '#test/support/cluster/clusterObjects.ts';
import { liveStage } from '#test/support/cluster/liveStage.ts';

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
      'Label node-role.kubernetes.io/kata-oc on worker-0',
    ],
  );
  // The garbage collector deletes the objects that the KataConfig owned. Nothing deletes other objects.
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
  assert.equal(inState({ kind: 'absent' }), "Kata isn't installed (no operator)");
  assert.equal(
    inState({ kind: 'forbidden', verb: 'list kataconfigs', trouble: { message: 'no' } }),
    'No permission to read KataConfigs',
  );
  assert.equal(inState({ kind: 'syncing' }), 'Not read yet');
  assert.equal(explainAbsence(snapshotOf({ deployments: [manager] })).headline, "Kata isn't installed (no KataConfig)");
  assert.match(explainAbsence(snapshotOf({})).todo ?? '', /operator first/);
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
