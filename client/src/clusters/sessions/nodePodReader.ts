/**
 * Reads the pods of the nodes whose rows are expanded: the Machine Config Daemon and, while a node is drained, the pods
 * that block the drain. Doesn't use VS Code.
 */
import { isDraining } from '#core/cluster/history.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { readNodePods, type NodePods } from '#core/operations/lookups/nodePods.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';

export interface NodePodReaderOptions {
  readonly connection: Pick<Connection, 'ask' | 'send'>;
  readonly clock: Clock;
  readonly snapshot: () => Snapshot;
  /** Called after the pods of a node were read. */
  readonly changed: () => void;
}

/** Time until the pods of a node that is drained are read again, in milliseconds. */
const drainInterval = 15_000;
/** Maximum number of nodes to read. The rows of other nodes show no pods. */
const mostNodes = 20;

interface ReadNode {
  pods?: NodePods;
  /** Whether the node was drained when the last read started. */
  isDraining: boolean;
  request: AbortController;
  cancelTimer?: () => void;
}

export class NodePodReader {
  readonly #options: NodePodReaderOptions;
  readonly #nodes = new Map<string, ReadNode>();
  #isPaused = false;

  constructor(options: NodePodReaderOptions) {
    this.#options = options;
  }

  /** The pods that were last read, by node name. */
  get pods(): ReadonlyMap<string, NodePods> {
    return new Map([...this.#nodes].flatMap(([name, { pods }]) => (pods === undefined ? [] : [[name, pods] as const])));
  }

  /** Reads the pods of exactly these nodes. */
  follow(names: ReadonlySet<string>): void {
    for (const [name, node] of this.#nodes) {
      if (names.has(name)) continue;
      stop(node);
      this.#nodes.delete(name);
    }
    for (const name of names) {
      if (this.#nodes.has(name) || this.#nodes.size >= mostNodes) continue;
      const node: ReadNode = { isDraining: this.#isDraining(name), request: new AbortController() };
      this.#nodes.set(name, node);
      this.#read(name, node);
    }
  }

  /** Reads the pods of nodes whose drain started or finished. */
  update(): void {
    for (const [name, node] of this.#nodes) if (this.#isDraining(name) !== node.isDraining) this.#read(name, node);
  }

  /** Stops all requests until `resume` is called. */
  pause(): void {
    this.#isPaused = true;
    for (const node of this.#nodes.values()) stop(node);
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.readNow();
  }

  /** Reads all pods again. */
  readNow(): void {
    for (const [name, node] of this.#nodes) this.#read(name, node);
  }

  /** Stops permanently. */
  stop(): void {
    for (const node of this.#nodes.values()) stop(node);
    this.#nodes.clear();
  }

  #isDraining(name: string): boolean {
    const node = indexSnapshot(this.#options.snapshot()).nodes.get(name);
    return node !== undefined && isDraining(node);
  }

  #read(name: string, node: ReadNode): void {
    stop(node);
    if (this.#isPaused) return;
    const { connection, clock, changed } = this.#options;
    const request = new AbortController();
    node.request = request;
    node.isDraining = this.#isDraining(name);
    readNodePods(createClusterReader(connection, request.signal), name, node.isDraining).then(
      (pods) => {
        if (request.signal.aborted) return;
        node.pods = pods;
        // Nothing but the pods themselves shows when a drain can continue. Other nodes aren't read again.
        if (node.isDraining) node.cancelTimer = clock.after(drainInterval, () => this.#read(name, node));
        changed();
      },
      () => undefined,
    );
  }
}

function stop(node: ReadNode): void {
  node.request.abort();
  node.cancelTimer?.();
  delete node.cancelTimer;
}
