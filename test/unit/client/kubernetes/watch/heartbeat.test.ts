/**
 * Tests the heartbeat, which checks whether a quiet server still responds: only while the view is visible, and once per
 * idle interval.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClusterWatcher } from '#client/kubernetes/watch/clusterWatcher.ts';
import { getConnectionState } from '#core/cluster/connectionState.ts';
import { succeed } from '#core/common/result.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';
import { ScriptedConnection, type Answering } from '#test/support/cluster/scriptedConnection.ts';
import { listOf, refusal } from '#test/support/cluster/followCluster.ts';

class Setting {
  readonly clock = new ManualClock();
  readonly connection = new ScriptedConnection(this.clock);
  readonly cluster = new ClusterWatcher({
    connection: this.connection,
    clock: this.clock,
    chance: () => 0,
    log: (message) => assert.fail(message),
  });
  /** Responds to a request for the version. */
  version: Answering = () => succeed({ major: '1' });

  constructor() {
    this.connection.answer = (asked) => (asked.path === '/version' ? this.version(asked) : listOf(1, []));
  }

  async open(): Promise<void> {
    this.cluster.lookedAt(true);
    this.cluster.follow(['nodes', 'kataConfigs']);
    await this.clock.pass(500);
  }

  get requests(): number {
    return this.connection.asked.filter(({ path }) => path === '/version').length;
  }

  get state(): string {
    return getConnectionState(this.cluster.snapshot).kind;
  }
}

const silent: Answering = () => refusal('timeout');

test('heartbeat sends one request per idle interval, and none while events arrive', async () => {
  const setting = new Setting();
  await setting.open();
  await setting.clock.pass(60_000);
  assert.ok(setting.requests >= 7 && setting.requests <= 9, `${setting.requests} requests in a minute`);
  const before = setting.requests;
  for (let second = 0; second < 60; second += 5) {
    setting.connection.last.event('BOOKMARK', { metadata: { resourceVersion: '9' } });
    await setting.clock.pass(5000);
  }
  assert.equal(setting.requests, before);
  setting.cluster.close();
  assert.equal(setting.clock.waiting, 0);
});

test('heartbeat sends nothing while the view is hidden or the cluster is paused', async () => {
  const setting = new Setting();
  setting.cluster.follow(['nodes']);
  await setting.clock.pass(60_000);
  assert.equal(setting.requests, 0, 'nobody has looked yet');
  setting.cluster.lookedAt(true);
  setting.cluster.lookedAt(false);
  await setting.clock.pass(60_000);
  assert.equal(setting.requests, 0, 'the view is hidden');
  setting.cluster.lookedAt(true);
  setting.cluster.pause();
  await setting.clock.pass(60_000);
  assert.equal(setting.requests, 0, 'the cluster is paused');
  setting.cluster.resume();
  await setting.clock.pass(60_000);
  assert.ok(setting.requests > 0);
  setting.cluster.close();
  assert.equal(setting.clock.waiting, 0);
});

test('heartbeat shows a frozen server as unreachable within 15 seconds, and continues when it responds again', async () => {
  const setting = new Setting();
  await setting.open();
  setting.version = () => undefined;
  const frozen = setting.clock.now();
  while (setting.state === 'live') await setting.clock.pass(100);
  assert.equal(setting.state, 'unreachable');
  assert.ok(setting.clock.now() - frozen <= 15_000, `${setting.clock.now() - frozen} ms`);
  const state = getConnectionState(setting.cluster.snapshot);
  assert.ok(
    state.kind === 'unreachable' &&
      state.since !== undefined &&
      state.next !== undefined &&
      state.next > setting.clock.now(),
  );
  const watches = setting.connection.streams.length;
  setting.version = () => succeed({});
  await setting.clock.pass(20_000);
  assert.equal(setting.state, 'live');
  assert.equal(
    setting.connection.streams.length,
    watches + 2,
    'watches that may be dead are opened again, from where they were',
  );
  assert.equal(
    setting.connection.asked.filter(({ path }) => path.endsWith('/nodes')).length,
    1,
    'nothing is listed again',
  );
  setting.cluster.close();
  assert.equal(setting.clock.waiting, 0);
});

test('heartbeat accepts an event as a response', async () => {
  const setting = new Setting();
  await setting.open();
  setting.version = silent;
  await setting.clock.pass(10_000);
  assert.equal(setting.state, 'unreachable');
  setting.connection.last.event('BOOKMARK', { metadata: { resourceVersion: '9' } });
  setting.version = () => succeed({});
  await setting.clock.pass(1000);
  assert.equal(setting.state, 'live');
  setting.cluster.close();
});

test("heartbeat that stops with a hidden view doesn't leave a responding cluster unreachable", async () => {
  const setting = new Setting();
  await setting.open();
  setting.version = silent;
  await setting.clock.pass(10_000);
  assert.equal(setting.state, 'unreachable');
  setting.cluster.lookedAt(false);
  await setting.clock.pass(1000);
  assert.equal(setting.state, 'live');
  setting.cluster.close();
});

test('heartbeat accepts any status as a response', async () => {
  for (const kind of ['forbidden', 'notFound', 'server', 'tooMany', 'badAnswer'] as const) {
    const setting = new Setting();
    await setting.open();
    setting.version = () => refusal(kind);
    await setting.clock.pass(60_000);
    assert.equal(setting.state, 'live', kind);
    setting.cluster.close();
  }
});

test('heartbeat that the server rejects opens the watches again, which asks for the login, and does not repeat', async () => {
  const setting = new Setting();
  await setting.open();
  const { kind, message } = { kind: 'unauthorized', message: 'log in again' } as const;
  setting.version = () => refusal(kind);
  setting.connection.opening = () => ({ kind, message });
  await setting.clock.pass(20_000);
  assert.equal(setting.state, 'unauthorized', 'an open watch has no further response');
  assert.equal(setting.requests, 1);
  setting.cluster.close();
  assert.equal(setting.clock.waiting, 0);
});
