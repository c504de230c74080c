/**
 * Checks how the cost of work grows with its input. A limit in milliseconds would fail on a slow computer and accept
 * quadratic work on a fast one. The ratio of two measurements on the same computer avoids both.
 */
import assert from 'node:assert/strict';
import { stopwatch } from './stopwatch.ts';

/** Ratio between the sizes of the whole input and the smaller input that it is compared with. */
const factor = 16;
/**
 * Maximum cost ratio. Linear work costs 16 times as much for 16 times the input, and up to 80 times if the smaller
 * input fits into a cache. Quadratic work costs 256 times as much.
 */
const most = 128;
/** CPU time in milliseconds below which the clock and the compiler determine the result, not the input. */
const measurable = 50;
const tries = 3;

/**
 * Asserts that the cost of work is roughly proportional to its input.
 * @param work does the work on a part of the input: 1 is all of it, 1/16 a sixteenth. It is called several times.
 * @param what names the work in the message
 * @param costOf does the work and returns its cost in milliseconds
 */
export async function assertProportional(
  work: (part: number) => unknown,
  what = 'the work',
  costOf = processorTime,
): Promise<void> {
  const cheapest = async (part: number): Promise<number> => {
    let least = Infinity;
    for (let run = 0; run < tries; run += 1) least = Math.min(least, await costOf(() => work(part)));
    return least;
  };
  const once = await costOf(() => work(1));
  if (once < measurable) return;
  // Uses the cheapest of several runs, so that a garbage collection or a compilation in one run doesn't count.
  const part = Math.max(await cheapest(1 / factor), measurable / factor);
  if (once <= part * most) return;
  const whole = Math.min(once, await cheapest(1));
  assert.ok(
    whole <= part * most,
    `${what}: ${factor} times the input costs ${(whole / part).toFixed(0)} times as much (${part.toFixed(1)} ms, ${whole.toFixed(0)} ms)`,
  );
}

/** Returns the CPU time of the work, in milliseconds. */
async function processorTime(work: () => unknown): Promise<number> {
  const spent = stopwatch();
  await work();
  return spent();
}

/**
 * Shortens a text that was made to be slow. Removes the middle, so that the effects of the start and the end remain.
 */
export function shortened(text: string, part: number): string {
  if (part >= 1) return text;
  const half = Math.ceil((text.length * part) / 2);
  return text.slice(0, half) + text.slice(text.length - half);
}
