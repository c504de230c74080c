/** Tests that the server collects garbage while the client is idle, and only then. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { IdleGarbageCollector, nodeRuntime } from '#server/lsp/idleGarbageCollector.ts';

/** Creates a collector with its own clock. Counts the collections, after which the heap has 10 MiB. */
function createCollector(context: TestContext) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const state = { collections: 0, load: 0, heap: 50 * 2 ** 20 };
  const collector = new IdleGarbageCollector({
    measureLoad: () => () => state.load,
    heapSize: () => state.heap,
    collectGarbage: async () => {
      state.collections += 1;
      state.heap = 10 * 2 ** 20;
    },
  });
  const pass = async (milliseconds: number) => {
    for (let left = milliseconds; left > 0; left -= 100) context.mock.timers.tick(Math.min(left, 100));
    await new Promise<void>((resolve) => setImmediate(resolve));
  };
  return { collector, state, pass };
}

test('collects garbage after five seconds without a message', async (context) => {
  const { state, pass } = createCollector(context);
  await pass(4900);
  assert.equal(state.collections, 0);
  await pass(500);
  assert.equal(state.collections, 1);
});

test('waits for five seconds after the last message', async (context) => {
  const { collector, state, pass } = createCollector(context);
  for (let messages = 0; messages < 10; messages += 1) {
    await pass(4000);
    collector.restart();
  }
  assert.equal(state.collections, 0);
  await pass(5400);
  assert.equal(state.collections, 1);
});

test('waits while the server is busy', async (context) => {
  const { state, pass } = createCollector(context);
  state.load = 1;
  await pass(20_000);
  assert.equal(state.collections, 0);
  state.load = 0;
  await pass(5400);
  assert.equal(state.collections, 1);
});

test('collects again only after the heap has grown', async (context) => {
  const { collector, state, pass } = createCollector(context);
  await pass(5400);
  collector.restart();
  await pass(5400);
  assert.equal(state.collections, 1);
  state.heap = 30 * 2 ** 20;
  collector.restart();
  await pass(5400);
  assert.equal(state.collections, 2);
});

test('frees memory and continues', async () => {
  const unused = new WeakRef({ text: 'unused' });
  // A WeakRef keeps its object until the current turn ends.
  await new Promise<void>((resolve) => setImmediate(resolve));
  await nodeRuntime.collectGarbage();
  await nodeRuntime.collectGarbage();
  assert.equal(unused.deref(), undefined);
});
