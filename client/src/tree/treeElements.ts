/**
 * Manages the elements that VS Code received, by ID. VS Code identifies an element by its object identity, and stores
 * its state (expanded, selected) by ID. A refreshed element stays the same object. VS Code discards its descendants and
 * requests those that are expanded again. Independent of VS Code.
 */
import { tooltipOf } from './model/explainedNode.ts';
import type { TreeNode } from './model/nodeView.ts';
import { changedNodes, childrenOf, type Rendered } from './treeDiff.ts';

/** An element with its current node. */
export interface TreeElement {
  readonly id: string;
  readonly node: TreeNode;
  readonly parent?: TreeElement;
}

interface Kept extends TreeElement {
  node: TreeNode;
}

/** Elements to redraw. `undefined` stands for the roots. */
export type ChangedElements = readonly TreeElement[] | undefined;

export class Elements {
  readonly #model: () => readonly TreeNode[];
  readonly #elements = new Map<string, Kept>();
  readonly #rendered = new Map<string, Rendered>();
  /** Every element that VS Code received, by object identity. Lookalike objects don't count. */
  readonly #issued = new WeakMap<object, TreeElement>();
  #roots: readonly string[] | undefined;

  /** @param model returns the current root nodes */
  constructor(model: () => readonly TreeNode[]) {
    this.#model = model;
  }

  /** Returns the children of an element, or the roots. The returned elements count as displayed. */
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
   * Returns whether VS Code has the children of an element. If not, the element is collapsed, or VS Code is about to
   * draw it again.
   */
  hasChildrenOf(element: TreeElement): boolean {
    return this.#rendered.get(element.id)?.children !== undefined;
  }

  /** Applies the current model. Returns the elements to redraw, or `false` if there are none. */
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
    if (rendered !== undefined) this.#rendered.set(id, { ...rendered, tooltip: tooltipOf(node) ?? '' });
  }

  /** Returns the element with this ID if VS Code has received it. */
  find(id: string): TreeElement | undefined {
    return this.#elements.get(id);
  }

  /**
   * Returns the element that a command received, or undefined if it received anything else. While VS Code redraws a
   * branch, it runs commands with the previous elements until it requests the new ones. Without the previous elements,
   * such a command would do nothing.
   */
  elementOf(given: unknown): TreeElement | undefined {
    if (typeof given !== 'object' || given === null || !('id' in given) || typeof given.id !== 'string')
      return undefined;
    return this.#elements.get(given.id) ?? this.#issued.get(given);
  }

  /** Updates the nodes of displayed elements, because VS Code reads these nodes instead of the model. */
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
    // An element knows its parent, so a node that moved needs a new element.
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

  /**
   * Discards elements and their descendants.
   * @param but elements that still exist
   */
  #forgetAll(ids: readonly string[] = [], but: ReadonlySet<string> = new Set()): void {
    for (const id of ids) {
      if (but.has(id)) continue;
      this.#forgetAll(this.#rendered.get(id)?.children);
      this.#rendered.delete(id);
      this.#elements.delete(id);
    }
  }
}
