/** An open cluster, as other features use it. */
import type { Disposable } from 'vscode';
import type { PermissionReview } from '#core/operations/permissions/reviewPermissions.ts';
import type { ClusterHistory } from '#core/cluster/history.ts';
import type { ClusterAction } from '#core/operations/permissions/permittedActions.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import type { NodeTarget } from './nodeTarget.ts';
import type { SandboxCountHistory } from './sandboxCountHistory.ts';
import type { OperationProgress } from './operationProgress.ts';
import type { WorkloadGrouping } from './workloads.ts';

export interface OpenCluster {
  readonly context: string;
  readonly server: string;
  readonly user: string;
  /** True if the server certificate isn't verified (`insecure-skip-tls-verify`). */
  readonly unverified?: true;
  /** The current snapshot. Each read returns the latest value. */
  readonly snapshot: Snapshot;
  readonly history: ClusterHistory;
  /** The operation that the tree shows. */
  readonly run?: OperationProgress | undefined;
  /** Permissions of the user as last reviewed. Undefined if they aren't known. */
  readonly permissions?: PermissionReview | undefined;
  /**
   * Reviews the permissions again if the last review is older than `age`. Never rejects.
   * @param age milliseconds
   */
  reviewPermissions?(age: number): Promise<PermissionReview | undefined>;
  /**
   * Connection that remains valid when the underlying connection is replaced. It rejects changes while `osc.readOnly`
   * is set.
   */
  readonly connection: Pick<Connection, 'ask' | 'send' | 'stream'>;
  /**
   * The full connection, which also reaches other hosts of the cluster, such as Prometheus. Undefined if there is no
   * running cluster.
   */
  readonly reach?: Connection;
  /** Address of the console without a trailing slash, if the cluster publishes it. */
  readonly consoleUrl?: string | undefined;
  /** True if the cluster is still open. */
  readonly isOpen: boolean;
  /**
   * Checks immediately whether the cluster now has resource kinds that it didn't have before, because an operation is
   * waiting for them.
   */
  lookAgain(): void;
  /** Calls the listener when the cluster changes. */
  onChange(listener: () => void): Disposable;
  /**
   * Shows an operation in the tree, or none if undefined. The cluster is watched while the operation is in progress.
   */
  show(run: OperationProgress | undefined): void;
  /** Stores whether a search found workloads outside the platform namespaces. */
  noteWorkloads?(found: boolean): void;
  /**
   * Namespaces that commands use: the ones that the user selected, or the namespace of the context if the user can't
   * list the pods of all namespaces. Empty for all namespaces.
   */
  readonly namespaces?: readonly string[];
  /** Namespaces that the user selected. Empty if the user selected none. */
  readonly selectedNamespaces?: readonly string[];
  /** Limits workloads to namespaces. An empty list removes the limit. */
  selectNamespaces?(namespaces: readonly string[]): void;
  /** How the tree groups the rows of Kata pods. */
  readonly workloadGrouping?: WorkloadGrouping;
  /** Groups the rows of Kata pods in the tree. */
  groupWorkloads?(grouping: WorkloadGrouping): void;
  /** Shows the sandbox counts from the cluster metrics in tooltips of the tree. */
  showRunning?(running: SandboxCountHistory): void;
}

/** Limits a command to some of the open clusters. */
export interface ClusterFilter {
  readonly includes: (cluster: Pick<OpenCluster, 'snapshot'>) => boolean;
  /** The error message if no open cluster is included. */
  readonly none: string;
}

/** Options for the selection of an open cluster. */
export interface ClusterChoiceOptions extends Partial<ClusterFilter> {
  /** The command to run. The list shows the missing permissions of each cluster. */
  readonly action?: ClusterAction;
}

/** What a command applies to: an open cluster and the selected row. */
export interface ClusterSelection {
  readonly cluster: OpenCluster;
  readonly target?: NodeTarget;
}
