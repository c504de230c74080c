/** Rows below a cluster whose connection is lost: what they show was true, and nobody knows whether it still is. */
import * as l10n from '@vscode/l10n';
import { lookOf } from './health.ts';
import type { NodeView, TreeNode } from './nodeView.ts';

/** The colour of text that is disabled: dims icons and labels in every theme. */
export const dimmedColor = 'disabledForeground';

/** The row, dimmed and without a tick, and all below it. */
export function outdated(node: TreeNode): TreeNode {
  const { view, children, word } = node;
  return {
    ...node,
    view: outdatedView(view, word),
    ...(children === undefined ? {} : { children: () => children().map(outdated) }),
  };
}

function outdatedView(view: NodeView, word: string | undefined): NodeView {
  const tick = lookOf('ok');
  const { accessibility, icon } = view;
  const said = word === tick.word && accessibility.endsWith(`, ${word}`) ? accessibility.slice(0, -word.length - 2) : accessibility;
  return {
    ...view,
    icon: icon === tick.icon ? 'circle-outline' : icon,
    color: dimmedColor,
    accessibility: l10n.t({ message: '{0}, outdated', args: [said], comment: ['{0} is what a row shows, such as "worker-0, Installed".'] }),
    isDimmed: true,
  };
}
