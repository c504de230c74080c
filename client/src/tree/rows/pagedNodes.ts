/** Shows long groups page by page. */
import * as l10n from '@vscode/l10n';
import type { TreeNode } from '../model/nodeView.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';

export const pageSize = 250;

/**
 * Creates the nodes of the first items, and a row that shows more when the user clicks it. Computes only displayed
 * nodes.
 * @param more the command that shows more
 */
export function createPagedNodes<T>(
  seen: Pick<ClusterTreeInput, 'context' | 'shown'>,
  group: string,
  items: readonly T[],
  nodeOf: (item: T) => TreeNode,
  more = 'osc.tree.showMore',
): readonly TreeNode[] {
  const shown = seen.shown.get(group) ?? pageSize;
  const nodes = items.slice(0, shown).map(nodeOf);
  const rest = items.length - nodes.length;
  return rest <= 0 ? nodes : [...nodes, moreNode(seen.context, group, Math.min(rest, pageSize), rest, more)];
}

function moreNode(context: string, group: string, next: number, rest: number, more: string): TreeNode {
  const label = l10n.t`Show ${next} More`;
  const left = l10n.t`${rest} not shown`;
  return {
    view: {
      id: `${group}/more`,
      label,
      description: left,
      icon: 'ellipsis',
      accessibility: `${label}; ${left}`,
      collapsible: 'none',
      command: { id: more, title: label },
    },
    target: { context, group },
  };
}
