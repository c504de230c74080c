/** How long to wait before something that failed is tried again. */
import type { Chance } from '../clock.ts';

/** The shortest wait, in milliseconds, so that no fault causes a storm of requests. */
export const leastWait = 500;
/** The longest wait without a word of the server. */
const most = 30_000;
/** A server may ask for more, but not for ever. */
const mostAsked = 300_000;

/**
 * Waits grow with every failure in a row and are spread by chance, so that windows which lost the same server do not
 * come back together.
 */
export class Backoff {
  readonly #chance: Chance;
  #failures = 0;

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  /** Failures since the last success. */
  get failures(): number {
    return this.#failures;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  /** Counts a failure. @param asked milliseconds that the server wants us to stay away @returns milliseconds */
  failed(asked = 0): number {
    const ceiling = Math.min(most, leastWait * 2 ** Math.min(this.#failures + 1, 10));
    this.#failures += 1;
    const wait = leastWait + this.#chance() * (ceiling - leastWait);
    return Math.max(wait, Math.min(asked, mostAsked));
  }
}
