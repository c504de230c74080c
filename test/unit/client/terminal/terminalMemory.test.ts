/** Tests the memory of a terminal whose command writes faster than the window shows it, such as `yes`. */
import assert from 'node:assert/strict';
import process from 'node:process';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { fail } from '#core/common/result.ts';
import { ExecTerminal } from '#client/terminal/pty/execTerminal.ts';
import { createExecPod, webCommand } from '#test/support/cluster/execPods.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';
import { createConnectionStage } from '../kubernetes/connectionStage.ts';

setFlagsFromString('--expose_gc');
const collect: unknown = runInNewContext('gc');
const stage = createConnectionStage();
const mib = 1024 * 1024;

/** Returns the memory that remains in use, in bytes: the heap, and the buffers outside it. */
async function memory(): Promise<number> {
  // The first collection releases the buffers outside the heap in the background, and the next one ends after that.
  for (let collection = 0; collection < 3; collection += 1) {
    if (typeof collect === 'function') collect();
    await setImmediate();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('a terminal that shows 16 MiB more slowly than they are written keeps its memory', async () => {
  createExecPod(stage.cluster, { name: 'web' });
  const connection = await stage.connect();
  const clock = new ManualClock();
  const output = { received: 0, shown: 0 };
  const terminal = new ExecTerminal({
    clock,
    // Otherwise, the terminal would add a carriage return to each line.
    tty: true,
    stdin: false,
    container: 'default/web/app',
    connect: async (options) =>
      (await connection.exec?.({
        ...webCommand,
        ...options,
        command: ['yes'],
        onOutput: (bytes, stream) => {
          output.received += bytes.length;
          return options.onOutput(bytes, stream);
        },
      })) ?? fail({ kind: 'aborted', message: 'no exec' }),
    write: (text) => {
      output.shown += text.length;
    },
    dispose: () => undefined,
  });
  const running = terminal.start(undefined);
  /** Resolves when the connection reads no more output, although the server would answer. */
  const untilPaused = async (): Promise<void> => {
    for (let last = -1; last !== output.received || output.received === 0;) {
      last = output.received;
      for (let request = 0; request < 3; request += 1) await connection.ask('/version');
    }
  };
  /** Shows output until this number of bytes is reached. A window shows up to 64 KiB every 16 ms. */
  const showUntil = async (bytes: number): Promise<void> => {
    while (output.shown < bytes) {
      await untilPaused();
      const waiting = output.received - output.shown;
      assert.ok(waiting < 1.5 * mib, `${waiting} bytes wait for the window`);
      for (let delivery = 0; delivery < 14; delivery += 1) await clock.pass(16);
    }
  };
  await untilPaused();
  assert.ok(output.received > mib / 2, 'the connection reads ahead');
  await showUntil(4 * mib);
  const start = await memory();
  await showUntil(16 * mib);
  const growth = (await memory()) - start;
  assert.ok(growth < 3 * mib, `the memory grew by ${growth} bytes`);
  terminal.close();
  await running;
  assert.deepEqual(await terminal.ended, { kind: 'closed' });
});
