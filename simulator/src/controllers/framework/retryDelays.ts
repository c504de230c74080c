/**
 * Computes the delays between retries of a controller. Source: kubernetes/client-go
 * util/workqueue/default_rate_limiters.go (the delay doubles after each failure, up to a maximum of 1000 seconds).
 */
const mostMs = 1_000_000;

/** Counts the failures of each key. */
export class RetryDelays {
  readonly #first: number;
  readonly #failures = new Map<string, number>();

  /** @param first delay after the first failure, in milliseconds */
  constructor(first: number) {
    this.#first = first;
  }

  /** Returns the delay until the next attempt in milliseconds, or undefined if the last attempt succeeded. */
  after(key: string, isSuccess: boolean): number | undefined {
    if (isSuccess) {
      this.#failures.delete(key);
      return undefined;
    }
    const failures = this.#failures.get(key) ?? 0;
    this.#failures.set(key, failures + 1);
    return Math.min(mostMs, this.#first * 2 ** failures);
  }
}
