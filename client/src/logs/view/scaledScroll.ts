/**
 * Where a list of very many rows stands, by the scroll bar of a browser: browsers make no element higher than some 30 million pixels, so from a height on
 * the bar moves over more rows than it has pixels. Rows count from 0; a place in between two is a fraction. Pure.
 */

export interface Extent {
  readonly rows: number;
  /** Pixels of a row. */
  readonly rowHeight: number;
  /** Pixels that are seen at a time. */
  readonly height: number;
}

/** Pixels: far below what any browser refuses. */
export const tallest = 8_000_000;

/** How high the scrolled element is to be. */
export function contentHeight({ rows, rowHeight, height }: Extent): number {
  return Math.max(height, Math.min(tallest, rows * rowHeight));
}

/** The first row when the last one is at the bottom. */
export function lastTop({ rows, rowHeight, height }: Extent): number {
  return Math.max(0, rows - height / rowHeight);
}

/** The first row that is seen when the bar stands here. */
export function topAt(scrollTop: number, extent: Extent): number {
  const range = contentHeight(extent) - extent.height;
  return range <= 0 ? 0 : Math.min(1, Math.max(0, scrollTop / range)) * lastTop(extent);
}

/** Where the bar stands when this row is the first. */
export function scrollAt(top: number, extent: Extent): number {
  const last = lastTop(extent);
  return last === 0 ? 0 : (Math.min(last, Math.max(0, top)) / last) * (contentHeight(extent) - extent.height);
}

/** The first row, moved as little as can be so that a row is seen whole. */
export function topToShow(row: number, top: number, extent: Extent): number {
  const seen = extent.height / extent.rowHeight;
  if (row < top) return row;
  return row + 1 > top + seen ? Math.min(lastTop(extent), row + 1 - seen) : top;
}
