/** Values that another module parsed from a text (JSON or YAML). The core has no parser for them. */
import { isJsonObject } from '../common/json.ts';

export type ValuePath = readonly (string | number)[];

/** Offsets in the text: `start` is the first character, `end` is the position after the last. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface Parsed {
  readonly value: unknown;
  /** Returns the range of a value in the text, or undefined if it's unknown. Never throws. */
  readonly placeOf: (path: ValuePath) => TextRange | undefined;
}

/**
 * Parses the documents of a text. Returns an empty list if the text is neither JSON nor YAML. The work is limited, and
 * the function never throws.
 */
export type ParseText = (text: string) => readonly Parsed[];

/** Maximum number of mappings and lists that are visited, and the maximum depth. */
const mostLooked = 100_000;
const deepest = 12;

/**
 * Visits a value and its children, parents first. Skips the children if `visit` returns true.
 * Returns whether the whole value was visited.
 */
export function walkValue(
  value: unknown,
  visit: (value: unknown, path: ValuePath, above: readonly unknown[]) => boolean,
): boolean {
  let looked = 0;
  const go = (here: unknown, path: ValuePath, above: readonly unknown[]): boolean => {
    if (!isJsonObject(here) && !Array.isArray(here)) return true;
    looked += 1;
    if (looked > mostLooked) return false;
    if (visit(here, path, above)) return true;
    if (path.length >= deepest) return false;
    const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(here)
      ? here.map((one: unknown, index) => [index, one])
      : Object.entries(here);
    // All entries are visited, even if one is too deep.
    return entries.map(([key, one]) => go(one, [...path, key], [here, ...above])).every(Boolean);
  };
  return go(value, [], []);
}
