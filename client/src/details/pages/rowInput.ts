/** What the page of a row is made from. */
import type { ClusterHistory } from '#core/cluster/history.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { ContextInfo } from '#client/clusters/state/contextInfo.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import type { ObjectFacts } from '../objectDetails.ts';

/** A row of the tree, with what is known of its cluster. */
export interface RowInput {
  readonly node: TreeNode;
  /** Undefined: the row is of no open cluster. */
  readonly snapshot?: Snapshot;
  readonly history?: ClusterHistory;
  /** The operation that is running or paused on the cluster. */
  readonly run?: OperationProgress;
  /** How the cluster is reached. */
  readonly info?: ContextInfo;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly facts?: ObjectFacts;
  readonly gathered?: boolean;
}
