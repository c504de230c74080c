import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { test, type TestContext } from 'node:test';
import { numberAt } from '#core/common/json.ts';
import { Rest } from '#server/lsp/rest.ts';
import { warmUp } from '#server/lsp/warmUp.ts';
import { leaveGarbage } from '#test/support/performance/garbage.ts';

/** A rest that counts, on a clock of its own. */
function resting(context: TestContext, load = () => 0): { rest: Rest; rests: () => number; pass: (milliseconds: number) => void } {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const rest = new Rest(() => load);
  let rests = 0;
  rest.onRest(() => (rests += 1));
  // A timer that is set while the clock moves counts from where the clock stops: it moves in small steps.
  const pass = (milliseconds: number) => {
    for (let left = milliseconds; left > 0; left -= 100) context.mock.timers.tick(Math.min(left, 100));
  };
  return { rest, rests: () => rests, pass };
}

test('memory is given back after five seconds without a message', (context) => {
  const { rests, pass } = resting(context);
  pass(4999);
  assert.equal(rests(), 0);
  pass(500);
  assert.equal(rests(), 1);
  const measured: unknown = JSON.parse(execFileSync(process.execPath, [path.join(import.meta.dirname, 'restMemory.ts')], { encoding: 'utf8' }));
  const [before, after] = [numberAt(measured, 'before') ?? 0, numberAt(measured, 'after') ?? Infinity];
  assert.ok(after < before - 10e6, `${before} -> ${after}`);
});

test('every message puts it off', (context) => {
  const { rest, rests, pass } = resting(context);
  for (let messages = 0; messages < 10; messages += 1) {
    pass(4000);
    rest.note();
  }
  assert.equal(rests(), 0);
  pass(5300);
  assert.equal(rests(), 1);
});

test('not while something is being worked on', (context) => {
  let load = 1;
  const { rests, pass } = resting(context, () => load);
  pass(5300);
  pass(5300);
  assert.equal(rests(), 0);
  load = 0;
  pass(5300);
  assert.equal(rests(), 1);
});

test('not again while there is little to give back, and again when there is', (context) => {
  const { rest, rests, pass } = resting(context);
  pass(5300);
  rest.note();
  pass(5300);
  assert.equal(rests(), 1);
  leaveGarbage();
  rest.note();
  pass(5300);
  assert.equal(rests(), 2);
});

test('the warm-up runs to its end when nobody wants the time, and stops when somebody does', async () => {
  const all = await warmUp(() => false);
  assert.ok(all > 10);
  assert.equal(await warmUp(() => true), 0);
  let asked = 0;
  const some = await warmUp(() => (asked += 1) > 3);
  assert.ok(some < all, `${some} of ${all}`);
});
