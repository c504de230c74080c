/** Tests when hidden views pause their clusters. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VisibilityController } from '#client/clusters/sessions/visibility.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';

test('visibility pauses clusters while the view is hidden, except during an operation', async () => {
  const clock = new ManualClock();
  const awake = new VisibilityController(clock);
  const did: string[] = [];
  const looks: boolean[] = [];
  const cluster = {
    pause: () => void did.push('pause'),
    resume: () => void did.push('resume'),
    lookedAt: (is: boolean) => void looks.push(is),
  };
  awake.add(cluster);
  await clock.pass(19_000);
  assert.deepEqual(did, [], 'what was just opened is read first');
  await clock.pass(2000);
  assert.deepEqual(did, ['pause']);
  awake.looking(true);
  awake.looking(false);
  await clock.pass(10_000);
  awake.looking(true);
  await clock.pass(60_000);
  assert.deepEqual(did, ['pause', 'resume'], 'a look elsewhere pauses nothing');
  awake.busy(cluster, true);
  awake.looking(false);
  await clock.pass(60_000);
  assert.deepEqual(did, ['pause', 'resume']);
  awake.busy(cluster, false);
  assert.deepEqual(did, ['pause', 'resume', 'pause']);
  assert.deepEqual(looks, [false, true, false, true, false], 'the cluster knows when the view is visible');
  awake.dispose();
  assert.equal(clock.waiting, 0);
});
