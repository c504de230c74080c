/** Finds the known name that is most similar to a misspelled one, for "Did you mean". */
import { distance } from 'fastest-levenshtein';

/** A known name that is similar to the given one. */
export interface Nearest {
  readonly name: string;
  /**
   * True if no other name can be intended: only the case differs, or at most two characters differ and no other name is
   * equally similar.
   */
  readonly sure: boolean;
}

/** Returns the most similar known name. Returns undefined if none is similar enough. */
export function findNearestName(written: string, known: readonly string[]): Nearest | undefined {
  const lower = written.toLowerCase();
  const sameLetters = known.filter((name) => name.toLowerCase() === lower);
  if (sameLetters[0] !== undefined) return { name: sameLetters[0], sure: sameLetters.length === 1 };
  // A text that is far longer than any name isn't a typo and not worth comparing.
  if (written.length > 64) return undefined;
  const ranked = known
    .map((name) => ({ name, far: isSwapped(lower, name.toLowerCase()) ? 1 : distance(lower, name.toLowerCase()) }))
    .sort((a, b) => a.far - b.far);
  const [best, second] = ranked;
  if (best === undefined || best.far > Math.max(1, Math.floor(Math.min(written.length, best.name.length) / 3)))
    return undefined;
  return { name: best.name, sure: best.far <= 2 && (second === undefined || second.far > best.far) };
}

/** Returns whether the only difference is that two adjacent characters are swapped, as in `sepc`. */
function isSwapped(written: string, right: string): boolean {
  if (written.length !== right.length) return false;
  let at = 0;
  while (at < written.length && written[at] === right[at]) at += 1;
  return (
    written[at] !== undefined &&
    written[at] === right[at + 1] &&
    written[at + 1] === right[at] &&
    written.slice(at + 2) === right.slice(at + 2)
  );
}
