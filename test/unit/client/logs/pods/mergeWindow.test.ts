/** Tests the back-pressure of merged logs. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MergeWindow, type MergeInput } from '#client/logs/podLogs/mergeWindow.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';

/** Size of each line, so that eight lines reach the limit. */
const size = 1_000_000;

function merge() {
  const lines: string[] = [];
  const window = new MergeWindow<string>(new ManualClock(), (items) => lines.push(...items));
  const push = (input: MergeInput<string>, name: string, ...times: readonly number[]): void => {
    for (const seconds of times) input.push(`${name}${seconds}`, { seconds, nanoseconds: 0 }, size);
  };
  return { lines, window, push };
}

/** Records whether a pause is over. */
function watched(wait: Promise<void> | undefined): { isOver: boolean } {
  const state = { isOver: wait === undefined };
  void wait?.then(() => void (state.isOver = true));
  return state;
}

const settled = async (): Promise<void> => {
  for (let step = 0; step < 5; step += 1) await Promise.resolve();
};

describe('merge of large logs', () => {
  test('continues to read the log that the others wait for, without waiting for the time limit', async () => {
    const { lines, window, push } = merge();
    const [early, late] = [window.open(), window.open()];
    push(late, 'late', 101, 102, 103, 104, 105, 106, 107, 108);
    const pause = watched(late.waitForSpace());
    assert.equal(pause.isOver, false);
    // The clock stands still, so each line of the other log must pass at once.
    for (let second = 1; second <= 50; second += 1) {
      assert.equal(early.waitForSpace(), undefined);
      push(early, 'early', second);
      assert.equal(lines.at(-1), `early${second}`);
    }
    await settled();
    assert.equal(pause.isOver, false);
    early.close();
    await settled();
    assert.equal(pause.isOver, true);
    assert.deepEqual(lines.slice(50), [
      'late101',
      'late102',
      'late103',
      'late104',
      'late105',
      'late106',
      'late107',
      'late108',
    ]);
  });

  test('reads a paused log on when its own lines are written, even if other logs hold too many', async () => {
    const { lines, window, push } = merge();
    const [one, two, silent] = [window.open(), window.open(), window.open()];
    push(two, 'two', 11, 12, 13, 14, 15, 16, 17);
    push(one, 'one', 1);
    const [ofOne, ofTwo] = [watched(one.waitForSpace()), watched(two.waitForSpace())];
    assert.deepEqual([ofOne.isOver, ofTwo.isOver], [false, false]);
    push(silent, 'silent', 2);
    await settled();
    assert.deepEqual(lines, ['one1']);
    assert.deepEqual([ofOne.isOver, ofTwo.isOver], [true, false]);
  });

  test('pauses no log while the held lines are below the limit', () => {
    const { window, push } = merge();
    const [one] = [window.open(), window.open()];
    push(one, 'one', 1, 2, 3, 4, 5, 6, 7);
    assert.equal(one.waitForSpace(), undefined);
    push(one, 'one', 8);
    assert.ok(one.waitForSpace() instanceof Promise);
  });
});
