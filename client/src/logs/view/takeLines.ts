/** Returns lines of a log as they were written. */
import type { LogSource } from '../sources/logSource.ts';
import type { Folds } from './folds.ts';

/** Number of lines to read at once. */
const stretch = 5000;

export interface Taken {
  readonly texts: readonly string[];
  /** True if the maximum number of lines was exceeded. */
  readonly cut: boolean;
}

/**
 * Returns the lines of a range of rows. A closed fold contributes all its lines.
 * @param wanted rows from `from` to `to` (exclusive), limited to `most` lines
 */
export async function takeLines(
  shown: LogSource,
  folds: Folds,
  { from, to, most }: { readonly from: number; readonly to: number; readonly most: number },
): Promise<Taken> {
  const texts: string[] = [];
  const last = Math.min(to, folds.rows(shown.state.lines));
  const first = folds.placeOf(from);
  const end = last === 0 ? 0 : endOf(folds, last - 1);
  const until = Math.min(end, first + most);
  for (let place = first; place < until;) {
    const lines = await shown.lines(place, Math.min(stretch, until - place));
    if (lines.length === 0) break;
    texts.push(...lines.map(({ text }) => text));
    place += lines.length;
  }
  return { texts, cut: until < end };
}

/** Returns the position after the last line of a row. */
function endOf(folds: Folds, row: number): number {
  const place = folds.placeOf(row);
  const fold = folds.at(place);
  return (fold?.closed === true ? fold.to : place) + 1;
}
