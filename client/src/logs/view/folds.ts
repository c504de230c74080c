/**
 * Folds ranges of log lines into one row each. A place is the index of a line, a row is the index of a visible row, and
 * both start at 0. All functions are pure.
 */

export interface LineRange {
  /** Place of the first line, which stays visible when the range is folded. */
  readonly from: number;
  /** Place of the last line. */
  readonly to: number;
}

export interface Fold extends LineRange {
  readonly closed: boolean;
}

/** A part of the visible rows: a number of consecutive lines, starting at a place. */
export interface Segment {
  readonly place: number;
  readonly count: number;
}

export class Folds {
  readonly all: readonly Fold[];
  /** The closed folds. `hidden` is the number of lines that a fold and all earlier ones hide. */
  readonly #closed: readonly (Fold & { readonly row: number; readonly hidden: number })[];

  /**
   * Creates the folds.
   * @param all ranges in order. Ranges that overlap the previous one or contain only one line are dropped
   */
  constructor(all: readonly Fold[]) {
    let end = -1;
    this.all = all.filter(({ from, to }) => {
      if (from <= end || to <= from) return false;
      end = to;
      return true;
    });
    let hidden = 0;
    this.#closed = this.all
      .filter(({ closed }) => closed)
      .map((fold) => {
        const row = fold.from - hidden;
        hidden += fold.to - fold.from;
        return { ...fold, row, hidden };
      });
  }

  /** Returns new folds for these ranges. Known ranges stay open or closed. New ranges are closed if they're quiet. */
  with(stretches: readonly (LineRange & { readonly quiet: boolean })[]): Folds {
    const before = new Map(this.all.map((fold) => [fold.from, fold.closed]));
    return new Folds(stretches.map(({ from, to, quiet }) => ({ from, to, closed: before.get(from) ?? quiet })));
  }

  toggled(place: number): Folds {
    return new Folds(this.all.map((fold) => (fold.from === place ? { ...fold, closed: !fold.closed } : fold)));
  }

  allSet(closed: boolean): Folds {
    return new Folds(this.all.map((fold) => ({ ...fold, closed })));
  }

  /** Returns the fold that begins at a place. */
  at(place: number): Fold | undefined {
    const found = this.all[lastIndex(this.all, ({ from }) => from <= place)];
    return found?.from === place ? found : undefined;
  }

  /** Returns the number of rows for a number of lines. */
  rows(lines: number): number {
    return lines === 0 ? 0 : this.rowOf(lines - 1) + 1;
  }

  /** Returns the row of a place. For a hidden line, returns the row of its fold. */
  rowOf(place: number): number {
    const before = this.#closed[lastIndex(this.#closed, ({ from }) => from <= place)];
    if (before === undefined) return place;
    return place <= before.to ? before.row : place - before.hidden;
  }

  /** Returns the place of a row. */
  placeOf(row: number): number {
    const before = this.#closed[lastIndex(this.#closed, (fold) => fold.row <= row)];
    if (before === undefined) return row;
    return before.row === row ? before.from : row + before.hidden;
  }

  /** Returns the line ranges of these rows. A closed fold is represented by its first line. */
  segments(row: number, count: number): readonly Segment[] {
    const found: { place: number; count: number }[] = [];
    for (let at = row; at < row + count; at += 1) {
      const place = this.placeOf(at);
      const last = found.at(-1);
      if (last !== undefined && last.place + last.count === place) last.count += 1;
      else found.push({ place, count: 1 });
    }
    return found;
  }
}

/**
 * Returns the index of the last item for which the predicate is true, or -1 if there is none. The items must be ordered
 * so that the predicate is true for a prefix.
 */
function lastIndex<T>(sorted: readonly T[], isSo: (one: T) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = sorted[middle];
    if (one !== undefined && isSo(one)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
