/** Tests that every thread of the server stops, whatever it runs. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { threads } from '#platform/threads.ts';
import type { ThreadOutcome, ThreadOrder } from '#server/platform/platform.ts';

const programOf = (source: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from 'node:worker_threads'; ${source}`)}`,
  );
const minute = 60_000;

async function fateOf(
  source: string,
  order: Partial<ThreadOrder> = {},
): Promise<{ readonly fate: ThreadOutcome | undefined; readonly messages: readonly unknown[] }> {
  const messages: unknown[] = [];
  const take = (message: unknown) => messages.push(message);
  const fate = await threads?.start({
    program: programOf(source),
    job: { x: 1 },
    longestSilence: minute,
    isCancelled: () => false,
    take,
    ...order,
  });
  return { fate, messages };
}

describe('thread', () => {
  test('receives its job and sends the result', async () => {
    const { fate, messages } = await fateOf('parentPort.postMessage({ got: workerData }); parentPort.postMessage(2);');
    assert.deepEqual([fate, messages], ['done', [{ got: { x: 1 } }, 2]]);
  });
  test('is stopped when it runs endlessly without sending a message', async () => {
    const { fate, messages } = await fateOf('parentPort.postMessage(1); for (;;);', { longestSilence: 300 });
    assert.deepEqual([fate, messages], ['silent', [1]]);
  });
  test('is not stopped while its program loads, even on a busy computer', async () => {
    const slow = 'const end = Date.now() + 600; while (Date.now() < end); parentPort.postMessage(1);';
    const { fate, messages } = await fateOf(slow, { longestSilence: 100 });
    assert.deepEqual([fate, messages], ['done', [1]]);
  });
  test('is stopped when its request is canceled', async () => {
    let heard = false;
    const { fate } = await fateOf('parentPort.postMessage(1); for (;;);', {
      isCancelled: () => heard,
      take: () => {
        heard = true;
      },
    });
    assert.equal(fate, 'cancelled');
  });
  test('fails without affecting the server when its program throws', async () => {
    assert.equal((await fateOf('throw new Error("no");')).fate, 'failed');
  });
});
