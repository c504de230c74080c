/** The facts of the cluster that the user chose, as the client sends them. */
import { Observable } from '../engine/scheduling/observable.ts';
import type { ValidationCluster } from '../engine/cluster/knownCluster.ts';
import { turns } from '#platform/turns.ts';

/** However often a client sends, files are looked at again no more often than this, in milliseconds. */
const leastBetween = 200;

interface FeedOptions {
  /** What is to be known, of what was sent and what was known before. */
  readonly read: (sent: unknown, previous: ValidationCluster | undefined) => Promise<ValidationCluster | undefined>;
  readonly log: (message: string) => void;
  /** Calls back after so many milliseconds. */
  readonly after?: (milliseconds: number, work: () => void) => void;
}

/** Of a flood only the newest counts, and it is read when what came before it has been. */
export class ClusterFeed {
  readonly known = new Observable<ValidationCluster | undefined>(undefined);
  readonly #options: FeedOptions;
  #waiting: { readonly sent: unknown } | undefined;
  #busy = false;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  /** The client sent this. */
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
      .catch((error: unknown) => log(`cannot read the facts of the cluster: ${String(error)}`))
      .finally(() => after(leastBetween, () => this.#next()));
  }
}
