/** Rows of a table that stay the same elements for as long as they show the same. */

/** The part of an element that the rows need. */
export interface Parent<Row> {
  insertBefore(row: Row, before: Row | null): unknown;
}

/**
 * Shows a list of rows, and replaces only those that have changed. A row that is replaced loses the keyboard, and a
 * click on it that has begun: the browser reports a click only to an element that has got both its press and its
 * release.
 */
export class StableRows<View extends object, Row extends { remove(): void }> {
  readonly #parent: Parent<Row>;
  readonly #make: (view: View) => Row;
  /** In their order, by what they show. */
  #drawn: ReadonlyMap<string, Row> = new Map();

  /** @param parent has no other children */
  constructor(parent: Parent<Row>, make: (view: View) => Row) {
    this.#parent = parent;
    this.#make = make;
  }

  /** @param views no two of which are equal */
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
