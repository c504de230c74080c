/** Tests the state of machine config pools: progress, unavailable nodes, blockers, and which pools matter for Kata. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getPoolStatus, listConcernedPools, type PoolStatus } from '#core/status/nodes/poolStatus.ts';
import { findItem } from '#core/status/snapshotIndex.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { watchedKindIds } from '#core/cluster/watchedKinds/index.ts';
import {
  annotation,
  kataConfig,
  object,
  pool,
  readAt,
  snapshotOf,
  worker,
  type Raw,
} from '#test/support/cluster/clusterObjects.ts';

const minute = 60_000;
const target = 'rendered-kata-oc-1';
const updating = { type: 'Updating', status: 'True', message: 'All nodes are updating', lastTransitionTime: at(5) };

function at(minutesAgo: number): string {
  return new Date(readAt - minutesAgo * minute).toISOString().replace('.000Z', 'Z');
}

/** Creates the Kata pool with these counts. */
function kataPool(updated: number, total: number, spec: Raw = {}, conditions: readonly Raw[] = [updating]): Raw {
  const raw = pool('kata-oc', target, spec, conditions);
  const status = { machineCount: total, updatedMachineCount: updated, conditions };
  return { ...raw, status };
}

const master = pool('master', 'rendered-master-1', {}, []);
const workerPool = (updated: number, total: number): Raw => ({
  ...pool('worker', 'rendered-worker-1', {}, []),
  status: { machineCount: total, updatedMachineCount: updated, conditions: [] },
});
const done = (name: string): Raw => worker(name, { current: target });
const draining = worker('worker-1', {
  state: 'Working',
  desired: target,
  spec: { unschedulable: true },
  annotations: { ...annotation('desiredDrain', 'drain-1'), ...annotation('lastAppliedDrain', 'uncordon-0') },
});

function statusOf(snapshot: Snapshot, name = 'kata-oc'): PoolStatus {
  const found = findItem(snapshot, 'machineConfigPools', name);
  assert.ok(found !== undefined);
  return getPoolStatus(snapshot, found, readAt);
}

function namesOf(snapshot: Snapshot): readonly string[] {
  return listConcernedPools(snapshot).map(({ name }) => name);
}

const installing = kataConfig({ type: 'InProgress', status: 'True', reason: 'Installing', message: '' });

test('a pool during an update shows its progress, the node that is drained, the start, and maxUnavailable', () => {
  const snapshot = snapshotOf({
    kataConfigs: [installing],
    nodes: [done('worker-0'), draining, worker('worker-2')],
    machineConfigPools: [master, workerPool(0, 0), kataPool(1, 3)],
  });
  const status = statusOf(snapshot);
  assert.equal(status.headline, '1 of 3 updated · worker-1 draining');
  assert.equal(status.health, 'busy');
  assert.equal(status.since, readAt - 5 * minute);
  assert.deepEqual(status.evidence, [
    'maxUnavailable: 1',
    'At most 1 node in the pool can be unavailable at a time.',
    'Updating: True (5 min): All nodes are updating',
  ]);
  assert.deepEqual(status.unfinished, ['worker-1', 'worker-2']);
});

test('a pool that is degraded and paused at once shows both', () => {
  const failed = worker('worker-1', {
    state: 'Degraded',
    desired: target,
    annotations: annotation('reason', 'disk is full'),
  });
  const conditions = [
    { type: 'Updating', status: 'False', message: 'Pool is paused' },
    {
      type: 'Degraded',
      status: 'True',
      message: 'Node worker-1 is reporting: "disk is full"',
      lastTransitionTime: at(9),
    },
  ];
  const status = statusOf(
    snapshotOf({
      kataConfigs: [installing],
      nodes: [done('worker-0'), failed],
      machineConfigPools: [master, workerPool(0, 0), kataPool(1, 2, { paused: true }, conditions)],
    }),
  );
  assert.equal(status.headline, '1 of 2 updated · worker-1 degraded · paused');
  assert.equal(status.health, 'failed');
  assert.equal(status.since, readAt - 9 * minute);
  assert.match(status.todo ?? '', /oc patch mcp kata-oc/);
  assert.ok(status.evidence.some((line) => line.startsWith('Degraded: True (9 min): Node worker-1 is reporting')));
});

test('a paused pool that is up to date is healthy', () => {
  const conditions = [{ type: 'Updated', status: 'True', lastTransitionTime: at(90) }];
  const status = statusOf(
    snapshotOf({
      nodes: [done('worker-0')],
      machineConfigPools: [master, workerPool(0, 0), kataPool(1, 1, { paused: true }, conditions)],
    }),
  );
  assert.deepEqual([status.health, status.headline], ['ok', '1 of 1 updated · paused']);
  assert.equal(status.since, readAt - 90 * minute);
  assert.deepEqual(status.unfinished, []);
});

test('a pool without nodes shows that it has none', () => {
  const status = statusOf(snapshotOf({ machineConfigPools: [master, workerPool(0, 0), kataPool(0, 0, {}, [])] }));
  assert.deepEqual([status.health, status.headline], ['ok', 'No nodes']);
});

test('a node in two custom pools needs attention in both', () => {
  const both = worker('worker-0', {
    current: target,
    labels: { 'node-role.kubernetes.io/kata-oc': '', 'node-role.kubernetes.io/gpu': '' },
  });
  const snapshot = snapshotOf({
    kataConfigs: [installing],
    nodes: [both],
    machineConfigPools: [master, workerPool(0, 0), kataPool(0, 1, {}, []), pool('gpu', 'rendered-gpu-1', {}, [])],
  });
  for (const name of ['kata-oc', 'gpu']) {
    const status = statusOf(snapshot, name);
    assert.equal(status.health, 'attention', name);
    assert.ok(
      status.evidence.includes(
        "The Machine Config Operator doesn't update nodes that are in more than one custom pool: worker-0.",
      ),
      name,
    );
    assert.match(status.todo ?? '', /kataConfigPoolSelector/);
  }
});

test('nodes that reboot, are cordoned, or are not ready are named by what they do', () => {
  const nodes = [
    worker('a', { state: 'Working', desired: target, ready: 'Unknown' }),
    worker('b', { state: 'Working', desired: target }),
    worker('c', { current: target, spec: { unschedulable: true } }),
    worker('d', { current: target, ready: 'False' }),
    worker('e', { current: target, ready: 'False' }),
    worker('f', { current: target, ready: 'False' }),
  ];
  const pools = [master, workerPool(0, 0), kataPool(2, 6, { maxUnavailable: '50%' })];
  const status = statusOf(snapshotOf({ nodes, machineConfigPools: pools }));
  assert.equal(status.headline, '2 of 6 updated · a rebooting · b updating · d and 2 more not ready · c cordoned');
  assert.ok(status.evidence.includes('maxUnavailable: 50%'));
  assert.ok(status.evidence.includes('At most 3 nodes in the pool can be unavailable at a time.'));
});

test('a pool of 500 nodes lists only the nodes that are not done, those that are updated first', () => {
  const nodes = Array.from({ length: 500 }, (_, index) =>
    index < 480 ? done(`node-${index}`) : worker(`node-${index}`),
  );
  const snapshot = snapshotOf({
    nodes: [
      ...nodes.slice(0, 499),
      { ...draining, metadata: { ...(draining['metadata'] as object), name: 'z', uid: 'z' } },
    ],
    machineConfigPools: [master, workerPool(0, 0), kataPool(480, 500)],
  });
  const { unfinished, headline } = statusOf(snapshot);
  assert.equal(unfinished.length, 20);
  assert.equal(unfinished[0], 'z');
  assert.equal(headline, '480 of 500 updated · z draining');
});

test('the pools that matter are kata-oc, and worker only while its nodes lose Kata or are updated', () => {
  const nodes = [done('worker-0')];
  const snapshot = (workers: Raw, config: Raw = installing): Snapshot =>
    snapshotOf({ kataConfigs: [config], nodes, machineConfigPools: [master, workers, kataPool(1, 1)] });
  assert.deepEqual(namesOf(snapshot(workerPool(1, 1))), ['kata-oc']);
  assert.deepEqual(namesOf(snapshot(workerPool(0, 1))), ['kata-oc', 'worker']);
  const leaving = kataConfig(undefined, {}, {}, {}, { deletionTimestamp: at(1) });
  assert.deepEqual(namesOf(snapshot(workerPool(1, 1), leaving)), ['kata-oc', 'worker']);
  const removing = kataConfig(undefined, { waitingToUninstall: ['worker-0'] });
  assert.deepEqual(namesOf(snapshot(workerPool(1, 1), removing)), ['kata-oc', 'worker']);
});

test('on a compact cluster, the pool that matters is master', () => {
  const pools = [{ ...master, status: { machineCount: 3, conditions: [] } }, workerPool(0, 0)];
  assert.deepEqual(namesOf(snapshotOf({ kataConfigs: [installing], machineConfigPools: pools })), ['master']);
});

test('no pool is shown for a hosted control plane or if pools cannot be read', () => {
  assert.deepEqual(namesOf(snapshotOf({ kataConfigs: [installing] })), []);
  const readable = watchedKindIds.filter((id) => id !== 'machineConfigPools');
  assert.deepEqual(namesOf(snapshotOf({ kataConfigs: [installing] }, readable)), []);
});

test('texts of the cluster in conditions are cut and stay on one line', () => {
  const conditions = [{ type: 'RenderDegraded', status: 'False', message: `a\n\u202Eb ${'x'.repeat(2000)}` }];
  const raw = object('kata-oc', { spec: {}, status: { conditions } });
  const [, , line = ''] = statusOf(snapshotOf({ machineConfigPools: [raw] })).evidence;
  assert.match(line, /^RenderDegraded: False: a/);
  assert.doesNotMatch(line, /[\n\u202E]/);
  assert.ok(line.length < 350);
});
