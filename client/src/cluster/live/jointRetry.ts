/** The next attempt to reach a cluster, which all its watches share. */
import { leastWait } from './backoff.ts';

/**
 * Lets the watches of a cluster retry at the same time. Otherwise, a dozen watches would each retry at a time of their own: a cluster that is down would get
 * a request every few seconds, and the time of the next attempt, which the tree shows, would change as often.
 */
export class JointRetry {
  /** Milliseconds since 1970. */
  #next = 0;

  /**
   * Returns how long a watch waits after the cluster didn't respond, in milliseconds.
   * @param now milliseconds since 1970
   * @param wait of the watch itself: it counts if no other watch is waiting
   */
  wait(now: number, wait: number): number {
    const left = this.#next - now;
    if (left >= leastWait) return left;
    this.#next = now + wait;
    return wait;
  }
}
