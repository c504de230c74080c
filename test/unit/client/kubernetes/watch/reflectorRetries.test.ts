/** Tests how a reflector handles failures: each pitfall in notes/cluster.md, and each state. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Following, listOf, problem, refusal, status, thing } from '#test/support/cluster/followCluster.ts';

test('reflector retries a broken watch from its version with growing delays', async () => {
  const following = new Following({ chance: 1 });
  await following.start();
  following.connection.last.event('ADDED', thing('a', 20));
  const waits: number[] = [];
  following.connection.opening = () => problem('network');
  following.connection.last.fail(problem('network'));
  for (let times = 0; times < 8; times += 1) {
    await following.clock.pass(0);
    const { state } = following.held;
    assert.equal(state.kind, 'retrying');
    const wait = (state.kind === 'retrying' ? (state.next ?? 0) : 0) - following.clock.now();
    waits.push(wait);
    await following.clock.pass(wait);
  }
  assert.deepEqual(waits, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  following.connection.opening = () => true;
  await following.clock.pass(31_000);
  assert.deepEqual([following.state, following.lists], ['live', 1]);
  assert.equal(following.connection.last.asked.query['resourceVersion'], '20');
  // After a recovery, the next delay is short again.
  following.connection.last.fail(problem('network'));
  await following.clock.pass(1000);
  await following.clock.pass(300);
  assert.equal(following.state, 'live');
  following.reflector.stop();
});

test('reflector sends at most two requests per second while retrying', async () => {
  const following = new Following({ chance: 0 });
  following.connection.answer = () => refusal('network');
  await following.start();
  const asked = following.connection.asked.length;
  await following.clock.pass(10_000);
  assert.ok(following.connection.asked.length - asked <= 20);
  following.reflector.stop();
});

test('reflector retries a failed list and reports its states', async () => {
  const following = new Following();
  following.connection.answer = () => refusal('server', { status: 500 });
  await following.start();
  const now = following.clock.now();
  assert.deepEqual(following.held.state, {
    kind: 'retrying',
    trouble: { message: 'it is server', status: 500 },
    since: now - 300,
    next: now + 200,
  });
  following.connection.answer = () => listOf(3, [thing('a', 3)]);
  await following.clock.pass(1000);
  assert.deepEqual(following.states, ['syncing', 'retrying', 'listed', 'live']);
  following.reflector.stop();
});

test('reflector honors Retry-After up to 5 minutes', async () => {
  for (const [asked, kept] of [
    [7000, 7000],
    [86_400_000, 300_000],
  ] as const) {
    const following = new Following();
    following.connection.answer = () => refusal('tooMany', { status: 429, retryAfter: asked });
    await following.start();
    following.connection.answer = () => listOf(1, []);
    await following.clock.pass(kept - 400);
    assert.equal(following.lists, 1);
    await following.clock.pass(1000);
    assert.deepEqual([following.lists, following.state], [2, 'live']);
    following.reflector.stop();
  }
});

test("reflector doesn't list again after 429 for a watch", async () => {
  const following = new Following();
  await following.start();
  following.connection.opening = () => problem('tooMany', { status: 429, retryAfter: 1000 });
  following.connection.last.fail(problem('network'));
  await following.clock.pass(60_000);
  assert.ok(following.watches > 10);
  assert.equal(following.lists, 1);
  following.reflector.stop();
});

for (const leaveOpen of [true, false]) {
  test(`reflector lists again after 410 Gone in a watch that is ${leaveOpen ? 'left open' : 'closed'}`, async () => {
    const following = new Following();
    await following.start();
    const stream = following.connection.last;
    following.connection.answer = () => listOf(50, [thing('b', 44)]);
    stream.event('ERROR', status(410, 'Expired', 'too old resource version'));
    if (!leaveOpen) stream.end();
    await following.clock.pass(300);
    assert.ok(stream.isOver);
    assert.deepEqual(following.states.slice(3), ['syncing', 'listed', 'live']);
    assert.deepEqual(following.items, { b: 'a' });
    following.reflector.stop();
  });

  test(`reflector retries, then lists, after any other error in a watch that is ${leaveOpen ? 'left open' : 'closed'}`, async () => {
    const following = new Following();
    await following.start();
    following.connection.opening = (_, stream) => {
      queueMicrotask(() => {
        stream.event('ERROR', status(500, 'InternalError', 'etcd\nleader changed'));
        if (!leaveOpen) stream.end();
      });
      return true;
    };
    following.connection.last.fail(problem('network'));
    await following.clock.pass(700);
    const { state } = following.held;
    assert.equal(
      state.kind === 'retrying' ? state.trouble.message : '',
      'The server closed the watch: etcd leader changed',
    );
    assert.equal(following.lists, 1);
    await following.clock.pass(3000);
    assert.ok(following.lists > 1);
    following.connection.opening = () => true;
    await following.clock.pass(60_000);
    assert.equal(following.state, 'live');
    following.reflector.stop();
  });
}

test('reflector lists again if a watch request returns 410 Gone', async () => {
  const following = new Following();
  await following.start();
  following.connection.opening = ({ query }) =>
    query['resourceVersion'] === '1' ? problem('gone', { status: 410 }) : true;
  following.connection.answer = () => listOf(9, []);
  await following.clock.pass(10_000);
  following.connection.last.end();
  await following.clock.pass(300);
  assert.deepEqual([following.lists, following.state], [2, 'live']);
  following.reflector.stop();
});

test('reflector limits its requests if every watch returns 410 Gone', async () => {
  const following = new Following();
  following.connection.opening = () => problem('gone', { status: 410 });
  await following.start();
  await following.clock.pass(60_000);
  assert.ok(following.lists > 2 && following.lists <= 121, String(following.lists));
  assert.equal(following.state, 'retrying');
  following.reflector.stop();
});

test('reflector limits its requests if the server ends every watch immediately', async () => {
  const following = new Following({ chance: 1 });
  following.connection.opening = (_, stream) => {
    queueMicrotask(() => stream.end());
    return true;
  };
  await following.start();
  await following.clock.pass(60_000);
  assert.ok(following.watches <= 8, String(following.watches));
  assert.equal(following.state, 'retrying');
  following.reflector.stop();
});

test('reflector reconnects after 100 seconds of silence', async () => {
  const following = new Following();
  await following.start();
  following.connection.last.event('ADDED', thing('a', 20));
  await following.clock.pass(99_000);
  assert.deepEqual([following.watches, following.state], [1, 'live']);
  following.connection.opening = () => false;
  await following.clock.pass(2000);
  assert.deepEqual([following.watches, following.state], [2, 'retrying']);
  assert.equal(following.connection.last.asked.query['resourceVersion'], '20');
  following.connection.last.open();
  await following.clock.pass(300);
  assert.deepEqual([following.lists, following.state], [1, 'live']);
  following.reflector.stop();
});

test("reflector reconnects if a watch isn't opened within 30 seconds", async () => {
  const following = new Following();
  following.connection.opening = () => false;
  await following.start();
  const [first] = following.connection.streams;
  await following.clock.pass(30_000);
  assert.equal(first?.isOver, true);
  assert.deepEqual([following.watches, following.state], [2, 'retrying']);
  following.reflector.stop();
});

for (const kind of ['unauthorized', 'credentials'] as const) {
  test(`reflector requires a login after ${kind} and retries every 30 seconds or on request`, async () => {
    const following = new Following();
    following.connection.answer = () => refusal(kind, { status: 401 });
    await following.start();
    assert.equal(following.state, 'unauthorized');
    await following.clock.pass(29_000);
    assert.equal(following.lists, 1);
    await following.clock.pass(1000);
    assert.equal(following.lists, 2);
    following.connection.answer = () => listOf(1, []);
    following.reflector.retryNow();
    await following.clock.pass(300);
    assert.equal(following.state, 'live');
    following.reflector.stop();
  });
}

test('reflector keeps its objects when the login expires during a watch', async () => {
  const following = new Following();
  following.connection.answer = () => listOf(5, [thing('a', 5)]);
  await following.start();
  following.connection.opening = () => problem('unauthorized', { status: 401 });
  await following.clock.pass(10_000);
  following.connection.last.end();
  await following.clock.pass(0);
  assert.deepEqual([following.state, following.items], ['unauthorized', { a: 'a' }]);
  following.connection.opening = () => true;
  await following.clock.pass(31_000);
  assert.deepEqual([following.state, following.lists], ['live', 1]);
  following.reflector.stop();
});

test('reflector reports the verb after 403 for a list and retries every minute', async () => {
  const following = new Following();
  following.connection.answer = () => refusal('forbidden', { status: 403 });
  await following.start();
  assert.deepEqual(following.held.state, {
    kind: 'forbidden',
    verb: 'list',
    trouble: { message: 'it is forbidden', status: 403 },
  });
  await following.clock.pass(59_000);
  assert.equal(following.lists, 1);
  following.connection.answer = () => listOf(1, []);
  await following.clock.pass(2000);
  assert.equal(following.state, 'live');
  following.reflector.stop();
});

test('reflector polls lists and reports it if watches are forbidden', async () => {
  const following = new Following();
  following.connection.answer = () => listOf(5, [thing('a', 5)]);
  following.connection.opening = () => problem('forbidden', { status: 403 });
  await following.start();
  assert.deepEqual([following.held.state.kind, following.items], ['forbidden', { a: 'a' }]);
  assert.equal(following.held.state.kind === 'forbidden' ? following.held.state.verb : '', 'watch');
  following.connection.answer = () => listOf(6, [thing('b', 6)]);
  await following.clock.pass(30_000);
  assert.deepEqual([following.state, following.items, following.lists], ['forbidden', { b: 'a' }, 2]);
  // The state doesn't flicker: immediately after the list, the reflector reports that watches are forbidden.
  const listed = following.changes.findLastIndex(({ kind }) => kind === 'replace');
  const after = following.changes[listed + 1];
  assert.equal(after?.kind === 'state' ? after.state.kind : '', 'forbidden');
  following.connection.opening = () => true;
  await following.clock.pass(30_300);
  assert.equal(following.state, 'live');
  following.reflector.stop();
});

test('reflector reports a kind as absent until its CRD is installed', async () => {
  const following = new Following();
  following.connection.answer = () => refusal('notFound', { status: 404 });
  await following.start();
  assert.deepEqual([following.state, following.held.items.size], ['absent', 0]);
  await following.clock.pass(29_000);
  assert.equal(following.lists, 1);
  following.connection.answer = () => listOf(5, [thing('a', 5)]);
  await following.clock.pass(1300);
  assert.deepEqual([following.state, following.items], ['live', { a: 'a' }]);
  following.reflector.stop();
});

test('reflector reports a kind as absent if its CRD is deleted during a watch', async () => {
  const following = new Following();
  following.connection.answer = () => listOf(5, [thing('a', 5)]);
  await following.start();
  following.connection.opening = () => problem('notFound', { status: 404 });
  await following.clock.pass(10_000);
  following.connection.last.end();
  await following.clock.pass(0);
  assert.deepEqual([following.state, following.held.items.size], ['absent', 0]);
  following.connection.opening = () => true;
  await following.clock.pass(31_000);
  assert.deepEqual([following.state, following.items], ['live', { a: 'a' }]);
  following.reflector.stop();
});

test('reflector retries the watch, then lists, after an invalid event', async () => {
  const following = new Following();
  await following.start();
  following.connection.opening = (_, stream) => {
    queueMicrotask(() => stream.line('<html>an angry proxy</html>'));
    return true;
  };
  following.connection.last.line('{"type":"ADDED","obj');
  await following.clock.pass(0);
  assert.equal(following.state, 'retrying');
  await following.clock.pass(5000);
  assert.ok(following.lists > 1);
  following.reflector.stop();
});

test('reflector ignores unknown events and accepts names such as __proto__', async () => {
  const following = new Following();
  await following.start();
  for (const line of [
    '{"type":"FOO","object":{}}',
    '{"type":"ADDED","object":{"metadata":{"name":"__proto__"}}}',
    '{"type":"DELETED"}',
    '',
  ]) {
    following.connection.last.line(line);
  }
  following.connection.last.event('ADDED', thing('__proto__', 3, 'x', '__proto__'));
  assert.equal(following.state, 'live');
  assert.equal(following.held.items.get('__proto__')?.value, 'x');
  following.reflector.stop();
});

test('reflector only ends a wait on retryNow', async () => {
  const following = new Following({ chance: 1 });
  await following.start();
  following.reflector.retryNow();
  await following.clock.pass(0);
  assert.equal(following.watches, 1);
  following.connection.last.fail(problem('network'));
  await following.clock.pass(0);
  following.reflector.retryNow();
  await following.clock.pass(0);
  assert.equal(following.watches, 2);
  following.reflector.stop();
});

test('reflector leaves no timer or request behind after 24 hours of broken connections', async () => {
  const following = new Following({ chance: 0.5 });
  await following.start();
  let breaks = 0;
  while (following.clock.now() < Date.UTC(2026, 0, 2)) {
    const kinds = ['network', 'server', 'unauthorized', 'gone', 'tooMany', 'timeout'] as const;
    following.connection.last.fail(problem(kinds[breaks % kinds.length] ?? 'network'));
    breaks += 1;
    await following.clock.pass(31_000 + (breaks % 5) * 40_000);
  }
  assert.ok(breaks > 500);
  assert.equal(following.connection.active, 1);
  // The idle timeout of the open watch.
  assert.ok(following.clock.waiting <= 1, String(following.clock.waiting));
  following.reflector.stop();
  await following.clock.pass(0);
  assert.deepEqual([following.connection.active, following.clock.waiting, following.isOver], [0, 0, true]);
});
