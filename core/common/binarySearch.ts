/** Binary search in sorted data of up to a hundred thousand items. */

/**
 * Returns the first index below `length` for which the predicate is true, or `length` if there is none, like Go's
 * sort.Search. If the predicate is true for an index, it must also be true for all later indexes.
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

/**
 * Returns the index of the last number that isn't greater than the value. Returns 0 if all are greater. The numbers
 * must be in ascending order.
 */
export function findLastIndexNotAfter(sorted: readonly number[], value: number): number {
  return Math.max(0, findFirstIndex(sorted.length, (index) => (sorted[index] ?? Infinity) > value) - 1);
}
