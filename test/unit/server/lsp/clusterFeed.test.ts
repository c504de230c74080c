/** Tests that the latest update of a client applies, and that a flood of updates causes little work. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ClusterFeed } from '#server/lsp/clusterFeed.ts';
import { knownCluster } from '#test/support/manifests/validationCluster.ts';

function feeding() {
  const read: unknown[] = [];
  const logged: string[] = [];
  const due: (() => void)[] = [];
  const feed = new ClusterFeed({
    read: async (sent) => {
      read.push(sent);
      await Promise.resolve();
      if (sent === 'bad') throw new Error('on purpose');
      return sent === undefined ? undefined : knownCluster({ name: JSON.stringify(sent) });
    },
    log: (message) => logged.push(message),
    after: (_, work) => due.push(work),
  });
  let changes = 0;
  feed.known.onChange(() => (changes += 1));
  /** Lets the delay before the next update pass. */
  const pass = async () => {
    for (const work of due.splice(0)) work();
    await setImmediate();
  };
  return { feed, read, logged, due, pass, changes: () => changes };
}

test('cluster feed reads the first update immediately and only the last of a burst', async () => {
  const { feed, read, pass, changes } = feeding();
  for (let each = 0; each < 1000; each += 1) feed.receive(each);
  await setImmediate();
  assert.deepEqual(read, [0]);
  await pass();
  assert.deepEqual(read, [0, 999]);
  assert.equal(feed.known.value?.name, '999');
  assert.equal(changes(), 2);
  await pass();
  feed.receive('next');
  await setImmediate();
  assert.deepEqual(read, [0, 999, 'next'], 'read at once, when nothing came for a while');
});

test('cluster feed has no pending work when no updates arrive', async () => {
  const { feed, due, pass } = feeding();
  feed.receive('a');
  await setImmediate();
  await pass();
  assert.equal(due.length, 0);
});

test('cluster feed drops the facts when none are sent', async () => {
  const { feed, pass } = feeding();
  feed.receive('a');
  await setImmediate();
  await pass();
  feed.receive(undefined);
  await setImmediate();
  assert.equal(feed.known.value, undefined);
});

test('cluster feed logs an unreadable update and reads the next one', async () => {
  const { feed, logged, pass } = feeding();
  feed.receive('bad');
  await setImmediate();
  assert.match(logged.join('\n'), /on purpose/);
  await pass();
  feed.receive('good');
  await setImmediate();
  assert.equal(feed.known.value?.name, JSON.stringify('good'));
});
