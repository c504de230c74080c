import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RedrawGate } from '#client/tree/redrawGate.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';

/** A question to the window that isn't answered yet. */
interface Request {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

function gate() {
  const clock = new ManualClock();
  let redraws = 0;
  const requests: Request[] = [];
  const redraw = (): void => void (redraws += 1);
  const redrawGate = new RedrawGate(
    clock,
    redraw,
    () => new Promise<void>((resolve, reject) => void requests.push({ resolve, reject })),
  );
  /** Answers as the window does after it has drawn the rows. */
  const answer = async (end: (request: Request) => void = ({ resolve }) => resolve()) => {
    const request = requests.shift();
    assert.ok(request, 'the window was asked');
    end(request);
    await clock.pass(0);
  };
  return { clock, redrawGate, redraws: () => redraws, answer };
}

describe('redraws of the Clusters view', () => {
  test('happen at once when no row is being expanded', () => {
    const { redrawGate, redraws } = gate();
    redrawGate.request();
    assert.equal(redraws(), 1);
  });

  test('wait until VS Code has drawn the row that the user expands', async () => {
    const { clock, redrawGate, redraws, answer } = gate();
    redrawGate.expanding();
    redrawGate.request();
    redrawGate.request();
    assert.equal(redraws(), 0);
    await clock.pass(4000);
    assert.equal(redraws(), 0, 'a busy window takes its time');
    await answer();
    assert.equal(redraws(), 1, 'both requests are one redraw');
    redrawGate.request();
    assert.equal(redraws(), 2);
    assert.equal(clock.waiting, 0);
  });

  test('do not wait for a window that does not answer, or that refuses', async () => {
    const { clock, redrawGate, redraws, answer } = gate();
    redrawGate.expanding();
    redrawGate.request();
    await clock.pass(5149);
    assert.equal(redraws(), 0);
    await clock.pass(1);
    assert.equal(redraws(), 1);
    await answer();
    assert.equal(redraws(), 1, 'a late answer changes nothing');
    redrawGate.expanding();
    redrawGate.request();
    await clock.pass(150);
    await answer(({ reject }) => reject(new Error('closed')));
    assert.equal(redraws(), 2);
  });

  test('wait for the last of several rows', async () => {
    const { clock, redrawGate, redraws, answer } = gate();
    redrawGate.expanding();
    redrawGate.request();
    await clock.pass(150);
    redrawGate.expanding();
    await answer();
    assert.equal(redraws(), 0, 'this answer belongs to the first row');
    await clock.pass(150);
    await answer();
    assert.equal(redraws(), 1);
  });

  test('do not happen without a request, or after the view is disposed', async () => {
    const { clock, redrawGate, redraws, answer } = gate();
    redrawGate.expanding();
    await clock.pass(150);
    await answer();
    assert.equal(redraws(), 0);
    redrawGate.expanding();
    redrawGate.request();
    await clock.pass(150);
    redrawGate.dispose();
    await answer();
    assert.equal(redraws(), 0);
    assert.equal(clock.waiting, 0);
  });
});
