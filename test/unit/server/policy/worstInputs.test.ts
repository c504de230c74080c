/**
 * Tests that every built-in charges the work of its worst input, so that the evaluation limits bound time and memory.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BuiltinProblem, type BuiltinCall } from '#server/policy/rego/builtins/builtin.ts';
import { builtinFunctions } from '#server/policy/rego/builtins/index.ts';
import {
  EvaluationBudget,
  EvaluationStop,
  type EvaluationLimits,
  type Spent,
} from '#server/policy/rego/evaluate/limits.ts';
import { RegoArray, RegoObject, RegoSet, type RegoValue } from '#server/policy/rego/values/values.ts';
import { assertProportional } from '#test/support/performance/growth.ts';
import { stopwatch } from '#test/support/performance/stopwatch.ts';
import { runPolicy } from './runPolicy.ts';
import { worstInputs } from './worstInputs.ts';

const span = { start: 0, end: 0 };
const unlimited: EvaluationLimits = { steps: Infinity, allocation: Infinity, depth: 600 };
/** Large enough that quadratic work takes seconds. */
const size = 1 << 16;
/** Minimum measurable time in milliseconds. The clock and the compiler dominate below it. */
const measurable = 5;

interface Run {
  readonly spent: Spent;
  readonly result: RegoValue | undefined;
  readonly milliseconds: number;
}

/** Runs a single built-in. A rejected call has no result. */
function run(name: string, args: readonly RegoValue[], limits = unlimited): Run {
  const budget = new EvaluationBudget(limits);
  const call: BuiltinCall = {
    name,
    strict: false,
    spend: (steps) => budget.spend(steps, span, 0),
    allocate: (amount) => budget.allocate(amount, span, 0),
    stop: (message) => {
      throw new EvaluationStop(message, span, 0, true);
    },
    regexes: new Map(),
  };
  const passed = stopwatch();
  let result: RegoValue | undefined;
  try {
    result = builtinFunctions.get(name)?.run(args, call);
  } catch (error) {
    if (!(error instanceof BuiltinProblem)) throw error;
  }
  return { spent: budget.spent, result, milliseconds: passed() };
}

/** Returns the number of characters, or of top-level elements, of a value. */
function lengthOf(value: RegoValue | undefined): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof RegoArray || value instanceof RegoSet) return value.items.length;
  return value instanceof RegoObject ? value.entries.length : 1;
}

/** Returns the CPU time per step in milliseconds. */
const timePerStep = ({ spent, milliseconds }: Run): number => milliseconds / spent.steps;

/** The time per step of the evaluator itself, which a step of a built-in should roughly match. */
const usual = (() => {
  const passed = stopwatch();
  const { spent } = runPolicy('xs := numbers.range(1, 400)\nR := count([1 | some x in xs; some y in xs; x > y])');
  return passed() / spent.steps;
})();

const cases = Object.entries(worstInputs).flatMap(([name, { inputs, constant = false }]) =>
  inputs.map((input, index) => ({
    name,
    input,
    constant,
    title: inputs.length === 1 ? name : `${name}, input ${index + 1}`,
  })),
);

test('every built-in has a worst input', () =>
  assert.deepEqual(Object.keys(worstInputs).toSorted(), [...builtinFunctions.keys()].toSorted()));

describe('worst input', () => {
  for (const { name, input, title } of cases.filter(({ constant }) => !constant)) {
    test(`of ${title} is charged and stopped by the limits`, () => {
      const args = input(size);
      const all = run(name, args);
      const { spent, result } = all;
      assert.ok(spent.steps > 300, `${spent.steps} steps`);
      const least = run(name, input(size / 8)).spent.steps;
      assert.ok(spent.steps > least * 1.3, `${least} steps, and ${spent.steps} for 8 times the size`);
      const limits = { ...unlimited, steps: Math.floor(spent.steps / 2) };
      assert.throws(() => run(name, args, limits), { message: `stopped after ${limits.steps} steps`, bound: true });

      const longest = args.reduce((length: number, arg) => Math.max(length, lengthOf(arg)), 1);
      assert.ok(
        lengthOf(result) <= longest + spent.allocated,
        `${lengthOf(result)} made of ${longest}, ${spent.allocated} allocated`,
      );
      // Both are measured on the same computer, so they are comparable.
      const time = Math.min(timePerStep(all), timePerStep(run(name, args)));
      assert.ok(
        all.milliseconds < measurable || time < usual * 20,
        `${(time / usual).toFixed(0)} times as long per step as the evaluator`,
      );
    });
  }
});

describe('time of a built-in without charges', () => {
  for (const { name, input, title } of cases.filter(({ constant }) => constant))
    test(`of ${title} doesn't depend on the size of its argument`, async () => {
      const often = 20_000;
      const measured = (args: readonly RegoValue[]): void => {
        for (let count = 0; count < often; count += 1) run(name, args);
      };
      const byPart = new Map<number, readonly RegoValue[]>([1, 1 / 16].map((part) => [part, input(size * part)]));
      await assertProportional((part) => measured(byPart.get(part) ?? []), title);
    });
});
