/** Receives the data about the selected cluster from the client. */
import { Observable } from '../engine/scheduling/observable.ts';
import type { ValidationCluster } from '../engine/cluster/knownCluster.ts';
import { turns } from '#platform/turns.ts';

/**
 * Minimum time between two updates, in milliseconds. An update checks files again, so its frequency must not depend on
 * how often the client sends data.
 */
const leastBetween = 200;

interface FeedOptions {
  /**
   * Converts the received value to cluster data.
   * @param previous the current cluster data
   */
  readonly read: (sent: unknown, previous: ValidationCluster | undefined) => Promise<ValidationCluster | undefined>;
  readonly log: (message: string) => void;
  /** Runs the work after this number of milliseconds. */
  readonly after?: (milliseconds: number, work: () => void) => void;
}

/** Processes one update at a time. If several arrive in the meantime, only the latest one is used. */
export class ClusterFeed {
  readonly known = new Observable<ValidationCluster | undefined>(undefined);
  readonly #options: FeedOptions;
  #waiting: { readonly sent: unknown } | undefined;
  #busy = false;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  /** Handles a value from the client. */
  receive(sent: unknown): void {
    this.#waiting = { sent };
    if (!this.#busy) this.#next();
  }

  #next(): void {
    const next = this.#waiting;
    this.#busy = next !== undefined;
    if (next === undefined) return;
    this.#waiting = undefined;
    const { read, log, after = turns.later } = this.#options;
    read(next.sent, this.known.value)
      .then((cluster) => this.known.set(cluster))
      .catch((error: unknown) => log(`Can't read the cluster facts: ${String(error)}`))
      .finally(() => after(leastBetween, () => this.#next()));
  }
}
