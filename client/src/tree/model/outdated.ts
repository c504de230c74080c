/**
 * Dims rows whose state might be outdated: rows of a cluster whose connection is lost, and lists that aren't updated
 * automatically.
 */
import * as l10n from '@vscode/l10n';
import { getHealthIcon } from './health.ts';
import type { NodeView, TreeNode } from './nodeView.ts';

/** The color of disabled text, which dims icons and labels in every theme. */
export const dimmedColor = 'disabledForeground';

/** Returns the row and its descendants, dimmed and without check marks. */
export function outdated(node: TreeNode): TreeNode {
  const { view, children, word } = node;
  return {
    ...node,
    view: outdatedView(view, word),
    ...(children === undefined ? {} : { children: () => children().map(outdated) }),
  };
}

function outdatedView(view: NodeView, word: string | undefined): NodeView {
  if (view.isDimmed === true) return view;
  const tick = getHealthIcon('ok');
  const { accessibility, description, icon } = view;
  const said =
    word === tick.word() && word !== description && accessibility.endsWith(`, ${word}`)
      ? accessibility.slice(0, -word.length - 2)
      : accessibility;
  return {
    ...view,
    icon: icon === tick.icon ? 'circle-outline' : icon,
    color: dimmedColor,
    accessibility: l10n.t({
      message: '{0}, outdated',
      args: [said],
      comment: ['Read by a screen reader. {0} is the text of a row, such as "worker-0, Installed".'],
    }),
    isDimmed: true,
  };
}
