/** Prepares the text of tree rows for display. */
import { sanitizeLabel, sanitizeLines } from '#core/text/sanitize.ts';
import type { NodeView } from './model/nodeView.ts';

/**
 * Returns the tree row with escaped text. Keeps the ID and the command of the row, because the user doesn't see them.
 */
export function visibleView(view: NodeView): NodeView {
  return {
    ...view,
    label: sanitizeLabel(view.label),
    accessibility: sanitizeLabel(view.accessibility),
    ...(view.description === undefined ? {} : { description: sanitizeLabel(view.description) }),
    ...(view.tooltip === undefined ? {} : { tooltip: sanitizeLines(view.tooltip) }),
  };
}
