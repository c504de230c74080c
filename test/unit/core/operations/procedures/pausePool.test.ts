/** Tests pausing and resuming a machine config pool: the confirmation, the change, and the runbook. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pausePoolProcedure, resumePoolProcedure } from '#core/operations/procedures/pausePool.ts';
import { createRunbook } from '#core/operations/runbook/runbook.ts';
import { renderBashRunbook } from '#core/operations/runbook/bashRunbook.ts';
import { renderManifestYaml } from '#client/operations/manifests/manifestYaml.ts';
import { watchedKindIds } from '#core/cluster/watchedKinds/index.ts';
import { kataConfig, pool, snapshotOf, worker } from '#test/support/cluster/clusterObjects.ts';
import { liveStage } from '#test/support/cluster/liveStage.ts';
import { playProcedure, situationWith, stepsOf } from '#test/support/operations/procedureStage.ts';

const master = { pool: 'master', paused: true };

test('a pool is paused and resumed on a cluster, after a confirmation that names cluster, pool, and consequence', async () => {
  const stage = liveStage({ name: 'converged-3-nodes' });
  const [step] = await stepsOf(stage, pausePoolProcedure, master);
  assert.equal(step?.gate?.question, 'Pause machine config pool master on demo?');
  assert.match(step.gate.consequences.join('\n'), /starts no further updates of nodes/);
  assert.match(step.gate.consequences.join('\n'), /Kata isn't installed on its other nodes/);
  assert.equal(step.gate.typed, undefined);
  const paused = await playProcedure(stage, pausePoolProcedure, master);
  assert.deepEqual([paused.outcome, paused.sent], ['done', ['Change MachineConfigPool master']]);
  const again = await playProcedure(stage, pausePoolProcedure, master);
  assert.deepEqual([again.outcome, again.sent], ['done', []]);
  const resumed = await playProcedure(stage, resumePoolProcedure, { ...master, paused: false });
  assert.deepEqual([resumed.outcome, resumed.sent], ['done', ['Change MachineConfigPool master']]);
});

test('resuming a pool with pending updates names the nodes that reboot and asks for the cluster name', async () => {
  const stage = liveStage({ name: 'install-pool-paused' });
  const [step] = await stepsOf(stage, resumePoolProcedure, { pool: 'master', paused: false });
  assert.equal(step?.gate?.typed, 'demo');
  assert.match(step.gate.consequences.join('\n'), /3 nodes are drained and rebooted, one at a time/);
  assert.deepEqual(step.gate.reboots?.nodes?.length, 3);
  const played = await playProcedure(stage, resumePoolProcedure, { pool: 'master', paused: false });
  assert.equal(played.outcome, 'done');
});

test('resuming a pool without pending updates reboots no nodes and needs only a click', () => {
  const snapshot = snapshotOf({
    nodes: [worker('worker-0', { current: 'rendered-kata-oc-1' })],
    machineConfigPools: [pool('kata-oc', 'rendered-kata-oc-1', { paused: true })],
  });
  const [step] = resumePoolProcedure.steps(situationWith(snapshot), { pool: 'kata-oc', paused: false });
  assert.deepEqual(step?.gate?.consequences, ['No nodes reboot now.']);
  assert.equal(step.gate.typed, undefined);
});

test('a pool that does not exist is blocked, and a pool that cannot be read is unknown', () => {
  const missing = situationWith(snapshotOf({}));
  assert.equal(pausePoolProcedure.steps(missing, master)[0]?.state, 'blocked');
  const readable = watchedKindIds.filter((id) => id !== 'machineConfigPools');
  const unread = situationWith(snapshotOf({}, readable));
  assert.equal(pausePoolProcedure.steps(unread, master)[0]?.state, 'unknown');
});

test('the runbook patches the pool and waits until the change is visible', () => {
  const snapshot = snapshotOf({
    kataConfigs: [kataConfig(undefined)],
    machineConfigPools: [pool('kata-oc', 'rendered-kata-oc-1')],
  });
  const choices = { pool: 'kata-oc', paused: true };
  const runbook = createRunbook(pausePoolProcedure, situationWith(snapshot), choices, {
    context: 'demo',
    server: 'https://api.demo.example.com:6443',
  });
  const [step] = runbook.steps;
  assert.deepEqual(
    step?.changes.map(({ how, target }) => `${how} ${target.kind} ${target.name}`),
    ['merge MachineConfigPool kata-oc'],
  );
  assert.equal(step.until[0]?.is, 'true');
  const bash = renderBashRunbook(runbook, renderManifestYaml);
  assert.match(bash, /kata-oc.*\{"spec":\{"paused":true\}\}/);
});
