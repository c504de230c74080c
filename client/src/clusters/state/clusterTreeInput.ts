/** What the nodes of one cluster are made from. */
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { ClusterHistory } from '#core/cluster/history.ts';
import type { SandboxCountHistory } from './sandboxCountHistory.ts';
import type { OperationProgress } from './operationProgress.ts';
import type { WorkloadsState } from './workloads.ts';

export interface ClusterTreeInput {
  /** The context of the kubeconfig; before every id, because several clusters stand side by side. */
  readonly context: string;
  readonly snapshot: Snapshot;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly history: ClusterHistory;
  readonly workloads: WorkloadsState;
  /** How many of a long group are shown, by the id of the group; undefined: the first page. */
  readonly shown: ReadonlyMap<string, number>;
  /** What is being done there from this window. */
  readonly run?: OperationProgress;
  /** What the view of metrics last read, when somebody opened it. */
  readonly running?: SandboxCountHistory;
  /** Whether the cluster has a console to open objects in. */
  readonly console: boolean;
  /** It is a must-gather: nothing on its rows contacts or changes a cluster, and no row says that it does. */
  readonly gathered?: boolean;
}
