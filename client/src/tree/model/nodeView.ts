/** What a node of the tree shows, and what is under it. Without VS Code: provider.ts alone makes tree items of it. */
import type { NodeTarget } from '#client/clusters/state/nodeTarget.ts';
import type { Explanation } from '#core/status/explanation.ts';

export interface NodeView {
  /**
   * Stable and unique in the whole tree: the cluster's context, the kind, the uid or name. Expansion and selection hang
   * on it.
   */
  readonly id: string;
  readonly label: string;
  /** Behind the label, dimmed. */
  readonly description?: string;
  /** Markdown; what came from a cluster is escaped in it. */
  readonly tooltip?: string;
  /** Of a codicon. */
  readonly icon: string;
  /** Of a theme's colour. Never the only sign of a state: icon and description say it too. */
  readonly color?: string;
  /** What menus ask for: words, divided by spaces. */
  readonly contextValue?: string;
  /** What a screen reader says instead of label and description. */
  readonly accessibility: string;
  readonly collapsible: 'none' | 'collapsed' | 'expanded';
  /** True if the label is dimmed: what the row shows may be outdated. */
  readonly isDimmed?: true;
  /** Run by a click. */
  readonly command?: NodeCommand;
}

export interface NodeCommand {
  readonly id: string;
  readonly title: string;
  /** Without any, the command gets the node itself. */
  readonly arguments?: readonly unknown[];
}

export interface TreeNode {
  readonly view: NodeView;
  /** The state at the end of `view.accessibility`, if any. */
  readonly word?: string;
  /** What is under it, worked out when asked for. */
  readonly children?: () => readonly TreeNode[];
  /** What commands on it are about. */
  readonly target?: NodeTarget;
  /** The state for its detail page. */
  readonly about?: NodeExplanation;
  /** Must be fetched before it can be shown: said to the room when the node is opened. */
  readonly demands?: 'workloads';
}

/** A state, for the detail page of the row. */
interface NodeExplanation {
  readonly explanation: Explanation;
  /** Where the label of the row is shortened: the name. */
  readonly name?: string;
  /** More facts, as Markdown of ours. */
  readonly details?: string;
}

/** Returns the row with this ID among these rows and their descendants. */
export function nodeWithId(nodes: readonly TreeNode[], id: string): TreeNode | undefined {
  for (const node of nodes) {
    const found = node.view.id === id ? node : nodeWithId(node.children?.() ?? [], id);
    if (found !== undefined) return found;
  }
  return undefined;
}
