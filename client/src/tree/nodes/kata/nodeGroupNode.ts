/** Creates the row of nodes of a KataConfig with the same state. */
import * as l10n from '@vscode/l10n';
import type { KataConfig } from '#core/cluster/resources/kataConfig.ts';
import type { NodeGroup } from '#core/status/nodes/nodeGroups.ts';
import { countWords } from '#core/text/counts.ts';
import { explainedNode } from '#client/tree/model/explainedNode.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { paged } from '../pagedNodes.ts';
import type { Seen } from '#client/clusters/state/clusterTreeInput.ts';
import { clusterNodeNode } from './kubernetesNode.ts';

/** Nodes that wait, one by one, as long as they are not more. */
const longList = 10;

export function nodeGroupNode(seen: Seen, kataConfig: KataConfig, group: NodeGroup): TreeNode {
  const { list, isUpdate, names, title, health, meaning, next, todo } = group;
  const id = `${seen.context}/kataconfig:${kataConfig.uid}/${list}${isUpdate ? '/update' : ''}`;
  // What is finished has no next step.
  const isFinished = list === 'installed' && kataConfig.runtimeClasses.length > 0;
  return explainedNode({
    id,
    label: title,
    explanation: { health, headline: countWords(names.length, 'node'), meaning, ...(isFinished ? {} : { next, todo }) },
    details: l10n.t('**KataConfig status:** `{0}`', list),
    target: { context: seen.context },
    // What is done is of the least interest, and long lists would hide all else.
    collapsible: list === 'installed' || (names.length > longList && list.startsWith('waiting')) ? 'collapsed' : 'expanded',
    children: () => paged(seen, id, names, (name) => clusterNodeNode(seen, name, group)),
  });
}
