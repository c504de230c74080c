/** Tests how often lookups are repeated while an operation waits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LookupRefresher } from '#client/kubernetes/read/lookupRefresher.ts';
import { succeed } from '#core/common/result.ts';

/**
 * Counts the reads in one hour.
 * @param takes duration of each read, in milliseconds
 * @returns number of reads
 */
async function readings(takes: number): Promise<number> {
  let [now, count] = [0, 0];
  const keeper = new LookupRefresher({
    connection: {
      ask: () => {
        count += 1;
        now += takes;
        return Promise.resolve(succeed({ gitVersion: 'v1.31.0' }));
      },
      send: () => assert.fail('nothing is sent'),
    },
    ids: ['kubeVersion'],
    clock: { now: () => now },
    signal: new AbortController().signal,
  });
  while (now < 3_600_000) {
    await keeper.read();
    keeper.hurry();
    now += Math.max(1, keeper.due);
  }
  return count;
}

test('fact keeper pauses between readings that take minutes', async () => {
  assert.ok((await readings(100)) > 1000, 'a fast one every two seconds');
  const slow = await readings(300_000);
  assert.ok(slow >= 5 && slow <= 7, `half of the time is left to others: ${slow}`);
});
