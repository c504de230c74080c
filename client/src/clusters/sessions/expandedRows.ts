/**
 * Reads the data that only expanded rows of a cluster show: the warnings about pending pods, and the pods of nodes.
 * Doesn't use VS Code.
 */
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { PodWarningFollower, type PodWarnings } from '#client/kubernetes/events/podWarningFollower.ts';
import type { Chance, Clock } from '#client/kubernetes/clock.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import type { ClusterTreeInput } from '../state/clusterTreeInput.ts';
import type { WorkloadsState } from '../state/workloads.ts';
import type { TreeDemand } from '#client/tree/model/nodeView.ts';
import { NodePodReader } from './nodePodReader.ts';

export interface ExpandedRowsOptions {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: (message: string) => void;
  readonly snapshot: () => Snapshot;
  readonly workloads: () => WorkloadsState;
  readonly changed: () => void;
}

export class ExpandedRows {
  readonly #options: ExpandedRowsOptions;
  readonly #podWarnings: PodWarningFollower;
  readonly #nodePods: NodePodReader;
  #isWorkloadsExpanded = false;
  readonly #namespaces = new Set<string>();
  readonly #nodes = new Set<string>();

  constructor(options: ExpandedRowsOptions) {
    this.#options = options;
    this.#podWarnings = new PodWarningFollower(options);
    this.#nodePods = new NodePodReader(options);
  }

  /** Returns the data for the rows. */
  get seen(): Required<Pick<ClusterTreeInput, 'podWarnings' | 'nodePods'>> {
    const podWarnings: PodWarnings = this.#podWarnings.warnings;
    return { podWarnings, nodePods: this.#nodePods.pods };
  }

  /** Notes that a row that needs data is expanded or collapsed. */
  expanded(demand: Exclude<TreeDemand, { readonly kind: 'related' }>, isExpanded: boolean): void {
    switch (demand.kind) {
      case 'workloads':
        this.#isWorkloadsExpanded = isExpanded;
        break;
      case 'podWarnings':
        change(this.#namespaces, demand.namespace, isExpanded);
        break;
      default:
        change(this.#nodes, demand.node, isExpanded);
        this.#nodePods.follow(this.#nodes);
    }
    this.workloadsChanged();
  }

  /** Follows the warnings of the expanded namespaces with pending pods. */
  workloadsChanged(): void {
    const workloads = this.#options.workloads();
    const pods = this.#isWorkloadsExpanded && workloads.kind === 'loaded' ? workloads.pods : [];
    const pending = pods.filter(({ phase }) => phase === 'Pending').map(({ namespace }) => namespace);
    this.#podWarnings.follow(new Set(pending.filter((namespace) => this.#namespaces.has(namespace))));
  }

  snapshotChanged(): void {
    this.#nodePods.update();
  }

  /** Stops all requests until `resume` is called. */
  pause(): void {
    this.#podWarnings.pause();
    this.#nodePods.pause();
  }

  resume(): void {
    this.#podWarnings.resume();
    this.#nodePods.resume();
  }

  /** Retries waiting requests immediately. */
  retryNow(): void {
    this.#podWarnings.retryNow();
    this.#nodePods.readNow();
  }

  /** Stops permanently. */
  stop(): void {
    this.#podWarnings.stop();
    this.#nodePods.stop();
  }
}

function change(set: Set<string>, item: string, isIncluded: boolean): void {
  if (isIncluded) set.add(item);
  else set.delete(item);
}
