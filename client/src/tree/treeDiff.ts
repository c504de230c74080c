/**
 * Determines which elements of the tree to redraw. Unchanged elements aren't redrawn, so that the view doesn't flicker
 * and no data is requested unnecessarily.
 */
import { tooltipOf } from './model/explainedNode.ts';
import type { NodeView, TreeNode } from './model/nodeView.ts';

/** A node as VS Code shows it. */
export interface Rendered {
  readonly view: NodeView;
  /** IDs of the children in order. Undefined if the node was never expanded. */
  readonly children?: readonly string[];
  /**
   * The tooltip that VS Code has requested. If undefined, VS Code requests the current one when the user hovers over
   * the row.
   */
  readonly tooltip?: string;
}

/** IDs of the elements to refresh. `all` means that the list of roots changed. */
export type Refresh = 'all' | readonly string[];

/**
 * Returns the elements to refresh so that VS Code shows the model. VS Code refreshes an element together with its
 * descendants.
 * @param roots IDs of the displayed roots; undefined if nothing is displayed yet
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
    // The node isn't displayed. VS Code requests the current one when the user expands its parent.
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

/** Returns the children of a node. Computes them only once per node, because long groups are expensive. */
export function childrenOf(node: TreeNode): readonly TreeNode[] {
  const known = worked.get(node);
  if (known !== undefined) return known;
  const children = node.children?.() ?? [];
  worked.set(node, children);
  return children;
}

/** Cached children of each node. */
const worked = new WeakMap<TreeNode, readonly TreeNode[]>();

/** Returns whether VS Code has a tooltip of the node that differs from the current one. */
function hasOtherTooltip({ tooltip }: Rendered, node: TreeNode): boolean {
  return tooltip !== undefined && tooltip !== (tooltipOf(node) ?? '');
}

/** Returns whether both look the same until the user hovers over them. */
function sameView(one: NodeView, other: NodeView): boolean {
  if (one === other) return true;
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
    (one.command === other.command || JSON.stringify(one.command) === JSON.stringify(other.command))
  );
}
