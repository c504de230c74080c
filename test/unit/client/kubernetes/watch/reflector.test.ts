/** Tests how a reflector follows a kind without failures, and what it reads. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Following, listOf, status, thing, things, thingsPath } from '#test/support/cluster/followCluster.ts';

test('reflector lists, watches from the list version, and applies events', async () => {
  const following = new Following();
  following.connection.answer = () => listOf(7, [thing('a', 3), thing('b', 5)]);
  await following.start();
  assert.deepEqual(following.states, ['syncing', 'listed', 'live']);
  const { asked } = following.connection.last;
  assert.equal(asked.path, thingsPath);
  assert.deepEqual(
    { ...asked.query },
    {
      fieldSelector: undefined,
      labelSelector: undefined,
      watch: true,
      allowWatchBookmarks: true,
      resourceVersion: '7',
      timeoutSeconds: 300,
    },
  );
  following.connection.last.event('ADDED', thing('c', 8));
  following.connection.last.event('MODIFIED', thing('a', 9, 'new'));
  following.connection.last.event('DELETED', thing('b', 10));
  assert.deepEqual(following.items, { a: 'new', c: 'a' });
  following.reflector.stop();
});

test('reflector requests a random watch timeout between 300 and 600 seconds', async () => {
  const following = new Following({ chance: 0.5 });
  await following.start();
  assert.equal(following.connection.last.asked.query['timeoutSeconds'], 450);
  following.reflector.stop();
});

test('reflector continues from the last event after a watch ends normally', async () => {
  const following = new Following();
  await following.start();
  following.connection.last.event('ADDED', thing('a', 12));
  await following.clock.pass(60_000);
  following.connection.last.end();
  await following.clock.pass(0);
  assert.equal(following.watches, 2);
  assert.equal(following.connection.last.asked.query['resourceVersion'], '12');
  assert.equal(following.lists, 1);
  assert.equal(following.state, 'live');
  following.reflector.stop();
});

test('reflector updates the version and data time on a bookmark without changing objects', async () => {
  const following = new Following();
  await following.start();
  const before = following.held;
  await following.clock.pass(60_000);
  following.connection.last.event('BOOKMARK', { metadata: { resourceVersion: '99' } });
  assert.equal(following.held.items, before.items);
  assert.equal(following.held.asOf, following.clock.now());
  await following.clock.pass(10_000);
  following.connection.last.end();
  await following.clock.pass(0);
  assert.equal(following.connection.last.asked.query['resourceVersion'], '99');
  following.reflector.stop();
});

test('reflector reads lists and watch events alike and keeps only the read fields', async () => {
  const following = new Following();
  following.connection.answer = () =>
    listOf(1, [{ ...Object(thing('a', 1)), status: { large: 'x' } }, { metadata: {} }, 'no object']);
  await following.start();
  following.connection.last.event('ADDED', { ...Object(thing('b', 2)), kind: 'Thing', apiVersion: 'example.com/v1' });
  const [a, b] = [...following.held.items.values()];
  assert.deepEqual(Object.keys(a ?? {}), Object.keys(b ?? {}));
  assert.equal(following.held.items.size, 2);
  following.reflector.stop();
});

test('reflector treats a recreated object as new even if it missed the deletion', async () => {
  const following = new Following();
  following.connection.answer = () => listOf(1, [thing('a', 1, 'old', 'one')]);
  await following.start();
  following.connection.last.event('MODIFIED', thing('a', 5, 'new', 'two'));
  assert.deepEqual([...following.held.items.keys()], ['two']);
  // The deletion of the previous object arrives late. The new object must remain.
  following.connection.last.event('DELETED', thing('a', 6, 'old', 'one'));
  assert.deepEqual([...following.held.items.keys()], ['two']);
  following.connection.last.event('DELETED', thing('a', 7, 'new', 'two'));
  assert.equal(following.held.items.size, 0);
  following.reflector.stop();
});

test('reflector drops an object that can no longer be read', async () => {
  const following = new Following();
  following.connection.answer = () => listOf(1, [thing('a', 1)]);
  await following.start();
  following.connection.last.event('MODIFIED', { metadata: { name: 'a', uid: 'uid-a', resourceVersion: '4' } });
  assert.equal(following.held.items.size, 0);
  following.connection.last.event('MODIFIED', thing('a', 5));
  assert.equal(following.held.items.size, 1);
  following.reflector.stop();
});

test('reflector distinguishes objects with the same name in different namespaces', async () => {
  const following = new Following();
  const inNamespace = (namespace: string): unknown => ({
    metadata: { name: 'a', namespace, uid: namespace, resourceVersion: '1' },
    value: 'x',
  });
  following.connection.answer = () => listOf(1, [inNamespace('one'), inNamespace('two')]);
  await following.start();
  assert.equal(following.held.items.size, 2);
  following.reflector.stop();
});

test('reflector requests only metadata for metadata-only kinds', async () => {
  const following = new Following({ kind: { ...things, metadataOnly: true, labelSelector: 'a=b' } });
  await following.start();
  assert.equal(
    following.connection.asked[0]?.accept,
    'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1',
  );
  assert.equal(following.connection.last.asked.accept, 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1');
  assert.equal(following.connection.asked[0]?.query['labelSelector'], 'a=b');
  assert.equal(following.connection.last.asked.query['labelSelector'], 'a=b');
  following.reflector.stop();
});

test('reflector logs a sink that throws once and continues', async () => {
  const following = new Following();
  following.onChange = () => {
    throw new Error('the sink is broken');
  };
  await following.start();
  following.connection.last.event('ADDED', thing('a', 2));
  following.connection.last.event('ADDED', thing('b', 3));
  assert.deepEqual(following.items, { a: 'a', b: 'a' });
  assert.equal(following.logged.length, 1);
  assert.match(following.logged[0] ?? '', /the sink is broken/);
  await following.clock.pass(10_000);
  following.connection.last.end();
  await following.clock.pass(0);
  assert.equal(following.connection.last.asked.query['resourceVersion'], '3');
  following.reflector.stop();
});

test('reflector starts no watch and reports nothing when stopped during a list', async () => {
  const following = new Following();
  following.connection.answer = () => undefined;
  await following.start();
  assert.equal(following.connection.active, 1);
  const told = following.changes.length;
  following.reflector.stop();
  await following.clock.pass(600_000);
  assert.equal(following.isOver, true);
  assert.equal(following.changes.length, told);
  assert.deepEqual([following.watches, following.connection.active, following.clock.waiting], [0, 0, 0]);
});

test('reflector ignores late events when stopped during a watch', async () => {
  const following = new Following();
  await following.start();
  const told = following.changes.length;
  const stream = following.connection.last;
  following.reflector.stop();
  stream.event('ADDED', thing('late', 9));
  await following.clock.pass(600_000);
  assert.equal(following.changes.length, told);
  assert.deepEqual([following.isOver, following.connection.active, following.clock.waiting], [true, 0, 0]);
});

test('reflector can be stopped by its own sink', async () => {
  const following = new Following();
  following.onChange = ({ kind }) => {
    if (kind === 'replace') following.reflector.stop();
  };
  await following.start();
  assert.deepEqual(
    [following.watches, following.connection.active, following.clock.waiting, following.isOver],
    [0, 0, 0, true],
  );
});

test('reflector sends no requests while paused and resumes from the last version', async () => {
  const following = new Following();
  await following.start();
  following.connection.last.event('ADDED', thing('a', 30));
  following.reflector.pause();
  following.reflector.pause();
  assert.equal(following.state, 'paused');
  await following.clock.pass(3_600_000);
  assert.deepEqual([following.connection.active, following.clock.waiting, following.watches], [0, 0, 1]);
  following.reflector.resume();
  assert.equal(following.state, 'syncing');
  await following.clock.pass(300);
  assert.equal(following.connection.last.asked.query['resourceVersion'], '30');
  assert.deepEqual([following.state, following.lists], ['live', 1]);
  following.reflector.stop();
});

test('reflector lists again on resume if its version has expired', async () => {
  const following = new Following();
  await following.start();
  following.reflector.pause();
  await following.clock.pass(3_600_000);
  following.connection.answer = () => listOf(500, [thing('b', 400)]);
  following.connection.opening = ({ query }, stream) => {
    if (query['resourceVersion'] !== '1') return true;
    queueMicrotask(() => stream.event('ERROR', status(410, 'Expired')));
    return true;
  };
  following.reflector.resume();
  await following.clock.pass(300);
  assert.deepEqual(following.items, { b: 'a' });
  assert.deepEqual(following.states.slice(-4), ['syncing', 'syncing', 'listed', 'live']);
  following.reflector.stop();
});

test('reflector recovers from repeated pauses and resumes', async () => {
  const following = new Following();
  await following.start();
  for (let times = 0; times < 5; times += 1) {
    following.reflector.pause();
    following.reflector.resume();
  }
  await following.clock.pass(300);
  assert.deepEqual([following.state, following.connection.active, following.lists], ['live', 1, 1]);
  following.reflector.stop();
});

test('reflector waits for a resume if paused before it starts', async () => {
  const following = new Following();
  following.reflector.pause();
  await following.start();
  assert.deepEqual([following.state, following.connection.asked.length], ['paused', 0]);
  following.reflector.resume();
  await following.clock.pass(300);
  assert.equal(following.state, 'live');
  following.reflector.stop();
});

test('reflector logs a connection that throws and retries', async () => {
  const following = new Following();
  following.connection.answer = () => {
    throw new Error('a fault of ours');
  };
  await following.start();
  assert.equal(following.state, 'retrying');
  assert.match(following.logged[0] ?? '', /a fault of ours/);
  following.connection.answer = () => listOf(1, []);
  await following.clock.pass(2000);
  assert.equal(following.state, 'live');
  following.reflector.stop();
});
