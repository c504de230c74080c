/** Prepares untrusted names for rows, lists, and prompts: escapes each invisible character, so that two names never look alike. Pure. */
import { visible, visibleLines } from '../../core/spelledOut.ts';
import type { NodeView } from './tree/nodeView.ts';

/** The texts of a quick pick item. */
interface PickTexts {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
}

/** Returns the item with escaped texts. Keeps all other fields. */
export function visibleItem<T extends PickTexts>(item: T): T {
  return {
    ...item,
    label: visible(item.label),
    ...(item.description === undefined ? {} : { description: visible(item.description) }),
    ...(item.detail === undefined ? {} : { detail: visible(item.detail) }),
  };
}

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

/** Returns whether a typed text confirms a name: the name itself, or the name as the prompt shows it. */
export function confirmsName(typed: string, name: string): boolean {
  return typed === name || typed === visible(name);
}
