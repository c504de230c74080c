/** Values that were read from a text (JSON, YAML) by somebody else: core reads neither. */
import { isJsonObject } from '../common/json.ts';

export type ValuePath = readonly (string | number)[];

/** Offsets into the text: `start` is the first character, `end` the one after the last. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface Parsed {
  readonly value: unknown;
  /** Where it stands; undefined: not known. Never throws. */
  readonly placeOf: (path: ValuePath) => TextRange | undefined;
}

/** The documents of a text; none for what is neither JSON nor YAML. Bounded, and never throws. */
export type ParseText = (text: string) => readonly Parsed[];

/** Maps and lists that are looked at, at most, and how deep. */
const mostLooked = 100_000;
const deepest = 12;

/**
 * Goes through a value from the outside in. What `visit` takes is not looked into.
 * Gives whether all of it was seen.
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
    // All of them, also when one was too deep.
    return entries.map(([key, one]) => go(one, [...path, key], [here, ...above])).every(Boolean);
  };
  return go(value, [], []);
}
