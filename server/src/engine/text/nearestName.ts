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
    .map((name) => ({ name, far: distance(lower, name.toLowerCase()) }))
    .sort((a, b) => a.far - b.far);
  const [best, second] = ranked;
  if (best === undefined || best.far > Math.max(1, Math.floor(Math.min(written.length, best.name.length) / 3)))
    return undefined;
  return { name: best.name, sure: best.far <= 2 && (second === undefined || second.far > best.far) };
}
