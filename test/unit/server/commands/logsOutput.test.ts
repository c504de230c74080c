/** Tests the back-pressure of `osc-tools logs`. */
import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, test } from 'node:test';
import { waitForOutput } from '#server/cli/io/outputSpace.ts';

/** Creates an output that is full after one write, until `read` is called. */
function slowOutput() {
  const reads: (() => void)[] = [];
  const output = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, done) => void reads.push(done) });
  const listeners = (): number => output.listenerCount('drain') + output.listenerCount('close');
  return { output, listeners, read: () => reads.shift()?.() };
}

describe('output of followed logs', () => {
  test('has one listener for each event, for any number of logs, and none after each pause', async () => {
    const { output, listeners, read } = slowOutput();
    const before = listeners();
    const waitForSpace = waitForOutput(output);
    assert.equal(waitForSpace(), undefined);
    for (let pause = 0; pause < 20; pause += 1) {
      output.write('line\n');
      const waits = Array.from({ length: 20 }, () => waitForSpace());
      assert.ok(waits.every((wait) => wait instanceof Promise));
      assert.equal(listeners(), before + 2);
      read();
      await Promise.all(waits);
      assert.equal(listeners(), before);
      assert.equal(waitForSpace(), undefined);
    }
  });

  test('stops waiting when the reader closes the output', async () => {
    const { output, listeners } = slowOutput();
    const before = listeners();
    const waitForSpace = waitForOutput(output);
    output.write('line\n');
    const wait = waitForSpace();
    await turn();
    output.destroy();
    await wait;
    assert.equal(listeners(), before);
    assert.equal(waitForSpace(), undefined);
  });
});
