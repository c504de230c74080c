/**
 * Reads the data that only expanded rows of a cluster show: the Kata pods with their warnings, and the pods of nodes.
 * Doesn't use VS Code.
 */
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { kataRuntimeClasses } from '#core/status/kataRuntimeClasses.ts';
import { groupByOwner, isIncomplete, isPodIncomplete, noPodOwners } from '#core/status/workloads/ownedPods.ts';
import { PodWarningFollower, type PodWarnings } from '#client/kubernetes/events/podWarningFollower.ts';
import type { Chance, Clock } from '#client/kubernetes/clock.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import type { ClusterTreeInput } from '../state/clusterTreeInput.ts';
import type { TreeDemand } from '#client/tree/model/nodeView.ts';
import { listDrainingNodes } from '#core/operations/lookups/nodePods.ts';
import { NodePodReader } from './nodePodReader.ts';
import { WorkloadsReader } from './workloadsReader.ts';

export interface ExpandedRowsOptions {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: (message: string) => void;
  readonly snapshot: () => Snapshot;
  readonly changed: () => void;
  /** Namespaces to which the user limits the Kata pods. Empty for all namespaces. */
  readonly namespaces?: readonly string[];
  /** Namespace whose Kata pods are listed if the user doesn't have permission to list all. */
  readonly fallbackNamespace?: string | undefined;
}

export class ExpandedRows {
  readonly #options: ExpandedRowsOptions;
  readonly #podWarnings: PodWarningFollower;
  readonly #nodePods: NodePodReader;
  /** The Kata pods. */
  readonly workloads: WorkloadsReader;
  #isWorkloadsExpanded = false;
  readonly #namespaces = new Set<string>();
  readonly #nodes = new Set<string>();

  constructor(options: ExpandedRowsOptions) {
    this.#options = options;
    this.#podWarnings = new PodWarningFollower(options);
    this.#nodePods = new NodePodReader(options);
    this.workloads = new WorkloadsReader({
      ...options,
      runtimeClasses: () => kataRuntimeClasses(options.snapshot()).map(({ name }) => name),
      changed: () => this.#workloadsChanged(),
    });
  }

  /** Returns the data for the rows. */
  get seen(): Required<Pick<ClusterTreeInput, 'podWarnings' | 'nodePods' | 'workloads'>> {
    const podWarnings: PodWarnings = this.#podWarnings.warnings;
    return { podWarnings, nodePods: this.#nodePods.pods, workloads: this.workloads.state };
  }

  /** Notes that a row that needs data is expanded or collapsed. */
  expanded(demand: Exclude<TreeDemand, { readonly kind: 'related' }>, isExpanded: boolean): void {
    switch (demand.kind) {
      case 'workloads':
        this.#isWorkloadsExpanded = isExpanded;
        this.workloads.expanded(isExpanded);
        break;
      case 'podWarnings':
        change(this.#namespaces, demand.namespace, isExpanded);
        this.workloads.expandedNamespaces(this.#namespaces);
        break;
      default:
        change(this.#nodes, demand.node, isExpanded);
        this.#followNodes();
    }
    this.#followWarnings();
  }

  /** Reads the pods of expanded nodes, and of nodes that are drained, because their rows show what blocks the drain. */
  #followNodes(): void {
    this.#nodePods.follow(new Set([...this.#nodes, ...listDrainingNodes(this.#options.snapshot())]));
  }

  #workloadsChanged(): void {
    this.#followWarnings();
    this.#options.changed();
  }

  /** Follows the warnings of the expanded namespaces in which a pod isn't ready or is missing. */
  #followWarnings(): void {
    const workloads = this.workloads.state;
    if (!this.#isWorkloadsExpanded || workloads.kind !== 'loaded') return this.#podWarnings.follow(new Set());
    const pods = workloads.pods.filter(({ namespace }) => this.#namespaces.has(namespace));
    const { owned, bare } = groupByOwner(pods, workloads.owners ?? noPodOwners, ({ namespace }) =>
      this.#namespaces.has(namespace),
    );
    this.#podWarnings.follow(
      new Set([...owned.filter(isIncomplete), ...bare.filter(isPodIncomplete)].map(({ namespace }) => namespace)),
    );
  }

  snapshotChanged(): void {
    this.workloads.runtimeClassesChanged();
    this.#followNodes();
    this.#nodePods.update();
  }

  /** Stops all requests until `resume` is called. */
  pause(): void {
    this.#podWarnings.pause();
    this.#nodePods.pause();
    this.workloads.pause();
  }

  resume(): void {
    this.#podWarnings.resume();
    this.#nodePods.resume();
    this.workloads.resume();
  }

  /** Retries waiting requests immediately. */
  retryNow(): void {
    this.#podWarnings.retryNow();
    this.#nodePods.readNow();
    this.workloads.retryNow();
  }

  /** Stops permanently. */
  stop(): void {
    this.#podWarnings.stop();
    this.#nodePods.stop();
    this.workloads.stop();
  }
}

function change(set: Set<string>, item: string, isIncluded: boolean): void {
  if (isIncluded) set.add(item);
  else set.delete(item);
}
