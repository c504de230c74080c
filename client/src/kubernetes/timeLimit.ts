/** Limits the total time of a run, whatever the server returns. */
import type { Clock } from './clock.ts';

export class TimeLimit {
  readonly #clock: Clock;
  readonly #over = new AbortController();
  #left: number;
  /** The time when the clock started, in milliseconds since 1970. */
  #since = 0;
  /** Number of tasks that are running while the clock is stopped. */
  #outside = 0;
  #isOver = false;
  #cancel = (): void => undefined;

  /**
   * Starts the clock immediately.
   * @param milliseconds time limit of the whole run
   */
  constructor(clock: Clock, milliseconds: number) {
    this.#clock = clock;
    this.#left = milliseconds;
    this.#run();
  }

  /** Aborts when the time limit is reached or the run ends. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** True if the run reached the time limit. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Stops the clock during work that has its own limit. For example, the time that a user needs to log in with a
   * browser doesn't count.
   */
  async outside<T>(work: () => Promise<T>): Promise<T> {
    if (this.#outside === 0) {
      this.#cancel();
      this.#left -= this.#clock.now() - this.#since;
    }
    this.#outside += 1;
    try {
      return await work();
    } finally {
      this.#outside -= 1;
      if (this.#outside === 0) this.#run();
    }
  }

  /** Ends the run. */
  end(): void {
    this.#cancel();
    this.#over.abort();
  }

  #run(): void {
    if (this.#over.signal.aborted) return;
    this.#since = this.#clock.now();
    this.#cancel = this.#clock.after(Math.max(0, this.#left), () => {
      this.#isOver = true;
      this.#over.abort();
    });
  }
}
