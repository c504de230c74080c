/**
 * Which elements of the tree have to be drawn anew: those that changed, and no others, so that nothing flickers and
 * nothing is fetched in vain.
 */
import type { NodeView, TreeNode } from './model/nodeView.ts';

/** A node as VS Code has it. */
export interface Rendered {
  readonly view: NodeView;
  /** The ids of what is under it, in order; undefined: nobody has opened it. */
  readonly children?: readonly string[];
  /**
   * The tooltip that VS Code has requested. Undefined if it hasn't requested one: then it requests the current one when
   * the user hovers over the row.
   */
  readonly tooltip?: string;
}

/** `all`: the row of the roots itself changed. */
export type Refresh = 'all' | readonly string[];

/**
 * What to refresh so that what is rendered becomes what the model says. An element that is refreshed takes what is
 * under it along, as VS Code does.
 * @param roots the ids of the roots as they are rendered; undefined: nothing is rendered yet
 */
export function changedNodes(
  rendered: ReadonlyMap<string, Rendered>,
  roots: readonly string[] | undefined,
  model: readonly TreeNode[],
): Refresh {
  if (roots === undefined || !sameIds(roots, model)) return 'all';
  const changed: string[] = [];
  const visit = (node: TreeNode): void => {
    const before = rendered.get(node.view.id);
    // Not shown: whoever opens it gets the newest anyway.
    if (before === undefined) return;
    const children = before.children === undefined ? undefined : childrenOf(node);
    if (
      !sameView(before.view, node.view) ||
      hasOtherTooltip(before, node) ||
      (children !== undefined && !sameIds(before.children ?? [], children))
    )
      changed.push(node.view.id);
    else children?.forEach(visit);
  };
  model.forEach(visit);
  return changed;
}

function sameIds(before: readonly string[], now: readonly TreeNode[]): boolean {
  return before.length === now.length && now.every(({ view }, index) => view.id === before[index]);
}

/** What is under a node of the model, worked out once for each node: a long group is not judged twice in one look. */
export function childrenOf(node: TreeNode): readonly TreeNode[] {
  const known = worked.get(node);
  if (known !== undefined) return known;
  const children = node.children?.() ?? [];
  worked.set(node, children);
  return children;
}

/** A function of its key. */
const worked = new WeakMap<TreeNode, readonly TreeNode[]>();

/** Returns true if VS Code has a tooltip of the node that differs from the current one. */
function hasOtherTooltip({ tooltip }: Rendered, { view }: TreeNode): boolean {
  return tooltip !== undefined && tooltip !== (view.tooltip ?? '');
}

/** Returns true if both look the same until the user hovers over them. */
function sameView(one: NodeView, other: NodeView): boolean {
  return (
    one.id === other.id &&
    one.label === other.label &&
    one.description === other.description &&
    one.icon === other.icon &&
    one.color === other.color &&
    one.isDimmed === other.isDimmed &&
    one.contextValue === other.contextValue &&
    one.accessibility === other.accessibility &&
    one.collapsible === other.collapsible &&
    JSON.stringify(one.command) === JSON.stringify(other.command)
  );
}
