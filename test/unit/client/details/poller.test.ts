/** Tests how pages read data that isn't followed, and which targets commands accept from them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Poller } from '#client/details/poller.ts';
import { readTarget } from '#client/clusters/state/readTarget.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';

function stand(read: (signal: AbortSignal, before: number | undefined) => Promise<number>) {
  const clock = new ManualClock();
  let changes = 0;
  const poller = new Poller<number>({ clock, read, changed: () => (changes += 1), every: 1000 });
  return { clock, poller, changes: () => changes };
}

describe('poller', () => {
  test('reads repeatedly while the page is visible', async () => {
    const { clock, poller, changes } = stand((_, before = 0) => Promise.resolve(before + 1));
    poller.start();
    poller.start();
    await setImmediate();
    assert.deepEqual([poller.value, changes()], [1, 1]);
    await clock.pass(1000);
    await setImmediate();
    assert.equal(poller.value, 2);
    poller.stop();
    await clock.pass(10_000);
    await setImmediate();
    assert.equal(poller.value, 2, 'a hidden page reads nothing');
    poller.start();
    await setImmediate();
    assert.equal(poller.value, 3);
  });

  test('reads immediately after a change, and drops the earlier reading', async () => {
    const signals: AbortSignal[] = [];
    const { poller } = stand((signal) => {
      signals.push(signal);
      return Promise.resolve(signals.length);
    });
    poller.readNow();
    assert.equal(signals.length, 0, 'a hidden page reads nothing');
    poller.start();
    poller.readNow();
    await setImmediate();
    assert.deepEqual([signals.map(({ aborted }) => aborted), poller.value], [[true, false], 2]);
  });

  test('continues after a reading that failed', async () => {
    let count = 0;
    const { clock, poller, changes } = stand(() => {
      count += 1;
      return count === 1 ? Promise.reject(new Error('closed')) : Promise.resolve(count);
    });
    poller.start();
    await setImmediate();
    assert.deepEqual([poller.value, changes()], [undefined, 0]);
    await clock.pass(1000);
    await setImmediate();
    assert.equal(poller.value, 2);
  });
});

describe('target of a command', () => {
  const object = {
    group: 'apps',
    version: 'v1',
    plural: 'deployments',
    kind: 'Deployment',
    name: 'web',
    namespace: 'shop',
  };

  test('is a cluster, or an object of it', () => {
    assert.deepEqual(readTarget({ context: 'demo' }), { context: 'demo' });
    assert.deepEqual(readTarget({ context: 'demo', object, more: 1 }), { context: 'demo', object });
    assert.deepEqual(
      readTarget({ context: 'demo', object: { ...object, group: '', namespace: undefined } })?.object?.group,
      '',
    );
  });

  test("can't name another path of the API", () => {
    const wrong = [
      { plural: 'pods/../secrets' },
      { version: 'v1/namespaces' },
      { group: '../api' },
      { plural: '' },
      { version: 'v1?x' },
      { name: 1 },
    ];
    for (const change of wrong)
      assert.equal(
        readTarget({ context: 'demo', object: { ...object, ...change } }),
        undefined,
        JSON.stringify(change),
      );
    for (const value of [undefined, 'demo', 1, [], {}, { context: 1 }, { id: 'x', context: 'demo' }])
      assert.equal(readTarget(value), undefined);
  });
});
