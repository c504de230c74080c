/** Long work is done in slices, between which requests get their turn. */

import { turns } from '#platform/turns.ts';

/** How long work may go on before others get their turn, in milliseconds. */
const sliceLength = 12;

/** Tells the time in milliseconds, from whenever it began. */
export type MonotonicClock = () => number;

const clock: MonotonicClock = () => performance.now();

/** A slice of time, and the next after it. */
export class TimeSlice {
  readonly #now: MonotonicClock;
  #until: number;

  constructor(now: MonotonicClock = clock) {
    this.#now = now;
    this.#until = now() + sliceLength;
  }

  get isOver(): boolean {
    return this.#now() > this.#until;
  }

  /** Lets others work; then the next slice begins. What was true before may have become stale meanwhile. */
  async pause(): Promise<void> {
    await new Promise<void>((resolve) => turns.nextTurn(resolve));
    this.#until = this.#now() + sliceLength;
  }
}
