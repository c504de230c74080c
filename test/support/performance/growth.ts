/**
 * Checks how the cost of work grows with its input. A limit in milliseconds fails on a slow machine and passes
 * quadratic work on a fast one; the ratio of two measurements on the same machine does neither.
 */
import assert from 'node:assert/strict';
import { stopwatch } from './stopwatch.ts';

/** How many times smaller the input is that the whole input is compared with. */
const factor = 16;
/**
 * Linear work costs 16 times as much for 16 times the input, and up to 80 times where the small input fits into a
 * cache; quadratic work costs 256 times as much.
 */
const most = 128;
/** Milliseconds of processor time below which the clock and the compiler decide, not the input. */
const measurable = 50;
const tries = 3;

/**
 * Asserts that work costs about in proportion to its input.
 * @param work does the work on this part of the input: 1 is all of it, 1/16 a sixteenth. It is called several times.
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
  // The cheapest of several runs: a collection or a compilation in one of them doesn't count.
  const part = Math.max(await cheapest(1 / factor), measurable / factor);
  if (once <= part * most) return;
  const whole = Math.min(once, await cheapest(1));
  assert.ok(
    whole <= part * most,
    `${what}: ${factor} times the input costs ${(whole / part).toFixed(0)} times as much (${part.toFixed(1)} ms, ${whole.toFixed(0)} ms)`,
  );
}

/** Returns the milliseconds that the work had on the processor. */
async function processorTime(work: () => unknown): Promise<number> {
  const spent = stopwatch();
  await work();
  return spent();
}

/**
 * Returns this part of a text that was made to be slow: its middle is left out, so that what its beginning and its end
 * do to a reader stays.
 */
export function shortened(text: string, part: number): string {
  if (part >= 1) return text;
  const half = Math.ceil((text.length * part) / 2);
  return text.slice(0, half) + text.slice(text.length - half);
}
