/**
 * Provides a clock for tests of the cluster code. Time passes only when the test advances it, and the effects of one
 * timer are complete before the next one fires.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '#client/kubernetes/clock.ts';

interface Timer {
  readonly at: number;
  readonly work: () => void;
}

export class ManualClock implements Clock {
  #now: number;
  readonly #timers = new Set<Timer>();

  constructor(start = Date.UTC(2026, 0, 1)) {
    this.#now = start;
  }

  /** Number of pending timers. */
  get waiting(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, work: () => void): () => void {
    const timer: Timer = { at: this.#now + Math.max(0, milliseconds), work };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** Advances the time. Fires due timers in order, each at its time, and waits for the promises that they settle. */
  async pass(milliseconds: number): Promise<void> {
    const until = this.#now + milliseconds;
    await turn();
    for (let next = this.#next(until); next !== undefined; next = this.#next(until)) {
      this.#timers.delete(next);
      this.#now = next.at;
      next.work();
      await turn();
    }
    this.#now = until;
  }

  /** Returns the next due timer. Timers with the same time fire in the order in which they were set. */
  #next(until: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers)
      if (timer.at <= until && (first === undefined || timer.at < first.at)) first = timer;
    return first;
  }
}
