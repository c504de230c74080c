/**
 * Tests the shutdown of features when the window closes: it stops running programs and waits for them, up to a time
 * limit.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLazyFeature } from '#client/features/lazyFeature.ts';
import { shutDownFeatures } from '#client/features/shutdown.ts';
import { ActiveLogStreams } from '#client/logs/activeLogStreams.ts';
import { CollectRunRegistry } from '#client/mustGather/collect/run/collectRunRegistry.ts';
import { CreatedResourcesStore } from '#client/mustGather/collect/run/createdResourcesStore.ts';
import { HandClock } from '#test/support/cluster/clusterHarness.ts';

/** Creates a program that records stop requests and ends when the test calls `end`. */
function program() {
  let stops = 0;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { ended, end, target: '/x', stop: () => void (stops += 1), stops: () => stops };
}

/** Returns whether the work is complete after everything that can run immediately has run. */
async function isOver(work: Promise<unknown>): Promise<boolean> {
  let over = false;
  void work.then(() => (over = true));
  await new Promise((resolve) => setImmediate(resolve));
  return over;
}

describe('shutdown', () => {
  test('waits until a must-gather has cleaned up', async () => {
    const gatherings = new CollectRunRegistry(new CreatedResourcesStore('/nowhere'));
    const run = program();
    const during = gatherings.during('c', run, () => run.ended);
    const leaving = shutDownFeatures(new HandClock(), [() => gatherings.leave()]);
    assert.equal(await isOver(leaving), false);
    assert.equal(run.stops(), 1);
    run.end();
    await leaving;
    await during;
    assert.equal(gatherings.isRunning, false);
    await gatherings.leave();
    assert.equal(run.stops(), 1, 'what has ended is not told again');
  });

  test('waits until a log writer has ended', async () => {
    const running = new ActiveLogStreams();
    const writing = program();
    running.add(writing);
    const leaving = running.leave();
    assert.equal(await isOver(leaving), false);
    assert.equal(writing.stops(), 1);
    writing.end();
    await leaving;
  });

  test('waits at most 4 seconds, even if another task fails', async () => {
    const clock = new HandClock();
    const leaving = shutDownFeatures(clock, [
      () => Promise.reject(new Error('no way')),
      () => new Promise(() => undefined),
    ]);
    clock.pass(3999);
    assert.equal(await isOver(leaving), false);
    clock.pass(1);
    await leaving;
  });

  test("doesn't load unused features and skips those without cleanup", async () => {
    let loaded = 0;
    let left = 0;
    const load = () => {
      loaded += 1;
      return Promise.resolve({ dispose: () => undefined, shutDown: () => Promise.resolve(void (left += 1)) });
    };
    const lazyFeature = createLazyFeature(load);
    await lazyFeature.shutDown();
    assert.deepEqual([loaded, left], [0, 0]);
    await lazyFeature.load();
    await lazyFeature.shutDown();
    assert.deepEqual([loaded, left], [1, 1]);
    const plain = createLazyFeature(() => Promise.resolve({ dispose: () => undefined }));
    await plain.load();
    await plain.shutDown();
  });
});
