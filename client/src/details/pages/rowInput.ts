/** Input for the page of a row. */
import type { ClusterHistory } from '#core/cluster/history.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { ContextInfo } from '#client/clusters/state/contextInfo.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import type { ObjectFacts } from '../objectDetails.ts';

/** A tree row and the data of its cluster. */
export interface RowInput {
  readonly node: TreeNode;
  /** Undefined if the row doesn't belong to an open cluster. */
  readonly snapshot?: Snapshot;
  readonly history?: ClusterHistory;
  /** Operation that is running or paused on the cluster. */
  readonly run?: OperationProgress;
  /** Server and user of the kubeconfig context. */
  readonly info?: ContextInfo;
  /** Current time, in milliseconds since 1970. */
  readonly now: number;
  readonly facts?: ObjectFacts;
  readonly gathered?: boolean;
}
