/**
 * Runs a clock faster than real time, for clients of a real server. The clock never passes a timer that hasn't fired.
 * If the computer is busy for a second, one timer fires late instead of a minute of timers at once, so no time limit
 * expires while a request is being handled.
 */
import type { Clock } from '#client/kubernetes/clock.ts';

interface Timer {
  readonly at: number;
  readonly work: () => void;
}

export class PacedClock implements Clock {
  readonly #pace: number;
  readonly #timers = new Set<Timer>();
  /** Time of this clock and real time when the last timer fired. */
  #base = Date.now();
  #since = performance.now();
  #next: NodeJS.Timeout | undefined;

  /** @param pace speed as a multiple of real time, as long as the computer keeps up */
  constructor(pace: number) {
    this.#pace = pace;
  }

  /** Number of timers that haven't fired. */
  get waiting(): number {
    return this.#timers.size;
  }

  now(): number {
    return Math.min(this.#base + (performance.now() - this.#since) * this.#pace, this.#first()?.at ?? Infinity);
  }

  after(milliseconds: number, work: () => void): () => void {
    const timer: Timer = { at: this.now() + Math.max(0, milliseconds), work };
    this.#timers.add(timer);
    this.#arm();
    return () => {
      if (this.#timers.delete(timer)) this.#arm();
    };
  }

  #arm(): void {
    clearTimeout(this.#next);
    const first = this.#first();
    if (first !== undefined)
      this.#next = setTimeout(() => this.#fire(first), Math.max(0, (first.at - this.now()) / this.#pace));
  }

  #fire(timer: Timer): void {
    this.#timers.delete(timer);
    this.#base = timer.at;
    this.#since = performance.now();
    try {
      timer.work();
    } finally {
      this.#arm();
    }
  }

  /** Returns the earliest timer. Of timers with the same time, returns the one that was set first. */
  #first(): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) if (first === undefined || timer.at < first.at) first = timer;
    return first;
  }
}
