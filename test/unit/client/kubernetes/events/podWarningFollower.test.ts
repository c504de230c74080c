/** Tests that the warnings of pods are followed only where they are shown. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PodWarningFollower } from '#client/kubernetes/events/podWarningFollower.ts';
import { fail, succeed } from '#core/common/result.ts';
import { HandClock } from '#test/support/cluster/clusterHarness.ts';
import { podEvent } from '#test/support/cluster/eventServer.ts';
import { ScriptedConnection } from '#test/support/cluster/scriptedConnection.ts';

function follow() {
  const [connection, clock] = [new ScriptedConnection(), new HandClock()];
  let changes = 0;
  const follower = new PodWarningFollower({
    connection,
    clock,
    chance: () => 0.5,
    log: (message) => assert.fail(message),
    changed: () => void (changes += 1),
  });
  /** Waits for requests that are answered immediately, and for collected changes. */
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    clock.pass(150);
  };
  return { connection, follower, settle, changes: () => changes };
}

const later = (event: ReturnType<typeof podEvent>) => ({ ...event, lastTimestamp: '2026-01-01T02:00:00Z' });
const list = (...items: readonly unknown[]) => succeed({ items, metadata: { resourceVersion: '7' } });

test('pod warnings keep the newest one of each pod, and update with the watch', async () => {
  const { connection, follower, settle, changes } = follow();
  const old = podEvent('web-0', 'pod', { reason: 'Failed', metadata: { name: 'a', uid: 'a', namespace: 'shop' } });
  connection.answer = () => list(old);
  follower.follow(new Set(['shop']));
  await settle();
  const [asked] = connection.asked;
  assert.equal(asked?.path, '/api/v1/namespaces/shop/events');
  assert.equal(asked.query['fieldSelector'], 'type=Warning');
  assert.equal(follower.warnings.byObject.get('pod')?.reason, 'Failed');
  connection.last.open();
  const object = later(podEvent('web-0', 'pod', { metadata: { name: 'b', uid: 'b', resourceVersion: '8' } }));
  connection.last.event('ADDED', object);
  await settle();
  await settle();
  assert.equal(follower.warnings.byObject.get('pod')?.reason, 'BackOff');
  assert.ok(changes() >= 2);
  follower.stop();
  assert.equal(connection.active, 0);
});

test('pod warnings send no requests while they are paused, or after their namespace is hidden', async () => {
  const { connection, follower, settle } = follow();
  connection.answer = () => list(podEvent('web-0', 'pod'));
  follower.follow(new Set(['shop']));
  await settle();
  assert.equal(connection.active, 1);
  follower.pause();
  assert.equal(connection.active, 0);
  follower.follow(new Set(['shop', 'other']));
  await settle();
  assert.equal(connection.active, 0, 'a namespace that is shown while paused is not read');
  follower.resume();
  await settle();
  assert.equal(connection.active, 2);
  follower.follow(new Set());
  await settle();
  assert.equal(connection.active, 0);
  assert.equal(follower.warnings.byObject.size, 0);
  follower.stop();
});

test('pod warnings name the namespaces whose events are forbidden, and follow at most 20 namespaces', async () => {
  const { connection, follower, settle } = follow();
  connection.answer = () => fail({ kind: 'forbidden', message: 'no', status: 403 });
  follower.follow(new Set(['shop']));
  await settle();
  assert.deepEqual([...follower.warnings.forbidden], ['shop']);
  connection.answer = () => list();
  follower.follow(new Set(Array.from({ length: 30 }, (_, index) => `ns-${index}`)));
  await settle();
  assert.equal(connection.active, 20);
  follower.stop();
});
