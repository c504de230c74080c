/** Collects the measured values per row and server. */
import type { Server } from '../driver/servers.ts';

export type Who = Server['name'];

/** The values of a row and server. */
export interface Measured {
  readonly median: number;
  /** 95th percentile. Missing in results that were measured before 2026-11-30. */
  readonly p95?: number;
  readonly runs: number;
}

export class Samples {
  readonly #values = new Map<string, number[]>();
  readonly #problems = new Map<string, string>();

  add(row: string, who: Who, value: number): void {
    const key = `${row} ${who}`;
    const values = this.#values.get(key);
    if (values === undefined) this.#values.set(key, [value]);
    else values.push(value);
  }

  /** Records why a row can't be measured. */
  fail(row: string, who: Who, problem: string): void {
    this.#problems.set(`${row} ${who}`, problem);
  }

  problem(row: string, who: Who): string | undefined {
    return this.#problems.get(`${row} ${who}`);
  }

  /** Returns a summary of the values, or undefined if the row wasn't measured. */
  measured(row: string, who: Who): Measured | undefined {
    return summarize(this.#values.get(`${row} ${who}`) ?? []);
  }
}

/** Returns the median and the 95th percentile (nearest rank) of the values, or undefined without values. */
export function summarize(values: readonly number[]): Measured | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  const lower = sorted.length % 2 === 0 ? sorted[middle - 1] : upper;
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1];
  if (upper === undefined || lower === undefined || p95 === undefined) return undefined;
  return { median: rounded((upper + lower) / 2), p95: rounded(p95), runs: sorted.length };
}

/** Rounds to three significant digits. Further digits aren't reproducible. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
