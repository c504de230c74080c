/**
 * Compares this computer with the one on which time limits were chosen, so that a limit means the same amount of work
 * everywhere.
 */
import { parseDocument } from 'yaml';
import { stopwatch } from './stopwatch.ts';

/** CPU time on the computer on which the limits were chosen, in milliseconds. */
const usual = 14;
const text = Array.from({ length: 300 }, (_, index) => `key${index}: {a: [1, two, "three"], b: 'four'}\n`).join('');
let known: number | undefined;

/** Returns how many times longer this computer takes for the same work, at least 1. Multiply CPU time limits by it. */
export function slowness(): number {
  known ??= Math.max(1, measured() / usual);
  return known;
}

/** Returns the CPU time of the fastest run, in milliseconds. The first runs also compile the parser. */
function measured(): number {
  let least = Infinity;
  for (let run = 0; run < 12; run += 1) {
    const spent = stopwatch();
    parseDocument(text);
    least = Math.min(least, spent());
  }
  return least;
}
