/** "Did you mean": the known name that a written one most likely stands for. */
import { distance } from 'fastest-levenshtein';

/** A known name close to the written one. */
export interface Nearest {
  readonly name: string;
  /** Only this one can be meant: a difference in case, or at most two letters with no other name as close. */
  readonly sure: boolean;
}

/** The closest of the known names, or undefined when none is close enough to suggest. */
export function findNearestName(written: string, known: readonly string[]): Nearest | undefined {
  const lower = written.toLowerCase();
  const sameLetters = known.filter((name) => name.toLowerCase() === lower);
  if (sameLetters[0] !== undefined) return { name: sameLetters[0], sure: sameLetters.length === 1 };
  // Far longer than any name: nobody's slip, and not worth the comparison.
  if (written.length > 64) return undefined;
  const ranked = known
    .map((name) => ({ name, far: distance(lower, name.toLowerCase()) }))
    .sort((a, b) => a.far - b.far);
  const [best, second] = ranked;
  if (best === undefined || best.far > Math.max(1, Math.floor(Math.min(written.length, best.name.length) / 3)))
    return undefined;
  return { name: best.name, sure: best.far <= 2 && (second === undefined || second.far > best.far) };
}
