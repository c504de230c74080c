/**
 * The clock of tests of the cluster room: time goes on only when it is told to, and what was caused by a timer is over
 * before the next one.
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

  /** Timers that wait. */
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

  /**
   * Goes on by so much. What becomes due is done in order, each at its time, and what it causes in promises is waited
   * for.
   */
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

  /** In order of time, and of those of one time in the order in which they were asked for. */
  #next(until: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers)
      if (timer.at <= until && (first === undefined || timer.at < first.at)) first = timer;
    return first;
  }
}
