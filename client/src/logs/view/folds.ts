/** Stretches of a log that are shown as one row. Places count lines, rows what is shown of them; both from 0. Pure. */

export interface LineRange {
  /** The place of its first line, which is seen when it is folded. */
  readonly from: number;
  /** The place of its last line. */
  readonly to: number;
}

export interface Fold extends LineRange {
  readonly closed: boolean;
}

/** A part of what is shown: so many lines from one place on. */
export interface Segment {
  readonly place: number;
  readonly count: number;
}

export class Folds {
  readonly all: readonly Fold[];
  /** Of closed ones: how many lines they and those before them hide. */
  readonly #closed: readonly (Fold & { readonly row: number; readonly hidden: number })[];

  /** @param all in order; what overlaps the one before, or is of one line, is left out */
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

  /**
   * The same with other stretches; what was open or closed stays so, and of new ones those are closed that are quiet.
   */
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

  /** The fold that begins at this place. */
  at(place: number): Fold | undefined {
    const found = this.all[lastIndex(this.all, ({ from }) => from <= place)];
    return found?.from === place ? found : undefined;
  }

  /** How many rows so many lines make. */
  rows(lines: number): number {
    return lines === 0 ? 0 : this.rowOf(lines - 1) + 1;
  }

  /** The row of a place; of a hidden one, the row that stands for it. */
  rowOf(place: number): number {
    const before = this.#closed[lastIndex(this.#closed, ({ from }) => from <= place)];
    if (before === undefined) return place;
    return place <= before.to ? before.row : place - before.hidden;
  }

  /** The place of a row. */
  placeOf(row: number): number {
    const before = this.#closed[lastIndex(this.#closed, (fold) => fold.row <= row)];
    if (before === undefined) return row;
    return before.row === row ? before.from : row + before.hidden;
  }

  /** Where the lines of these rows are: of a closed fold its first line. */
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

/** The last of those that are so; all behind it are not. -1: none. */
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
