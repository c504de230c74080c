/** The input for the tree nodes of one cluster. */
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { NodePods } from '#core/operations/lookups/nodePods.ts';
import type { PermissionReview } from '#core/operations/permissions/reviewPermissions.ts';
import type { ClusterHistory } from '#core/cluster/history.ts';
import type { PodWarnings } from '#client/kubernetes/events/podWarningFollower.ts';
import type { NamespaceScope } from './namespaceScope.ts';
import type { SandboxCountHistory } from './sandboxCountHistory.ts';
import type { OperationProgress } from './operationProgress.ts';
import type { RelatedState } from './related.ts';
import type { WorkloadGrouping, WorkloadsState } from './workloads.ts';

export interface ClusterTreeInput {
  /** The context of the kubeconfig. It prefixes each node ID, because the tree shows several clusters. */
  readonly context: string;
  readonly snapshot: Snapshot;
  /** Current time in milliseconds since 1970. */
  readonly now: number;
  readonly history: ClusterHistory;
  readonly workloads: WorkloadsState;
  /** Namespaces to which rows and commands are limited. By default, all. */
  readonly scope?: NamespaceScope;
  /** How the Kata pods are grouped. By default, by namespace and owner. */
  readonly workloadGrouping?: WorkloadGrouping;
  /** Objects of other components. Undefined in must-gathers. */
  readonly related?: RelatedState;
  /** Newest warnings about the pods of the expanded namespaces. */
  readonly podWarnings?: PodWarnings;
  /** Pods of the nodes whose rows are expanded, by node name. A node without an entry wasn't read yet. */
  readonly nodePods?: ReadonlyMap<string, NodePods>;
  /** Number of visible items of each long group, by group ID. A group that isn't listed shows its first page. */
  readonly shown: ReadonlyMap<string, number>;
  /** The operation that this window runs on the cluster. */
  readonly run?: OperationProgress;
  /** The sandbox counts that the Metrics view last read, if it was opened. */
  readonly running?: SandboxCountHistory;
  /** Permissions of the user. Undefined if they aren't known. Rows then offer all commands. */
  readonly permissions?: PermissionReview;
  /** True if the cluster has a console in which objects can be opened. */
  readonly console: boolean;
  /**
   * True for a must-gather. The rows of a must-gather don't contact or change a cluster, and they don't offer commands
   * that do.
   */
  readonly gathered?: boolean;
  /** True if `osc.readOnly` is on. Clicking a row then doesn't start an operation. */
  readonly readOnly?: boolean;
}
