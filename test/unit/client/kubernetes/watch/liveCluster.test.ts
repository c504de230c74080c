/** Tests the cluster watcher: which kinds it follows for whom, and when it reports changes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getConnectionState } from '#core/cluster/connectionState.ts';
import { ClusterWatcher } from '#client/kubernetes/watch/clusterWatcher.ts';
import type { SnapshotPart } from '#core/cluster/snapshot.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';
import { ScriptedConnection, type OpenStream } from '#test/support/cluster/scriptedConnection.ts';
import { fail } from '#core/common/result.ts';
import { listOf, problem } from '#test/support/cluster/followCluster.ts';

interface Told {
  readonly snapshot: Snapshot;
  readonly changed: readonly SnapshotPart[];
  readonly at: number;
}

class Setting {
  readonly clock = new ManualClock();
  readonly connection = new ScriptedConnection(this.clock);
  readonly logged: string[] = [];
  readonly told: Told[] = [];
  readonly cluster = new ClusterWatcher({
    connection: this.connection,
    clock: this.clock,
    chance: () => 0,
    log: (message) => this.logged.push(message),
  });

  constructor() {
    this.connection.answer = () => listOf(1, [node('a', 1)]);
    this.cluster.onChange((snapshot, changed) =>
      this.told.push({ snapshot, changed: [...changed], at: this.clock.now() }),
    );
  }

  streamOf(plural: string): OpenStream {
    const stream = this.connection.streams.findLast(({ asked }) => asked.path.endsWith(`/${plural}`));
    assert.ok(stream !== undefined);
    return stream;
  }
}

const node = (name: string, version: number, unschedulable = false): unknown => ({
  metadata: { name, uid: `uid-${name}`, resourceVersion: String(version) },
  spec: { unschedulable },
});

test('live cluster shares one reflector per kind and stops it with the last follower', async () => {
  const { cluster, connection, clock } = new Setting();
  const first = cluster.follow(['nodes']);
  const second = cluster.follow(['nodes', 'nodes', 'kataConfigs']);
  await clock.pass(500);
  assert.equal(connection.asked.length, 2);
  assert.equal(connection.active, 2);
  first();
  first();
  await clock.pass(500);
  assert.equal(cluster.snapshot.nodes.state.kind, 'live');
  second();
  await clock.pass(500);
  assert.deepEqual(
    [cluster.snapshot.nodes.state.kind, cluster.snapshot.nodes.items.size, connection.active, clock.waiting],
    ['idle', 0, 0, 0],
  );
});

test('live cluster reports all changes within 100 ms at once', async () => {
  const setting = new Setting();
  setting.cluster.follow(['nodes', 'machineConfigPools']);
  await setting.clock.pass(500);
  const before = setting.told.length;
  const began = setting.clock.now();
  for (let count = 0; count < 100; count += 1) setting.streamOf('nodes').event('ADDED', node(`n${count}`, 10 + count));
  setting.streamOf('machineconfigpools').event('ADDED', node('worker', 200));
  // The idle timeouts of both watches, and one timer for all changes.
  assert.equal(setting.clock.waiting, 3);
  await setting.clock.pass(1000);
  assert.equal(setting.told.length, before + 1);
  const last = setting.told.at(-1);
  assert.deepEqual(last?.changed.toSorted(), ['machineConfigPools', 'nodes']);
  assert.equal(last?.snapshot.nodes.items.size, 101);
  assert.ok((last?.at ?? Infinity) - began <= 100);
});

test('live cluster reports state changes as soon as object changes', async () => {
  const setting = new Setting();
  setting.cluster.follow(['nodes']);
  await setting.clock.pass(500);
  const began = setting.clock.now();
  setting.streamOf('nodes').fail(problem('network'));
  await setting.clock.pass(250);
  const last = setting.told.at(-1);
  assert.equal(last?.snapshot.nodes.state.kind, 'retrying');
  assert.ok((last?.at ?? Infinity) - began <= 250);
});

test('live cluster retries all kinds at the same time while it is unreachable', async () => {
  const clock = new ManualClock();
  const connection = new ScriptedConnection(clock);
  connection.answer = () => fail(problem('network'));
  // The random delays differ, so each kind would retry at a different time if the kinds didn't share it.
  let drawn = 0;
  const chance = (): number => ((drawn += 1) * 0.37) % 1;
  const cluster = new ClusterWatcher({ connection, clock, chance, log: (message) => assert.fail(message) });
  cluster.follow(['nodes', 'kataConfigs', 'machineConfigPools', 'runtimeClasses']);
  const times: number[] = [];
  for (let step = 0; step < 600; step += 1) {
    const before = connection.asked.length;
    await clock.pass(500);
    if (connection.asked.length > before) times.push(connection.asked.length - before);
  }
  assert.ok(times.length > 5, String(times));
  assert.deepEqual([...new Set(times)], [4]);
  cluster.close();
});

test('live cluster snapshots are immutable', async () => {
  const setting = new Setting();
  setting.cluster.follow(['nodes']);
  await setting.clock.pass(500);
  const before = setting.cluster.snapshot;
  setting.streamOf('nodes').event('DELETED', node('a', 2));
  await setting.clock.pass(200);
  assert.deepEqual([before.nodes.items.size, setting.cluster.snapshot.nodes.items.size], [1, 0]);
  assert.equal(before.kataConfigs, setting.cluster.snapshot.kataConfigs);
});

test('live cluster updates the data time on a bookmark without notifying listeners', async () => {
  const setting = new Setting();
  setting.cluster.follow(['nodes']);
  await setting.clock.pass(500);
  const before = setting.told.length;
  await setting.clock.pass(60_000);
  setting.streamOf('nodes').event('BOOKMARK', { metadata: { resourceVersion: '9' } });
  const at = setting.clock.now();
  await setting.clock.pass(500);
  assert.equal(setting.told.length, before);
  assert.equal(setting.cluster.snapshot.nodes.asOf, at);
});

test('live cluster sends no requests while paused, even for newly followed kinds', async () => {
  const setting = new Setting();
  setting.cluster.follow(['nodes']);
  await setting.clock.pass(500);
  setting.cluster.pause();
  setting.cluster.follow(['kataConfigs']);
  await setting.clock.pass(3_600_000);
  assert.equal(setting.connection.asked.length, 1);
  assert.deepEqual([setting.connection.active, setting.clock.waiting], [0, 0]);
  assert.deepEqual(
    [setting.cluster.snapshot.nodes.state.kind, setting.cluster.snapshot.kataConfigs.state.kind],
    ['paused', 'paused'],
  );
  assert.equal(setting.cluster.snapshot.nodes.items.size, 1);
  setting.cluster.resume();
  await setting.clock.pass(500);
  assert.deepEqual(
    [setting.cluster.snapshot.nodes.state.kind, setting.cluster.snapshot.kataConfigs.state.kind],
    ['live', 'live'],
  );
});

test("live cluster logs a listener that throws and doesn't notify one that unsubscribed", async () => {
  const setting = new Setting();
  setting.cluster.onChange(() => {
    throw new Error('broken listener');
  });
  let times = 0;
  const takeBack = setting.cluster.onChange(() => {
    times += 1;
    takeBack();
  });
  setting.cluster.onChange((snapshot, changed) => setting.told.push({ snapshot, changed: [...changed], at: 0 }));
  setting.cluster.follow(['nodes']);
  await setting.clock.pass(1000);
  assert.match(setting.logged[0] ?? '', /broken listener/);
  assert.equal(times, 1);
  assert.equal(setting.told.filter(({ at }) => at === 0).length, setting.told.filter(({ at }) => at !== 0).length);
});

test("live cluster doesn't notify a listener that another one removed first", async () => {
  const setting = new Setting();
  const later: { takeBack?: () => void } = {};
  let times = 0;
  setting.cluster.onChange(() => later.takeBack?.());
  later.takeBack = setting.cluster.onChange(() => {
    times += 1;
  });
  setting.cluster.follow(['nodes']);
  await setting.clock.pass(1000);
  assert.equal(times, 0);
});

test('live cluster retries all waiting kinds on retryNow', async () => {
  const setting = new Setting();
  setting.connection.answer = () => ({ ok: false, error: problem('forbidden', { status: 403 }) });
  setting.cluster.follow(['nodes', 'kataConfigs']);
  await setting.clock.pass(500);
  assert.equal(setting.connection.asked.length, 2);
  setting.cluster.retryNow();
  await setting.clock.pass(0);
  assert.equal(setting.connection.asked.length, 4);
});

test('live cluster leaves nothing open and reports nothing after it is closed', async () => {
  const setting = new Setting();
  const letGo = setting.cluster.follow();
  await setting.clock.pass(500);
  setting.streamOf('nodes').event('DELETED', node('a', 2));
  const before = setting.told.length;
  setting.cluster.close();
  await setting.clock.pass(0);
  assert.deepEqual([setting.connection.active, setting.clock.waiting], [0, 0]);
  letGo();
  setting.cluster.follow(['nodes']);
  setting.cluster.retryNow();
  setting.cluster.resume();
  await setting.clock.pass(600_000);
  assert.deepEqual([setting.told.length, setting.connection.active, setting.clock.waiting], [before, 0, 0]);
});

test('live cluster looks for absent kinds again on request and reads no others', async () => {
  const { cluster, connection, clock } = new Setting();
  let isThere = false;
  connection.answer = ({ path }) =>
    path.endsWith('/kataconfigs') && !isThere ? fail(problem('notFound')) : listOf(1, [node('a', 1)]);
  cluster.follow(['nodes', 'kataConfigs']);
  await clock.pass(500);
  assert.equal(cluster.snapshot.kataConfigs.state.kind, 'absent');
  isThere = true;
  const before = connection.asked.length;
  cluster.lookAgain();
  await clock.pass(500);
  assert.equal(cluster.snapshot.kataConfigs.state.kind, 'live');
  assert.ok(connection.asked.slice(before).every(({ path }) => path.endsWith('/kataconfigs')));
});

test('live cluster follows the kinds of Node Feature Discovery only while a node has its labels', async () => {
  const { cluster, connection, clock, ...setting } = new Setting();
  const paths = (): readonly string[] =>
    [...new Set(connection.asked.map(({ path }) => path))].filter((path) => path.includes('/nfd.')).toSorted();
  const worker = (labels: Readonly<Record<string, string>>, version: number): unknown => ({
    metadata: {
      name: 'w',
      uid: 'uid-w',
      resourceVersion: String(version),
      labels: { 'node-role.kubernetes.io/worker': '', ...labels },
    },
  });
  const event = (object: unknown): void => {
    connection.streams.findLast(({ asked }) => asked.path.endsWith('/nodes'))?.event('MODIFIED', object);
  };
  connection.answer = ({ path }) => (path.endsWith('/nodes') ? listOf(1, [worker({}, 1)]) : listOf(1, []));
  cluster.follow();
  await clock.pass(60_000);
  assert.deepEqual(paths(), [], 'no request without labels of Node Feature Discovery');
  event(worker({ 'feature.node.kubernetes.io/runtime.kata': 'true' }, 2));
  await clock.pass(60_000);
  assert.deepEqual(paths(), [], 'users can set the label for Kata manually');
  event(
    worker(
      { 'feature.node.kubernetes.io/cpu-cpuid.AVX': 'true', 'feature.node.kubernetes.io/runtime.kata': 'true' },
      3,
    ),
  );
  await clock.pass(500);
  assert.deepEqual(
    paths().map((path) => path.split('/').at(-1)),
    ['nodefeaturerules', 'nodefeaturediscoveries', 'nodefeaturerules'],
    'NodeFeatures are needed only for nodes that are not eligible',
  );
  event(worker({ 'feature.node.kubernetes.io/cpu-cpuid.AVX': 'true' }, 4));
  await clock.pass(500);
  assert.equal(paths().filter((path) => path.endsWith('/nodefeatures')).length, 2);
  assert.equal(cluster.snapshot.nodeFeatures.state.kind, 'live');
  event(worker({}, 5));
  await clock.pass(500);
  assert.equal(cluster.snapshot.nodeFeatures.state.kind, 'idle');
  assert.equal(getConnectionState(cluster.snapshot).kind, 'live');
  assert.deepEqual(setting.logged, []);
  cluster.close();
  await clock.pass(500);
  assert.equal(connection.active, 0);
});
