/** Tests a reflector with random changes and faults. In the end, it holds the same objects as a fresh list. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { random, type Random } from '#test/support/randomInput/random.ts';
import { ScriptedCluster } from '#test/support/cluster/scriptedCluster.ts';
import { Following } from '#test/support/cluster/followCluster.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const;

/** Makes one random change or fault. */
async function step(chance: Random, cluster: ScriptedCluster, { clock, reflector }: Following): Promise<void> {
  const kind = chance.below(22);
  if (kind < 6) cluster.put(chance.pick(names), String(chance.below(1000)));
  else if (kind < 9) cluster.delete(chance.pick(names));
  else if (kind === 9) {
    const name = chance.pick(names);
    cluster.delete(name);
    cluster.put(name, 'again');
  } else if (kind < 12)
    cluster.breakWatches(chance.pick(['reset', 'end', 'deaf', 'error', 'errorLeftOpen', 'nonsense', 'gone']), chance);
  else if (kind < 14)
    cluster.next(
      chance.pick([
        'network',
        'server',
        'unauthorized',
        'forbidden',
        'gone',
        'tooMany',
        'notFound',
        'timeout',
        'badAnswer',
      ]),
    );
  else if (kind === 14) cluster.compact();
  else if (kind === 15) reflector.pause();
  else if (kind === 16) reflector.resume();
  else if (kind === 17) reflector.retryNow();
  else if (kind === 18) cluster.bookmark();
  else await clock.pass(chance.pick([0, 50, 250, 1000, 10_000, 120_000]));
}

for (const part of [1, 2, 3, 4]) {
  test(`reflector converges to a fresh list after 100 random sequences of faults, part ${part}`, async () => {
    for (let seed = part * 1000; seed < part * 1000 + 100; seed += 1) {
      const chance = random(seed);
      const following = new Following();
      const cluster = new ScriptedCluster(following.connection);
      cluster.pageSize = 1 + chance.below(4);
      for (const name of names.slice(0, chance.below(names.length))) cluster.put(name, 'first');
      await following.start();
      for (let count = 0; count < 60; count += 1) await step(chance, cluster, following);
      cluster.clearFaults();
      following.reflector.resume();
      // An idle watch is detected after 100 s, and a granted permission after 60 s.
      for (let minute = 0; minute < 7; minute += 1) {
        await following.clock.pass(60_000);
        cluster.bookmark();
      }
      const held = new Map([...following.held.items.values()].map(({ uid, value }) => [uid, value]));
      assert.equal(following.state, 'live', `seed ${seed}`);
      assert.deepEqual([...held].sort(byUid), [...cluster.truth].sort(byUid), `seed ${seed}`);
      assert.equal(
        following.held.items.size,
        new Set([...following.held.items.values()].map(({ name }) => name)).size,
        `seed ${seed}: no name twice`,
      );
      assert.deepEqual([following.connection.active, following.logged], [1, []], `seed ${seed}`);
      following.reflector.stop();
      await following.clock.pass(0);
      assert.deepEqual(
        [following.connection.active, following.clock.waiting, following.isOver],
        [0, 0, true],
        `seed ${seed}`,
      );
    }
  });
}

function byUid([one]: readonly [string, string], [other]: readonly [string, string]): number {
  return one.localeCompare(other);
}
