/** The time for all of a run: however a server answers, the run ends with it. */
import type { Clock } from './time.ts';

export class TimeLimit {
  readonly #clock: Clock;
  readonly #over = new AbortController();
  #left: number;
  /** Since when the time runs, in milliseconds since 1970. */
  #since = 0;
  /** What it does not run for. */
  #outside = 0;
  #isOver = false;
  #cancel = (): void => undefined;

  /** Begins at once. @param milliseconds for all of it */
  constructor(clock: Clock, milliseconds: number) {
    this.#clock = clock;
    this.#left = milliseconds;
    this.#run();
  }

  /** Aborted when the time is over, or somebody has ended it. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** The time was not enough. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Does what has a limit of its own: a user who logs in at a browser has the whole time for the cluster afterwards. */
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

  /** Nobody waits any more. */
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
