/** Defines the contents and children of a tree node. Independent of VS Code: only clusterTree.ts creates tree items. */
import type { NodeTarget } from '#client/clusters/state/nodeTarget.ts';
import type { Explanation } from '#core/status/explanation.ts';

export interface NodeView {
  /**
   * Stable and unique in the whole tree: cluster context, kind, and UID or name. VS Code stores expansion and selection
   * by this ID.
   */
  readonly id: string;
  readonly label: string;
  /** Dimmed text after the label. */
  readonly description?: string;
  /** Markdown. Text from a cluster is escaped. `tooltipOf` creates the tooltips of rows with an explanation. */
  readonly tooltip?: string;
  /** Codicon ID. */
  readonly icon: string;
  /** Theme color. Never the only indication of a state: the icon and description also show it. */
  readonly color?: string;
  /** Words for menu conditions, separated by spaces. */
  readonly contextValue?: string;
  /** Text for screen readers, instead of label and description. */
  readonly accessibility: string;
  readonly collapsible: 'none' | 'collapsed' | 'expanded';
  /** True if the label is dimmed because the row might be outdated. */
  readonly isDimmed?: true;
  /** Command that runs when the user clicks the row. */
  readonly command?: NodeCommand;
}

export interface NodeCommand {
  readonly id: string;
  readonly title: string;
  /** If undefined, the command receives the node. */
  readonly arguments?: readonly unknown[];
}

export interface TreeNode {
  readonly view: NodeView;
  /** The state at the end of `view.accessibility`, if any. */
  readonly word?: string;
  /** Returns the child nodes. Computed on demand. */
  readonly children?: () => readonly TreeNode[];
  /** Target of commands on this node. */
  readonly target?: NodeTarget;
  /** State for the tooltip and the detail page. Its fields can be computed on demand, so don't copy it. */
  readonly about?: NodeExplanation;
  /**
   * Data that must be requested before the children can be shown. The request starts when the user expands the node.
   */
  readonly demands?: TreeDemand;
}

/**
 * Data that is read only while a row is expanded: the Kata pods or the related objects, once, or the warnings about the
 * pods of a namespace or the pods of a node, until the row is collapsed.
 */
export type TreeDemand =
  | { readonly kind: 'workloads' }
  | { readonly kind: 'related' }
  | { readonly kind: 'podWarnings'; readonly namespace: string }
  | { readonly kind: 'nodePods'; readonly node: string };

/** State for the tooltip and the detail page of a row. */
export interface NodeExplanation {
  readonly explanation: Explanation;
  /** Full name if the label is shortened. */
  readonly name?: string;
  /** Additional information, as Markdown of this extension. */
  readonly details?: string;
  /** OSC release of the cluster, for links to its documentation. */
  readonly release?: string;
}

/** Returns the row with this ID among these rows and their descendants. */
export function nodeWithId(nodes: readonly TreeNode[], id: string): TreeNode | undefined {
  for (const node of nodes) {
    const found = node.view.id === id ? node : nodeWithId(node.children?.() ?? [], id);
    if (found !== undefined) return found;
  }
  return undefined;
}
