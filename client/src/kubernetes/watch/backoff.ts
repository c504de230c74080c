/** Calculates the wait before a failed request is retried. */
import type { Chance } from '../clock.ts';

/** Minimum wait in milliseconds, so that no error causes a flood of requests. */
export const leastWait = 500;
/** Maximum wait in milliseconds, unless the server requests a longer one. */
const most = 30_000;
/** Maximum wait that a server can request, in milliseconds. */
const mostAsked = 300_000;

/**
 * Increases the wait with each consecutive failure and randomizes it, so that windows that lost the same server don't
 * reconnect at the same time.
 */
export class Backoff {
  readonly #chance: Chance;
  #failures = 0;

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  /** Number of failures since the last success. */
  get failures(): number {
    return this.#failures;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  /**
   * Records a failure and returns the wait in milliseconds.
   * @param asked wait that the server requests, in milliseconds
   * @returns wait in milliseconds
   */
  failed(asked = 0): number {
    const ceiling = Math.min(most, leastWait * 2 ** Math.min(this.#failures + 1, 10));
    this.#failures += 1;
    const wait = leastWait + this.#chance() * (ceiling - leastWait);
    return Math.max(wait, Math.min(asked, mostAsked));
  }
}
