import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RedrawGate } from '#client/tree/redrawGate.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';

/** A pending request to the window. */
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
  /** Responds to the oldest request, as the window does after it has drawn the rows. */
  const respond = async (settle: (request: Request) => void = ({ resolve }) => resolve()) => {
    const request = requests.shift();
    assert.ok(request, 'the gate sent a request to the window');
    settle(request);
    await clock.pass(0);
  };
  return { clock, redrawGate, redraws: () => redraws, requests, respond };
}

describe('redraws of the Clusters view', () => {
  test('happen at once when no row is being expanded', () => {
    const { redrawGate, redraws } = gate();
    redrawGate.request();
    assert.equal(redraws(), 1);
  });

  test('wait until 150 ms after VS Code has drawn the row that the user expands', async () => {
    const { clock, redrawGate, redraws, respond } = gate();
    redrawGate.expanding();
    redrawGate.request();
    redrawGate.request();
    await clock.pass(10);
    await respond();
    await clock.pass(149);
    assert.equal(redraws(), 0);
    await clock.pass(1);
    assert.equal(redraws(), 1, 'both requests are one redraw');
    redrawGate.request();
    assert.equal(redraws(), 2);
    assert.equal(clock.waiting, 0);
  });

  test('pause as long as a busy window takes to draw the row', async () => {
    const { clock, redrawGate, redraws, respond } = gate();
    redrawGate.expanding();
    redrawGate.request();
    await clock.pass(1000);
    await respond();
    await clock.pass(999);
    assert.equal(redraws(), 0);
    await clock.pass(1);
    assert.equal(redraws(), 1);
  });

  test('happen after at most 5 seconds, even if the window responds late or never', async () => {
    const { clock, redrawGate, redraws, respond } = gate();
    redrawGate.expanding();
    redrawGate.request();
    await clock.pass(4999);
    assert.equal(redraws(), 0);
    await clock.pass(1);
    assert.equal(redraws(), 1);
    redrawGate.expanding();
    redrawGate.request();
    await respond();
    await clock.pass(1000);
    assert.equal(redraws(), 1, 'the response to the earlier request is ignored');
    await clock.pass(3000);
    await respond();
    await clock.pass(1000);
    assert.equal(redraws(), 2, 'a late response does not extend the 5 seconds');
  });

  test('happen at once when the window reports an error', async () => {
    const { clock, redrawGate, redraws, respond } = gate();
    redrawGate.expanding();
    redrawGate.request();
    await clock.pass(10);
    await respond(({ reject }) => reject(new Error('closed')));
    assert.equal(redraws(), 1);
    assert.equal(clock.waiting, 0);
  });

  test('wait for the last of several rows', async () => {
    const { clock, redrawGate, redraws, requests, respond } = gate();
    redrawGate.expanding();
    redrawGate.expanding();
    redrawGate.request();
    await clock.pass(100);
    assert.equal(requests.length, 1, 'one request covers rows that are requested together');
    redrawGate.expanding();
    await clock.pass(0);
    await respond();
    await clock.pass(1000);
    assert.equal(redraws(), 0, 'the response for the first rows is ignored');
    await respond();
    await clock.pass(1000);
    assert.equal(redraws(), 1);
    assert.equal(clock.waiting, 0);
  });

  test('do not happen without a request', async () => {
    const { clock, redrawGate, redraws, respond } = gate();
    redrawGate.expanding();
    await clock.pass(0);
    await respond();
    await clock.pass(1000);
    assert.equal(redraws(), 0);
    assert.equal(clock.waiting, 0);
  });

  for (const passed of [undefined, 'request', 'response'] as const)
    test(`do not happen after the view is disposed ${passed === undefined ? 'before a row is expanded' : `after the ${passed}`}`, async () => {
      const { clock, redrawGate, redraws, respond } = gate();
      if (passed !== undefined) {
        redrawGate.expanding();
        redrawGate.request();
        await clock.pass(0);
        if (passed === 'response') await respond();
      }
      redrawGate.dispose();
      if (passed === 'request') await respond();
      redrawGate.request();
      redrawGate.expanding();
      assert.equal(clock.waiting, 0);
      await clock.pass(6000);
      assert.equal(redraws(), 0);
    });
});
