/** Tests the clock of a running simulator on a busy computer. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ScaledClock } from '#simulator/time/clock.ts';

describe('scaled clock', () => {
  test('stops at the callback that slows it down, even when it is late', async () => {
    const clock = new ScaledClock(1000);
    const done: string[] = [];
    const first = new Promise<void>((resolve) => {
      clock.after(1000, () => {
        done.push('first');
        clock.pace(0.001);
        resolve();
      });
    });
    clock.after(2000, () => done.push('second'));
    // Both are due before the event loop can run them.
    for (const until = performance.now() + 30; performance.now() < until;);
    await first;
    assert.deepEqual(done, ['first']);
    const second = new Promise<void>((resolve) => {
      clock.after(1500, resolve);
    });
    clock.pace(1000);
    await second;
    assert.deepEqual(done, ['first', 'second']);
    clock.stop();
  });
});
