/** A KataConfig: its condition in words, how far it is, and its nodes by what happens to them. */
import * as l10n from '@vscode/l10n';
import { kataConfigs, type KataConfig, type NodeList } from '../../../../core/live/kinds/kataConfig.ts';
import { explainKataConfig } from '../../../../core/live/status/conditionWords.ts';
import { defaultLogLevel, explainLogLevel, isLogReminder } from '../../../../core/live/status/loudLog.ts';
import { explainedNode } from '../explained.ts';
import type { TreeNode } from '../nodeView.ts';
import { objectTarget } from '../reference.ts';
import type { Seen } from '../seen.ts';
import { messageNode } from './message.ts';
import { nodeListNode } from './nodeList.ts';

/** What needs a look first, then what moves; what waits or is done may be hundreds. */
const shownOrder: readonly NodeList[] = [
  'failedToInstall',
  'failedToUninstall',
  'installing',
  'uninstalling',
  'waitingToInstall',
  'waitingToUninstall',
  'installed',
];

export function kataConfigNode(seen: Seen, kataConfig: KataConfig): TreeNode {
  const explanation = explainKataConfig(kataConfig, seen.snapshot);
  const { nodeCount, readyNodeCount } = kataConfig;
  // Most say it themselves; of what is blocked, the count says nothing.
  const described =
    nodeCount > 0 && (explanation.health !== 'attention' || isLogReminder(explanation)) && !/\d/.test(explanation.headline)
      ? `${explanation.headline} · ${l10n.t`${readyNodeCount} of ${nodeCount} nodes`}`
      : explanation.headline;
  const lists = shownOrder.filter((list) => kataConfig.lists[list].length > 0);
  return explainedNode({
    id: `${seen.context}/kataconfig:${kataConfig.uid}`,
    label: `KataConfig ${kataConfig.name}`,
    explanation,
    description: described,
    target: objectTarget(seen, kataConfigs, kataConfig),
    context: ['osc-object', 'osc-named', ...(seen.console ? ['osc-console'] : [])],
    collapsible: 'expanded',
    children: () => [
      ...logLevelNodes(seen, kataConfig),
      ...(lists.length === 0 ? [noListsNode(seen, kataConfig)] : lists.map((list) => nodeListNode(seen, kataConfig, list))),
    ],
  });
}

/** While the nodes log at another level than they do by default, which nobody leaves on: with the command that resets it. */
function logLevelNodes({ context }: Seen, kataConfig: KataConfig): readonly TreeNode[] {
  const explanation = explainLogLevel(kataConfig);
  if (explanation === undefined || kataConfig.deleting !== undefined) return [];
  return [
    explainedNode({
      id: `${context}/kataconfig:${kataConfig.uid}/log-level`,
      label: explanation.headline,
      description: l10n.t`reset to ${defaultLogLevel} when you are done`,
      explanation,
      target: { context },
      context: ['osc-logLevel'],
    }),
  ];
}

function noListsNode({ context }: Seen, { uid }: KataConfig): TreeNode {
  return messageNode(context, {
    id: `${context}/kataconfig:${uid}/none`,
    label: l10n.t`No nodes are listed`,
    description: l10n.t`the operator has counted none`,
    icon: 'info',
  });
}
