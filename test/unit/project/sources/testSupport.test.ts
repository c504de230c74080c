/** Tests the test support: a check that can't fail proves nothing, and a clock that jumps causes random failures. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { assertProportional, shortened } from '#test/support/performance/growth.ts';
import { PacedClock } from '#test/support/time/pacedClock.ts';
import { refusingPort } from '#test/support/network/refusingPort.ts';

describe('growth check', () => {
  /** Uses the return value of the work as its cost. */
  const told = (work: () => unknown): Promise<number> => Promise.resolve(Number(work()));
  test('accepts work that costs nothing, and linear work', async () => {
    await assertProportional(() => 0);
    await assertProportional((part) => 1000 * part, 'linear', told);
  });
  test('rejects quadratic work', () =>
    assert.rejects(
      assertProportional((part) => 10_000 * part ** 2, 'pairs', told),
      /pairs: 16 times the input costs 256 times as much/,
    ));
  test('keeps both ends of a shortened text', () => {
    assert.equal(shortened('abcdefgh', 1), 'abcdefgh');
    assert.equal(shortened('abcdefgh', 1 / 4), 'ah');
  });
});

describe('paced clock', () => {
  test('passes no timer while the process is busy', async () => {
    const clock = new PacedClock(1000);
    const fired: string[] = [];
    const last = new Promise<void>((resolve) => {
      clock.after(300_000, () => {
        fired.push('last');
        resolve();
      });
    });
    clock.after(1000, () => fired.push('first'));
    const before = clock.now();
    for (const until = performance.now() + 20; performance.now() < until;);
    assert.ok(clock.now() - before <= 1000, 'twenty seconds of it would have passed');
    await last;
    assert.deepEqual(fired, ['first', 'last']);
    assert.equal(clock.waiting, 0);
  });
});

test('refusing port refuses connections', async () => {
  const { port, release } = await refusingPort();
  const [error]: unknown[] = await once(connect(port, '127.0.0.1'), 'error').catch((reason: unknown) => [reason]);
  assert.match(String(error), /ECONNREFUSED/);
  await release();
});
