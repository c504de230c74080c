/**
 * Compares this machine with the one that limits of time were chosen on, so that a limit means the same amount of work
 * everywhere.
 */
import { parseDocument } from 'yaml';
import { stopwatch } from './stopwatch.ts';

/** Milliseconds of processor time that the machine needed on which the limits were chosen. */
const usual = 14;
const text = Array.from({ length: 300 }, (_, index) => `key${index}: {a: [1, two, "three"], b: 'four'}\n`).join('');
let known: number | undefined;

/**
 * Returns how many times longer this machine takes for the same work; at least 1. Multiply a limit of processor time by
 * it.
 */
export function slowness(): number {
  known ??= Math.max(1, measured() / usual);
  return known;
}

/** Returns the milliseconds of processor time of the fastest run: the first ones compile the parser. */
function measured(): number {
  let least = Infinity;
  for (let run = 0; run < 12; run += 1) {
    const spent = stopwatch();
    parseDocument(text);
    least = Math.min(least, spent());
  }
  return least;
}
