/**
 * Reads the pods that block the drains of nodes again and again while nodes are drained, for `osc-tools status
 * --watch`. Pods aren't watched, because a cluster has thousands of them.
 */
import { isDraining } from '#core/cluster/history.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { NodeDrain } from '#core/status/nodes/blockingPods.ts';
import { listItems } from '#core/status/snapshotIndex.ts';
import type { Clock } from '#client/kubernetes/clock.ts';

export interface DrainFollowerOptions {
  readonly clock: Clock;
  readonly stop: AbortSignal;
  /** Reads the blocking pods. Never rejects. */
  readonly read: (snapshot: Snapshot) => Promise<readonly NodeDrain[]>;
  /** Called after each read. */
  readonly onRead: () => void;
}

/** Time between two reads, in milliseconds. */
const interval = 15_000;

export class DrainFollower {
  readonly #options: DrainFollowerOptions;
  #drains: readonly NodeDrain[] = [];
  #snapshot: Snapshot | undefined;
  #isBusy = false;
  #cancel: () => void = () => undefined;

  constructor(options: DrainFollowerOptions) {
    this.#options = options;
    options.stop.addEventListener('abort', () => this.#cancel(), { once: true });
  }

  /** Returns the pods that were read last for the nodes that are being drained, and starts to read them if needed. */
  listDrains(snapshot: Snapshot): readonly NodeDrain[] {
    const names = listDrainingNodes(snapshot);
    const before = new Set(this.#snapshot === undefined ? [] : listDrainingNodes(this.#snapshot));
    this.#snapshot = snapshot;
    if ([...names].some((name) => !before.has(name))) this.#start();
    return this.#drains.filter(({ node }) => names.has(node));
  }

  #start(): void {
    this.#cancel();
    const snapshot = this.#snapshot;
    const { clock, stop, read, onRead } = this.#options;
    if (this.#isBusy || snapshot === undefined || stop.aborted || listDrainingNodes(snapshot).size === 0) return;
    this.#isBusy = true;
    void read(snapshot).then((drains) => {
      this.#isBusy = false;
      if (stop.aborted) return;
      this.#drains = drains;
      this.#cancel = clock.after(interval, () => this.#start());
      onRead();
    });
  }
}

function listDrainingNodes(snapshot: Snapshot): ReadonlySet<string> {
  return new Set(
    listItems(snapshot, 'nodes')
      .filter(isDraining)
      .map(({ name }) => name),
  );
}
