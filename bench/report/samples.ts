/** Collects the measured values per row and server. */
import type { Server } from '../driver/servers.ts';

export type Who = Server['name'];

export class Samples {
  readonly #values = new Map<string, number[]>();

  add(row: string, who: Who, value: number): void {
    const key = `${row} ${who}`;
    const values = this.#values.get(key);
    if (values === undefined) this.#values.set(key, [value]);
    else values.push(value);
  }

  median(row: string, who: Who): number | undefined {
    const sorted = (this.#values.get(`${row} ${who}`) ?? []).toSorted((a, b) => a - b);
    const middle = Math.floor(sorted.length / 2);
    const upper = sorted[middle];
    const lower = sorted.length % 2 === 0 ? sorted[middle - 1] : upper;
    return upper === undefined || lower === undefined ? undefined : (upper + lower) / 2;
  }

  count(row: string, who: Who): number {
    return this.#values.get(`${row} ${who}`)?.length ?? 0;
  }
}
