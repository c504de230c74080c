/** Prepares the text of tree rows for display. */
import { sanitizeLabel, sanitizeLines } from '#core/text/sanitize.ts';
import type { NodeView } from './model/nodeView.ts';

/** Returns the tree row with escaped text. Keeps its ID and command, which the user doesn't see. */
export function visibleView(view: NodeView): NodeView {
  return {
    ...view,
    label: sanitizeLabel(view.label),
    accessibility: sanitizeLabel(view.accessibility),
    ...(view.description === undefined ? {} : { description: sanitizeLabel(view.description) }),
    ...(view.tooltip === undefined ? {} : { tooltip: sanitizeLines(view.tooltip) }),
  };
}
