/**
 * Maps a scroll bar to a list with a large number of rows. Browsers limit the height of elements to about 30 million
 * pixels, so above a certain height, one pixel of the scroll bar represents several rows. Rows are numbered from 0, and
 * a position between two rows is a fraction. All functions are pure.
 */

export interface Extent {
  readonly rows: number;
  /** Height of a row, in pixels. */
  readonly rowHeight: number;
  /** Height of the view, in pixels. */
  readonly height: number;
}

/** Maximum height of the scrolled element, in pixels. Far below the limit of any browser. */
export const tallest = 8_000_000;

/** Returns the height of the scrolled element, in pixels. */
export function contentHeight({ rows, rowHeight, height }: Extent): number {
  return Math.max(height, Math.min(tallest, rows * rowHeight));
}

/** Returns the first visible row when the list is scrolled to the end. */
export function lastTop({ rows, rowHeight, height }: Extent): number {
  return Math.max(0, rows - height / rowHeight);
}

/** Returns the first visible row at a scroll position. */
export function topAt(scrollTop: number, extent: Extent): number {
  const range = contentHeight(extent) - extent.height;
  return range <= 0 ? 0 : Math.min(1, Math.max(0, scrollTop / range)) * lastTop(extent);
}

/** Returns the scroll position at which a row is the first visible row. */
export function scrollAt(top: number, extent: Extent): number {
  const last = lastTop(extent);
  return last === 0 ? 0 : (Math.min(last, Math.max(0, top)) / last) * (contentHeight(extent) - extent.height);
}

/**
 * Returns the first visible row after scrolling just far enough to make a row fully visible.
 * @param span height of the row, in rows. If the row is higher than the view, its start is shown
 */
export function topToShow(row: number, top: number, extent: Extent, span = 1): number {
  const seen = extent.height / extent.rowHeight;
  if (row < top || span > seen) return row;
  return row + span > top + seen ? Math.min(lastTop(extent), row + span - seen) : top;
}

/**
 * A list in which one row is higher than the others. Offsets are in rows of normal height, from the top of the list.
 */
export interface HigherRow {
  readonly row: number;
  /** Additional height, in rows. */
  readonly extra: number;
}

/** Returns the offset at which a row starts. */
export function offsetOf(row: number, higher: HigherRow): number {
  return row > higher.row ? row + higher.extra : row;
}

/** Returns the row at an offset. */
export function rowAt(offset: number, { row, extra }: HigherRow): number {
  if (offset < row + 1) return Math.floor(offset);
  return offset < row + 1 + extra ? row : Math.floor(offset - extra);
}

/**
 * Returns the offset at the top of the view after the higher row returns to normal height, so that the rows in view
 * stay where they are.
 */
export function topWithout(top: number, { row, extra }: HigherRow): number {
  if (top <= row) return top;
  return Math.max(row, top - extra);
}
