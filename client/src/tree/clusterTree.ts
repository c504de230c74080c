/** Shows the tree nodes in VS Code. Only this file uses tree items. */
import {
  commands,
  EventEmitter,
  MarkdownString,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  Uri,
  window,
  type Disposable,
  type TreeDataProvider,
} from 'vscode';
import { Elements, type TreeElement } from './treeElements.ts';
import type { Clock } from '../kubernetes/clock.ts';
import { replaceShellCommandsInMarkdown, type EditorCommandOptions } from '../text/editorCommands.ts';
import type { NodeView, TreeNode } from './model/nodeView.ts';
import { dimmedColor } from './model/outdated.ts';
import { visibleTooltip, visibleView } from './visibleView.ts';
import { RedrawGate } from './redrawGate.ts';

/** Scheme of the URIs of dimmed rows. VS Code colors a label only by its URI. No document exists for these URIs. */
const dimmedScheme = 'osc-dimmed-row';

const collapsible = {
  none: TreeItemCollapsibleState.None,
  collapsed: TreeItemCollapsibleState.Collapsed,
  expanded: TreeItemCollapsibleState.Expanded,
} as const;

export interface ProviderParts {
  /** Returns the current root nodes. */
  readonly model: () => readonly TreeNode[];
  /** Called when the user expands a node whose children must be requested. */
  readonly demanded: (node: TreeNode) => void;
  readonly clock: Clock;
  /** Returns which shell commands in the tooltips of a context are replaced with commands of the extension. */
  readonly editorCommands?: (context: string) => EditorCommandOptions | undefined;
}

export class ClusterTree implements TreeDataProvider<TreeElement>, Disposable {
  readonly #elements: Elements;
  readonly #demanded: ProviderParts['demanded'];
  readonly #gate: RedrawGate;
  readonly #editorCommands: (context: string) => EditorCommandOptions | undefined;
  readonly #changed = new EventEmitter<TreeElement[] | undefined>();
  readonly #dimming = window.registerFileDecorationProvider({
    provideFileDecoration: ({ scheme }) =>
      scheme === dimmedScheme ? { color: new ThemeColor(dimmedColor) } : undefined,
  });
  readonly onDidChangeTreeData = this.#changed.event;

  constructor({ model, demanded, clock, editorCommands = () => undefined }: ProviderParts) {
    this.#elements = new Elements(model);
    this.#demanded = demanded;
    this.#editorCommands = editorCommands;
    const redraw = (): void => {
      const changed = this.#elements.update();
      if (changed !== false) this.#changed.fire(changed === undefined ? undefined : [...changed]);
    };
    // VS Code has no event for drawn rows. The window processes messages in order, so it has received the children of a
    // row when it responds to this command. The context key itself isn't used.
    this.#gate = new RedrawGate(clock, redraw, () => commands.executeCommand('setContext', 'osc.roundTrip', true));
  }

  getTreeItem(element: TreeElement): TreeItem {
    return itemOf(visibleView(element.node.view), element);
  }

  getChildren(element?: TreeElement): TreeElement[] {
    if (element?.node.demands !== undefined) this.#demanded(element.node);
    if (element !== undefined && !this.#elements.hasChildrenOf(element)) this.#gate.expanding();
    return [...this.#elements.children(element)];
  }

  /**
   * Adds the tooltip when the user hovers over the row. Tooltips aren't added earlier, because they change often and VS
   * Code redraws a row together with everything below it.
   */
  resolveTreeItem(item: TreeItem, element: TreeElement): TreeItem {
    this.#elements.tooltipRequested(element);
    const { label } = visibleView(element.node.view);
    const tooltip = visibleTooltip(element.node);
    // Without commands and HTML, because most of the text comes from a cluster. Without a tooltip, VS Code would show
    // the URI of a dimmed row.
    item.tooltip =
      tooltip === undefined
        ? label
        : new MarkdownString(
            replaceShellCommandsInMarkdown(tooltip, this.#editorCommands(element.node.target?.context ?? '')),
          );
    return item;
  }

  getParent(element: TreeElement): TreeElement | undefined {
    return element.parent;
  }

  /** Returns the displayed element with this ID. */
  find(id: string): TreeElement | undefined {
    return this.#elements.find(id);
  }

  /** Returns the element that a command received, or undefined if it received anything else. */
  elementOf(given: unknown): TreeElement | undefined {
    return this.#elements.elementOf(given);
  }

  /** Redraws the elements that differ from the model. */
  update(): void {
    this.#gate.request();
  }

  dispose(): void {
    this.#gate.dispose();
    this.#dimming.dispose();
    this.#changed.dispose();
  }
}

function itemOf(view: NodeView, element: TreeElement): TreeItem {
  const item = new TreeItem(view.label, collapsible[view.collapsible]);
  item.id = view.id;
  item.iconPath = new ThemeIcon(view.icon, view.color === undefined ? undefined : new ThemeColor(view.color));
  item.accessibilityInformation = { label: view.accessibility };
  if (view.description !== undefined) item.description = view.description;
  if (view.isDimmed === true)
    item.resourceUri = Uri.from({ scheme: dimmedScheme, path: `/${encodeURIComponent(view.id)}` });
  if (view.contextValue !== undefined) item.contextValue = view.contextValue;
  if (view.command !== undefined)
    item.command = {
      command: view.command.id,
      title: view.command.title,
      arguments: [...(view.command.arguments ?? [element])],
    };
  return item;
}
