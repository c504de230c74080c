/** Tests events and responses that arrive too late, twice, or after the end. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StreamOptions } from '#client/kubernetes/connection.ts';
import { fail } from '#core/common/result.ts';
import { abortedProblem } from '#test/support/cluster/scriptedConnection.ts';
import { Following, listOf, problem, refusal, status, thing } from '#test/support/cluster/followCluster.ts';

test('reflector ignores a connection that keeps sending after a pause', async () => {
  const following = new Following();
  const opened: StreamOptions[] = [];
  const ends: (() => void)[] = [];
  following.connection.stream = (_path, options) => {
    opened.push(options);
    options.onOpen?.();
    return new Promise((resolve) => {
      ends.push(() => resolve(fail(abortedProblem)));
    });
  };
  void following.reflector.run();
  await following.clock.pass(100);
  following.reflector.pause();
  const told = following.changes.length;
  // By this time, the watch would have counted as settled.
  await following.clock.pass(500);
  opened[0]?.onLine(JSON.stringify({ type: 'ADDED', object: thing('late', 9) }));
  assert.deepEqual([following.changes.length, following.state], [told, 'paused']);
  for (const end of ends) end();
  await following.clock.pass(0);
  assert.equal(following.clock.waiting, 0);
  following.reflector.stop();
});

test('reflector reports nothing after it is stopped', async () => {
  const following = new Following();
  await following.start();
  following.reflector.stop();
  const told = following.changes.length;
  following.reflector.pause();
  following.reflector.resume();
  following.reflector.retryNow();
  void following.reflector.run();
  await following.clock.pass(60_000);
  assert.deepEqual([following.changes.length, following.connection.active, following.clock.waiting], [told, 0, 0]);
});

test('reflector keeps the later of two listed objects with the same name', async () => {
  const following = new Following();
  following.connection.answer = () => listOf(1, [thing('a', 1, 'old', 'one'), thing('a', 2, 'new', 'two')]);
  await following.start();
  assert.deepEqual([...following.held.items.keys()], ['two']);
  following.reflector.stop();
});

test("reflector doesn't report watches as forbidden again once they are allowed", async () => {
  const following = new Following();
  following.connection.opening = () => problem('forbidden', { status: 403 });
  await following.start();
  following.connection.opening = () => true;
  await following.clock.pass(31_000);
  assert.equal(following.state, 'live');
  const before = following.states.length;
  following.connection.last.event('ERROR', status(410, 'Expired'));
  await following.clock.pass(300);
  assert.deepEqual(following.states.slice(before), ['syncing', 'listed', 'live']);
  following.reflector.stop();
});

test('reflector reports the removal of all objects of an absent kind only once', async () => {
  const following = new Following();
  following.connection.answer = () => listOf(5, [thing('a', 5)]);
  await following.start();
  following.connection.answer = () => refusal('notFound', { status: 404 });
  following.connection.last.fail(problem('notFound', { status: 404 }));
  await following.clock.pass(100_000);
  assert.equal(following.lists, 4);
  assert.equal(following.states.filter((state) => state === 'listed').length, 2);
  following.reflector.stop();
});

test('reflector leaves no timer when stopped while waiting', async () => {
  const following = new Following();
  following.connection.answer = () => refusal('forbidden', { status: 403 });
  await following.start();
  assert.equal(following.clock.waiting, 1);
  following.reflector.stop();
  await following.clock.pass(0);
  assert.deepEqual([following.clock.waiting, following.isOver], [0, true]);
});
