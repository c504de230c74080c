/** Finds the known name that is most similar to a misspelled one, for "Did you mean". */
import { distance } from 'fastest-levenshtein';

/** A known name that is similar to the given one. */
export interface Nearest {
  readonly name: string;
  /**
   * True if no other name can be intended: only the case or hyphens and underscores differ, or at most two characters
   * differ and no other name is equally similar.
   */
  readonly sure: boolean;
}

/** Returns the most similar known name. Returns undefined if none is similar enough. */
export function findNearestName(written: string, known: readonly string[]): Nearest | undefined {
  const lower = written.toLowerCase();
  const withoutHyphens = lower.replaceAll('-', '_');
  const sameLetters = known.filter((name) => name.toLowerCase().replaceAll('-', '_') === withoutHyphens);
  if (sameLetters[0] !== undefined)
    return { name: sameLetters[0], sure: sameLetters.length === 1 && !isOneLetterFromAnother(written, known) };
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

/**
 * Returns whether the text is a known name with one more or one less letter. Then two names are equally similar to
 * `PODVM_INSTANCE_TYPEs`: the one that differs in case, and the one without the `s`.
 */
function isOneLetterFromAnother(written: string, known: readonly string[]): boolean {
  return known.some(
    (name) => Math.abs(name.length - written.length) === 1 && (written.startsWith(name) || name.startsWith(written)),
  );
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
