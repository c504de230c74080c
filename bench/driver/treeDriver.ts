/** Shows the tree of clusters as VS Code does: requests the rows that are visible, and again those that changed. */
import { Elements, type TreeElement } from '#client/tree/treeElements.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';

export class TreeDriver {
  readonly #elements: Elements;
  /** Durations of the refreshes that changed rows, in milliseconds. */
  refreshes: number[] = [];
  /** IDs of the displayed rows. */
  readonly rows = new Map<string, TreeElement>();

  /** @param model returns the current root nodes */
  constructor(model: () => readonly TreeNode[]) {
    this.#elements = new Elements(model);
  }

  /** Requests all rows, for the first display. */
  show(): void {
    this.rows.clear();
    for (const element of this.#elements.children()) this.#expand(element);
  }

  /** Determines the changed rows and requests them again. */
  refresh(): void {
    const began = performance.now();
    const changed = this.#elements.update();
    if (changed === false) return;
    if (changed === undefined) this.show();
    else for (const element of changed) this.#expand(element);
    this.refreshes.push(performance.now() - began);
  }

  /** Requests the rows below a row. Rows whose data is read only on request stay collapsed. */
  #expand(element: TreeElement): void {
    this.rows.set(element.id, element);
    const { view, demands } = element.node;
    if (view.collapsible === 'none' || demands !== undefined) return;
    for (const child of this.#elements.children(element)) this.#expand(child);
  }
}
