/** Prepares the text of tree rows for display. */
import { sanitizeLabel, sanitizeLines } from '#core/text/sanitize.ts';
import { tooltipOf } from './model/explainedNode.ts';
import type { NodeView, TreeNode } from './model/nodeView.ts';

/**
 * Returns the tree row with escaped text, without its tooltip. Keeps the ID and the command of the row, because the
 * user doesn't see them.
 */
export function visibleView({ tooltip: _tooltip, ...view }: NodeView): NodeView {
  return {
    ...view,
    label: sanitizeLabel(view.label),
    accessibility: sanitizeLabel(view.accessibility),
    ...(view.description === undefined ? {} : { description: sanitizeLabel(view.description) }),
  };
}

/** Returns the escaped tooltip of a row as Markdown, or undefined if it has none. */
export function visibleTooltip(node: TreeNode): string | undefined {
  const tooltip = tooltipOf(node);
  return tooltip === undefined ? undefined : sanitizeLines(tooltip);
}
