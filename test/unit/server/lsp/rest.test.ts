/** Tests that the server collects garbage while the client is idle, and only then. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { nodeRuntime, Rest } from '#server/lsp/rest.ts';

/** Creates a rest with its own clock. Counts the collections, after which the heap has 10 MiB. */
function createRest(context: TestContext) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const state = { collections: 0, load: 0, heap: 50 * 2 ** 20 };
  const rest = new Rest({
    watchLoad: () => () => state.load,
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
  return { rest, state, pass };
}

test('collects garbage after five seconds without a message', async (context) => {
  const { state, pass } = createRest(context);
  await pass(4900);
  assert.equal(state.collections, 0);
  await pass(500);
  assert.equal(state.collections, 1);
});

test('waits for five seconds after the last message', async (context) => {
  const { rest, state, pass } = createRest(context);
  for (let messages = 0; messages < 10; messages += 1) {
    await pass(4000);
    rest.note();
  }
  assert.equal(state.collections, 0);
  await pass(5400);
  assert.equal(state.collections, 1);
});

test('waits while the server is busy', async (context) => {
  const { state, pass } = createRest(context);
  state.load = 1;
  await pass(20_000);
  assert.equal(state.collections, 0);
  state.load = 0;
  await pass(5400);
  assert.equal(state.collections, 1);
});

test('collects again only after the heap has grown', async (context) => {
  const { rest, state, pass } = createRest(context);
  await pass(5400);
  rest.note();
  await pass(5400);
  assert.equal(state.collections, 1);
  state.heap = 30 * 2 ** 20;
  rest.note();
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
