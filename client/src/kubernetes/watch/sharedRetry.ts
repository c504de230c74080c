/** Sets the time of the next attempt to reach a cluster, for all its watches. */
import { leastWait } from './backoff.ts';

/**
 * Lets the watches of a cluster retry at the same time. With separate times, an unreachable cluster would receive a
 * request every few seconds. Each attempt would also change the time of the next one in the tree, so VS Code would
 * redraw the row and close its tooltip.
 */
export class JointRetry {
  /** Time of the next attempt, in milliseconds since 1970. */
  #next = 0;

  /**
   * Returns how long a watch must wait after it couldn't reach the cluster, in milliseconds.
   * @param now milliseconds since 1970
   * @param wait backoff of this watch in milliseconds, used if no other watch is waiting
   */
  wait(now: number, wait: number): number {
    const left = this.#next - now;
    if (left >= leastWait) return left;
    this.#next = now + wait;
    return wait;
  }
}
