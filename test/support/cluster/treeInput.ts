import { emptyHistory } from '#core/cluster/history.ts';
import { emptySnapshot } from '#core/cluster/snapshot.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { tooltipOf } from '#client/tree/model/explainedNode.ts';
import type { NodeView, TreeNode } from '#client/tree/model/nodeView.ts';
import { omitUndefined } from '#core/common/json.ts';

/** Input for the rows of a cluster named `demo` of which nothing was read yet. */
export const emptyTreeInput: ClusterTreeInput = {
  context: 'demo',
  snapshot: emptySnapshot,
  now: 0,
  history: emptyHistory,
  workloads: { kind: 'unasked' },
  shown: new Map(),
  console: false,
};

/** Returns the tooltip of a row as Markdown, or an empty string if it has none. */
export function tooltipText(node: TreeNode | undefined): string {
  return node === undefined ? '' : (tooltipOf(node) ?? '');
}

/** Returns the view of a row with its tooltip. */
export function viewWithTooltip(node: TreeNode): NodeView {
  return { ...node.view, ...omitUndefined({ tooltip: tooltipOf(node) }) };
}
