/** A cluster as a whole: who follows what, and what is told when. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LiveCluster } from '../../../../client/src/cluster/live/liveCluster.ts';
import type { LiveKindId } from '../../../../core/live/kinds/index.ts';
import type { Snapshot } from '../../../../core/live/snapshot.ts';
import { ManualClock } from '../../../support/manualClock.ts';
import { ScriptedConnection, type OpenStream } from '../../../support/scriptedConnection.ts';
import { failed } from '../../../../core/result.ts';
import { listOf, problem } from './following.ts';

interface Told {
  readonly snapshot: Snapshot;
  readonly changed: readonly LiveKindId[];
  readonly at: number;
}

class Setting {
  readonly clock = new ManualClock();
  readonly connection = new ScriptedConnection(this.clock);
  readonly logged: string[] = [];
  readonly told: Told[] = [];
  readonly cluster = new LiveCluster({ connection: this.connection, clock: this.clock, chance: () => 0, log: (message) => this.logged.push(message) });

  constructor() {
    this.connection.answer = () => listOf(1, [node('a', 1)]);
    this.cluster.onChange((snapshot, changed) => this.told.push({ snapshot, changed: [...changed], at: this.clock.now() }));
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

test('one reflector for all who follow a kind; the last one to let go ends it', async () => {
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
  assert.deepEqual([cluster.snapshot.nodes.state.kind, cluster.snapshot.nodes.items.size, connection.active, clock.waiting], ['idle', 0, 0, 0]);
});

test('what happens within a tenth of a second is told once', async () => {
  const setting = new Setting();
  setting.cluster.follow(['nodes', 'machineConfigPools']);
  await setting.clock.pass(500);
  const before = setting.told.length;
  const began = setting.clock.now();
  for (let count = 0; count < 100; count += 1) setting.streamOf('nodes').event('ADDED', node(`n${count}`, 10 + count));
  setting.streamOf('machineconfigpools').event('ADDED', node('worker', 200));
  // The two limits of silence, and one timer for all that has come.
  assert.equal(setting.clock.waiting, 3);
  await setting.clock.pass(1000);
  assert.equal(setting.told.length, before + 1);
  const last = setting.told.at(-1);
  assert.deepEqual(last?.changed.toSorted(), ['machineConfigPools', 'nodes']);
  assert.equal(last?.snapshot.nodes.items.size, 101);
  assert.ok((last?.at ?? Infinity) - began <= 100);
});

test('a change of the state is told as soon as a change of an object', async () => {
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

test('a snapshot is a value: what was told does not change later', async () => {
  const setting = new Setting();
  setting.cluster.follow(['nodes']);
  await setting.clock.pass(500);
  const before = setting.cluster.snapshot;
  setting.streamOf('nodes').event('DELETED', node('a', 2));
  await setting.clock.pass(200);
  assert.deepEqual([before.nodes.items.size, setting.cluster.snapshot.nodes.items.size], [1, 0]);
  assert.equal(before.kataConfigs, setting.cluster.snapshot.kataConfigs);
});

test('a bookmark wakes nobody, and the time is known to who asks', async () => {
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

test('paused, nothing is asked, also for kinds that are followed meanwhile', async () => {
  const setting = new Setting();
  setting.cluster.follow(['nodes']);
  await setting.clock.pass(500);
  setting.cluster.pause();
  setting.cluster.follow(['kataConfigs']);
  await setting.clock.pass(3_600_000);
  assert.equal(setting.connection.asked.length, 1);
  assert.deepEqual([setting.connection.active, setting.clock.waiting], [0, 0]);
  assert.deepEqual([setting.cluster.snapshot.nodes.state.kind, setting.cluster.snapshot.kataConfigs.state.kind], ['paused', 'paused']);
  assert.equal(setting.cluster.snapshot.nodes.items.size, 1);
  setting.cluster.resume();
  await setting.clock.pass(500);
  assert.deepEqual([setting.cluster.snapshot.nodes.state.kind, setting.cluster.snapshot.kataConfigs.state.kind], ['live', 'live']);
});

test('a listener that throws is logged, and the others are told; one that takes itself back is not told again', async () => {
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

test('a listener that was taken back by another one before its turn is not told', async () => {
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

test('retryNow tries all that wait', async () => {
  const setting = new Setting();
  setting.connection.answer = () => ({ ok: false, error: problem('forbidden', { status: 403 }) });
  setting.cluster.follow(['nodes', 'kataConfigs']);
  await setting.clock.pass(500);
  assert.equal(setting.connection.asked.length, 2);
  setting.cluster.retryNow();
  await setting.clock.pass(0);
  assert.equal(setting.connection.asked.length, 4);
});

test('closed, nothing is left and nothing is told', async () => {
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

test('kinds that the cluster did not have are looked for again when somebody waits for them, and no others are asked for', async () => {
  const { cluster, connection, clock } = new Setting();
  let isThere = false;
  connection.answer = ({ path }) => (path.endsWith('/kataconfigs') && !isThere ? failed(problem('notFound')) : listOf(1, [node('a', 1)]));
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
