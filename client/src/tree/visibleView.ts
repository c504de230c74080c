/** Prepares the texts of tree rows for display. */
import { visible, visibleLines } from '#core/text/sanitize.ts';
import type { NodeView } from './model/nodeView.ts';

/** Returns the tree row with escaped texts. Keeps its ID and command, which the user doesn't see. */
export function visibleView(view: NodeView): NodeView {
  return {
    ...view,
    label: visible(view.label),
    accessibility: visible(view.accessibility),
    ...(view.description === undefined ? {} : { description: visible(view.description) }),
    ...(view.tooltip === undefined ? {} : { tooltip: visibleLines(view.tooltip) }),
  };
}
