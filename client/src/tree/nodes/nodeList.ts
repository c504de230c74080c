/** One of the seven lists of a KataConfig, when somebody is in it. */
import type { KataConfig, NodeList } from '../../../../core/live/kinds/kataConfig.ts';
import { listWords } from '../../../../core/live/status/listWords.ts';
import { countWords } from '../../../../core/live/words.ts';
import { explainedNode } from '../explained.ts';
import type { TreeNode } from '../nodeView.ts';
import { paged } from '../paging.ts';
import type { Seen } from '../seen.ts';
import { clusterNodeNode } from './clusterNode.ts';

/** Nodes that wait, one by one, as long as they are not more. */
const longList = 10;

export function nodeListNode(seen: Seen, kataConfig: KataConfig, list: NodeList): TreeNode {
  const names = kataConfig.lists[list];
  const id = `${seen.context}/kataconfig:${kataConfig.uid}/${list}`;
  const words = listWords[list];
  // What is finished has no next step.
  const { next: _next, todo: _todo, ...alone } = words;
  const told = list === 'installed' && kataConfig.runtimeClasses.length > 0 ? alone : words;
  return explainedNode({
    id,
    label: words.title,
    explanation: { ...told, headline: countWords(names.length, 'node') },
    target: { context: seen.context },
    // What is done is of the least interest, and long lists would hide all else.
    collapsible: list === 'installed' || (names.length > longList && list.startsWith('waiting')) ? 'collapsed' : 'expanded',
    children: () => paged(seen, id, names, (name) => clusterNodeNode(seen, name)),
  });
}
