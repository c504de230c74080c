/** Divides long work into time slices, between which requests are handled. */

import { turns } from '#platform/turns.ts';

/** Length of a time slice in milliseconds. */
const sliceLength = 12;

/** Returns the time in milliseconds since an arbitrary start. */
export type MonotonicClock = () => number;

/** The current time slice of a task. */
export class TimeSlice {
  readonly #now: MonotonicClock;
  #until: number;

  constructor(now: MonotonicClock = turns.now) {
    this.#now = now;
    this.#until = now() + sliceLength;
  }

  get isOver(): boolean {
    return this.#now() > this.#until;
  }

  /** Lets other work run, then starts the next slice. The state might have changed in the meantime. */
  async pause(): Promise<void> {
    await new Promise<void>((resolve) => turns.nextTurn(resolve));
    this.#until = this.#now() + sliceLength;
  }
}
