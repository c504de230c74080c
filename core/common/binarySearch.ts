/** Searches by halves in what is in order, of which there may be a hundred thousand. */

/**
 * The first index below `length` for which this holds; `length` where it holds for none. It must hold for all behind
 * one for which it holds: otherwise it looks where Go's sort.Search looks, and finds what that finds.
 */
export function findFirstIndex(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Of numbers in rising order, the index of the last that is not greater than this one; 0 where all are greater. */
export function findLastIndexNotAfter(sorted: readonly number[], value: number): number {
  return Math.max(0, findFirstIndex(sorted.length, (index) => (sorted[index] ?? Infinity) > value) - 1);
}
