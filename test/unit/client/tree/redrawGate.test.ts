import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RedrawGate } from '#client/tree/redrawGate.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';

function gate() {
  const clock = new ManualClock();
  let redraws = 0;
  const redrawGate = new RedrawGate(clock, () => {
    redraws += 1;
  });
  return { clock, redrawGate, redraws: () => redraws };
}

describe('redraws of the Clusters view', () => {
  test('happen at once when no row is being expanded', () => {
    const { redrawGate, redraws } = gate();
    redrawGate.request();
    assert.equal(redraws(), 1);
  });

  test('wait until VS Code has drawn the row that the user expands', async () => {
    const { clock, redrawGate, redraws } = gate();
    redrawGate.expanding();
    redrawGate.request();
    redrawGate.request();
    assert.equal(redraws(), 0);
    await clock.pass(149);
    assert.equal(redraws(), 0);
    await clock.pass(1);
    assert.equal(redraws(), 1, 'both requests are one redraw');
  });

  test('wait for the last of several rows', async () => {
    const { clock, redrawGate, redraws } = gate();
    redrawGate.expanding();
    redrawGate.request();
    await clock.pass(100);
    redrawGate.expanding();
    await clock.pass(149);
    assert.equal(redraws(), 0);
    await clock.pass(1);
    assert.equal(redraws(), 1);
  });

  test('do not happen without a request, or after the view is disposed', async () => {
    const { clock, redrawGate, redraws } = gate();
    redrawGate.expanding();
    await clock.pass(1000);
    assert.equal(redraws(), 0);
    redrawGate.expanding();
    redrawGate.request();
    redrawGate.dispose();
    await clock.pass(1000);
    assert.equal(redraws(), 0);
    assert.equal(clock.waiting, 0);
  });
});
