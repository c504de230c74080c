/** Keeps the elements of table rows as long as their content is the same. */

/** The part of the parent element that the rows need. */
export interface Parent<Row> {
  insertBefore(row: Row, before: Row | null): unknown;
}

/**
 * Shows a list of rows and replaces only those that changed. A replaced row would lose the focus and a click in
 * progress, because the browser reports a click only if press and release hit the same element.
 */
export class StableRows<View extends object, Row extends { remove(): void }> {
  readonly #parent: Parent<Row>;
  readonly #make: (view: View) => Row;
  /** The rows in order, by their content. */
  #drawn: ReadonlyMap<string, Row> = new Map();

  /** @param parent an element without other children */
  constructor(parent: Parent<Row>, make: (view: View) => Row) {
    this.#parent = parent;
    this.#make = make;
  }

  /**
   * Shows these rows.
   * @param views distinct views
   */
  show(views: readonly View[]): void {
    const wanted = new Map<string, Row>();
    for (const view of views) {
      const key = JSON.stringify(view);
      wanted.set(key, this.#drawn.get(key) ?? this.#make(view));
    }
    for (const [key, row] of this.#drawn) if (!wanted.has(key)) row.remove();
    const kept = [...this.#drawn.keys()].filter((key) => wanted.has(key));
    const moved = new Set<string>();
    let next = 0;
    for (const [key, row] of wanted) {
      while (moved.has(kept[next] ?? '')) next += 1;
      const before = kept[next];
      if (before === key) next += 1;
      else {
        this.#parent.insertBefore(row, before === undefined ? null : (wanted.get(before) ?? null));
        moved.add(key);
      }
    }
    this.#drawn = wanted;
  }
}
