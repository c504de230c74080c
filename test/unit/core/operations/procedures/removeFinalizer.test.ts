/** Tests when the finalizer of a KataConfig is removed without the operator. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCurrentStep, type ProcedureStep } from '#core/operations/procedure.ts';
import { removeFinalizer } from '#core/operations/procedures/removeFinalizer.ts';
import { uninstall } from '#core/operations/procedures/uninstall.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { kataConfig, manager, object, snapshotOf } from '#test/support/cluster/clusterObjects.ts';
import { liveStage } from '#test/support/cluster/liveStage.ts';
import { playProcedure, situationWith, stepsOf } from '#test/support/operations/procedureStage.ts';
import { deleteEverything, installedKataConfig, operatorCsv, operatorSubscription } from './uninstallFixtures.ts';

function finalizerSteps(snapshot: Snapshot): readonly ProcedureStep[] {
  return removeFinalizer.steps(situationWith(snapshot), {});
}

const leaving = kataConfig(
  undefined,
  {},
  { runtimeClasses: ['kata'] },
  {},
  { deletionTimestamp: '2026-11-01T11:00:00Z', finalizers: ['kataconfiguration.openshift.io/finalizer', 'other/one'] },
);

test('finalizer removal is blocked while the operator could do it', () => {
  for (const [objects, said] of [
    [{ kataConfigs: [leaving], deployments: [manager] }, /The operator is running/],
    [{ kataConfigs: [leaving], clusterServiceVersions: [operatorCsv] }, /still installed/],
    [{ kataConfigs: [leaving], subscriptions: [operatorSubscription] }, /still installed/],
    [
      { kataConfigs: [leaving], deployments: [object('controller-manager', { spec: { replicas: 1 } })] },
      /still installed/,
    ],
    [{ kataConfigs: [installedKataConfig] }, /isn't marked for deletion/],
  ] as const) {
    const [gone, finalizer] = finalizerSteps(snapshotOf(objects));
    assert.deepEqual([gone?.state, finalizer?.state], ['blocked', 'later']);
    assert.match(gone?.headline ?? '', said);
  }
});

test('finalizer removal unblocks an uninstall without an operator and lists leftover resources', async () => {
  const stage = liveStage({ name: 'uninstall-operator-gone' });
  const stuck = await playProcedure(stage, uninstall, deleteEverything);
  assert.equal(stuck.outcome, 'blocked');
  assert.match(findCurrentStep(stuck.steps)?.todo ?? '', /Reinstall the operator/);
  const step = findCurrentStep(await stepsOf(stage, removeFinalizer, {}));
  assert.equal(step?.id, 'finalizer');
  assert.equal(step.gate?.typed, 'demo');
  const said = step.gate.consequences.join('\n');
  for (const left of [
    'MachineConfig 50-enable-sandboxed-containers-extension',
    'MachineConfigPool kata-oc',
    'on worker-0',
    'RuntimeClass kata',
    "The operator's webhooks, monitor DaemonSet, and SecurityContextConstraints might also remain",
  ])
    assert.ok(said.includes(left), left);
  const played = await playProcedure(stage, removeFinalizer, {});
  assert.equal(played.outcome, 'done');
  assert.ok(played.steps.at(-1)?.evidence.some((line) => line.includes('kata-oc')));
});

test('finalizer removal keeps other finalizers and requires the reviewed resource version', () => {
  const [, finalizer] = finalizerSteps(snapshotOf({ kataConfigs: [leaving] }));
  assert.equal(finalizer?.state, 'ready');
  const [change] = finalizer.changes;
  assert.ok(change?.how === 'merge');
  assert.deepEqual(change.patch, { metadata: { finalizers: ['other/one'] } });
  assert.equal(change.resourceVersion, '1');
});
