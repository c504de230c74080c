/** Creates the row of a group of nodes with the same state. */
import * as l10n from '@vscode/l10n';
import type { KataConfig } from '#core/cluster/watchedKinds/kataConfig.ts';
import type { NodeGroup } from '#core/status/nodes/nodeGroups.ts';
import { nodeHealth } from '#core/status/nodes/nodeStatus.ts';
import { worstHealth, type Health } from '#core/status/explanation.ts';
import { formatCount } from '#core/text/counts.ts';
import { formatNames } from '#core/text/phrases.ts';
import { explainedNode } from '#client/tree/model/explainedNode.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { createPagedNodes } from '../pagedNodes.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { clusterNodeNode } from './kubernetesNode.ts';

/** Maximum number of waiting nodes that are listed without collapsing the group. */
const longList = 10;

export function nodeGroupNode(seen: ClusterTreeInput, kataConfig: KataConfig, group: NodeGroup): TreeNode {
  const { list, isUpdate, names, title, meaning, next, todo } = group;
  const members = membersOf(seen, group);
  const id = `${seen.context}/kataconfig:${kataConfig.uid}/${list}${isUpdate ? '/update' : ''}`;
  // A finished group has no next step. The rows of nodes that need attention show their own.
  const isFinished = members.meaning !== undefined || (list === 'installed' && kataConfig.runtimeClasses.length > 0);
  return explainedNode({
    id,
    label: title,
    explanation: {
      health: members.health,
      headline: formatCount(names.length, 'node'),
      meaning: members.meaning ?? meaning,
      ...(isFinished ? {} : { next, todo }),
    },
    details: l10n.t('**KataConfig status:** `{0}`', list),
    target: { context: seen.context },
    // Finished nodes are the least important, and long lists would hide the other groups.
    collapsible:
      list === 'installed' || (names.length > longList && list.startsWith('waiting')) ? 'collapsed' : 'expanded',
    children: () => createPagedNodes(seen, id, names, (name) => clusterNodeNode(seen, name, group)),
  });
}

/** Maximum number of node names in the tooltip. */
const mostNames = 5;

/**
 * Returns the worst health among a group and its nodes. If nodes need attention but the group itself is healthier, also
 * returns a meaning that names these nodes.
 */
function membersOf(
  { snapshot, now, history }: ClusterTreeInput,
  { names, health }: NodeGroup,
): { readonly health: Health; readonly meaning?: string } {
  const healths = names.map((name) => nodeHealth(snapshot, name, now, history));
  const worst = worstHealth([health, ...healths]);
  if (worst === health || (worst !== 'failed' && worst !== 'attention')) return { health: worst };
  const affected = names.filter((_, index) => healths[index] === 'failed' || healths[index] === 'attention');
  return { health: worst, meaning: l10n.t`${l10n.t`Needs attention`}: ${formatNames(affected, mostNames)}.` };
}
