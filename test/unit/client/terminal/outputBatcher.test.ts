/** Tests when the output of a terminal is delivered to VS Code. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OutputBatcher } from '#client/terminal/pty/outputBatcher.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';

function stage() {
  const clock = new ManualClock();
  const start = clock.now();
  const deliveries: { readonly at: number; readonly text: string }[] = [];
  const batcher = new OutputBatcher(clock, (text) => deliveries.push({ at: clock.now() - start, text }));
  return { clock, batcher, deliveries };
}

describe('the output of a terminal', () => {
  test('appears without a delay, and then at most every 16 ms', async () => {
    const { clock, batcher, deliveries } = stage();
    void batcher.push('a');
    await clock.pass(0);
    for (let count = 0; count < 40; count += 1) {
      void batcher.push('b');
      await clock.pass(1);
    }
    await clock.pass(100);
    assert.deepEqual(deliveries[0], { at: 0, text: 'a' });
    for (const [index, { at }] of deliveries.entries())
      assert.ok(index === 0 || at - (deliveries[index - 1]?.at ?? 0) >= 16, JSON.stringify(deliveries));
    assert.equal(deliveries.map(({ text }) => text).join(''), `a${'b'.repeat(40)}`);
    assert.equal(clock.waiting, 0);
  });

  test('counts as delivered only after its delivery, so that the socket can be paused', async () => {
    const { clock, batcher, deliveries } = stage();
    const done: number[] = [];
    const part = 'y'.repeat(40_000);
    for (let index = 0; index < 3; index += 1) void batcher.push(part).then(() => done.push(index));
    await clock.pass(0);
    assert.deepEqual(done, [0]);
    await clock.pass(16);
    assert.deepEqual(done, [0, 1]);
    await clock.pass(16);
    assert.deepEqual(done, [0, 1, 2]);
    assert.ok(deliveries.every(({ text }) => text.length <= 64 * 1024));
  });

  test('is divided if a part is very long, but never within a character', async () => {
    const { clock, batcher, deliveries } = stage();
    const text = `a${'🙂'.repeat(200_000)}`;
    let isDelivered = false;
    void batcher.push(text).then(() => {
      isDelivered = true;
    });
    await clock.pass(16);
    assert.equal(isDelivered, false);
    await clock.pass(200);
    assert.equal(isDelivered, true);
    assert.ok(deliveries.every((one) => one.text.length <= 64 * 1024 && Buffer.from(one.text).toString() === one.text));
    assert.equal(deliveries.map((one) => one.text).join(''), text);
    assert.equal(clock.waiting, 0);
  });

  test('shares a promise between small parts, because a command can write single characters', async () => {
    const { clock, batcher, deliveries } = stage();
    const promises = new Set(Array.from({ length: 10_000 }, () => batcher.push('a')));
    assert.ok(promises.size < 5, String(promises.size));
    await clock.pass(16);
    await Promise.all(promises);
    assert.equal(deliveries.map((one) => one.text).join(''), 'a'.repeat(10_000));
  });

  test('is discarded when the terminal is closed, and nothing waits for it', async () => {
    const { clock, batcher, deliveries } = stage();
    const pushed = batcher.push('a');
    const drained = batcher.drained();
    batcher.dispose();
    await Promise.all([pushed, drained]);
    await clock.pass(100);
    assert.deepEqual(deliveries, []);
    assert.equal(clock.waiting, 0);
  });
});
