/**
 * The elements that VS Code was given, by their ids. VS Code knows an element by its identity, and its state (open,
 * selected) by its id. What is refreshed stays the same element; of what is under it VS Code forgets everything, and
 * asks again where it is open. Without VS Code.
 */
import type { TreeNode } from './model/nodeView.ts';
import { changedNodes, childrenOf, type Rendered } from './treeDiff.ts';

/** One element, as it is now. */
export interface TreeElement {
  readonly id: string;
  readonly node: TreeNode;
  readonly parent?: TreeElement;
}

interface Kept extends TreeElement {
  node: TreeNode;
}

/** `undefined` stands for the roots. */
export type ChangedElements = readonly TreeElement[] | undefined;

export class Elements {
  readonly #model: () => readonly TreeNode[];
  readonly #elements = new Map<string, Kept>();
  readonly #rendered = new Map<string, Rendered>();
  /** Every element that VS Code received, by its identity: an object that only looks like one doesn't count. */
  readonly #issued = new WeakMap<object, TreeElement>();
  #roots: readonly string[] | undefined;

  /** @param model the roots as they are now */
  constructor(model: () => readonly TreeNode[]) {
    this.#model = model;
  }

  /** What is under an element, or the roots. What VS Code is given here counts as shown. */
  children(parent?: TreeElement): readonly TreeElement[] {
    const nodes = parent === undefined ? this.#model() : childrenOf(parent.node);
    const ids = nodes.map(({ view }) => view.id);
    if (parent === undefined) {
      this.#forgetAll(this.#roots, new Set(ids));
      this.#roots = ids;
    } else {
      this.#forgetAll(this.#rendered.get(parent.id)?.children, new Set(ids));
      this.#rendered.set(parent.id, { view: parent.node.view, children: ids });
    }
    return nodes.map((node) => this.#keep(node, parent));
  }

  /**
   * Whether VS Code has the children of an element: otherwise it is collapsed, or VS Code is about to draw it again.
   */
  hasChildrenOf(element: TreeElement): boolean {
    return this.#rendered.get(element.id)?.children !== undefined;
  }

  /** Takes over what the model says now. Gives what must be drawn anew; `false`: nothing. */
  update(): ChangedElements | false {
    const model = this.#model();
    const refresh = changedNodes(this.#rendered, this.#roots, model);
    if (refresh === 'all') {
      this.#forgetAll(this.#roots);
      this.#roots = undefined;
      return undefined;
    }
    for (const id of refresh) this.#forgetAll(this.#rendered.get(id)?.children);
    this.#renew(model, new Set(refresh));
    const changed = refresh.flatMap((id) => this.#elements.get(id) ?? []);
    return changed.length === 0 ? false : changed;
  }

  /**
   * Records that VS Code has the tooltip of an element. From then on, `update` reports the element when its tooltip
   * changes.
   */
  tooltipRequested({ id, node }: TreeElement): void {
    const rendered = this.#rendered.get(id);
    if (rendered !== undefined) this.#rendered.set(id, { ...rendered, tooltip: node.view.tooltip ?? '' });
  }

  /** The element of this id, if VS Code has seen it. */
  find(id: string): TreeElement | undefined {
    return this.#elements.get(id);
  }

  /**
   * Returns the element that a command received; undefined if it received anything else. While VS Code draws a branch
   * again, it runs commands with elements of the old drawing until it asks for the new ones. Without the old elements,
   * such a command would do nothing.
   */
  elementOf(given: unknown): TreeElement | undefined {
    if (typeof given !== 'object' || given === null || !('id' in given) || typeof given.id !== 'string')
      return undefined;
    return this.#elements.get(given.id) ?? this.#issued.get(given);
  }

  /** Elements that are shown get the newest nodes: VS Code asks them, not the model. */
  #renew(nodes: readonly TreeNode[], refreshed: ReadonlySet<string>): void {
    for (const node of nodes) {
      const { view } = node;
      const element = this.#elements.get(view.id);
      if (element === undefined) continue;
      element.node = node;
      if (refreshed.has(view.id)) this.#rendered.set(view.id, { view });
      else if (this.#rendered.get(view.id)?.children !== undefined) this.#renew(childrenOf(node), refreshed);
    }
  }

  #keep(node: TreeNode, parent: TreeElement | undefined): TreeElement {
    const { id } = node.view;
    const before = this.#elements.get(id);
    // In another place it is another element: it knows its parent.
    const element =
      before !== undefined && before.parent === parent
        ? before
        : { id, node, ...(parent === undefined ? {} : { parent }) };
    element.node = node;
    this.#elements.set(id, element);
    this.#issued.set(element, element);
    this.#rendered.set(id, { ...this.#rendered.get(id), view: node.view });
    return element;
  }

  /** @param but these, which are still there */
  #forgetAll(ids: readonly string[] = [], but: ReadonlySet<string> = new Set()): void {
    for (const id of ids) {
      if (but.has(id)) continue;
      this.#forgetAll(this.#rendered.get(id)?.children);
      this.#rendered.delete(id);
      this.#elements.delete(id);
    }
  }
}
