/**
 * Searches texts in linear time. The JavaScript search can take time proportional to the product of both lengths for
 * repetitive text and patterns.
 */
import type { Charge } from '../evaluate/limits.ts';

/** Maximum pattern length for the JavaScript search, which multiplies the time by at most this factor. */
const short = 8;

/** Returns the cost of searching for a pattern in steps. */
const costOfSearch = (text: string, pattern: string): number =>
  (text.length >> 4) + (pattern.length <= short ? 0 : (text.length + pattern.length) >> 3);

/**
 * Finds the positions of a nonempty pattern from left to right, in UTF-16 code units.
 * @param overlapping true to also find overlapping matches
 */
export function* placesOf(charge: Charge, text: string, pattern: string, overlapping = false): Generator<number> {
  if (pattern.length > text.length) return;
  charge.spend(costOfSearch(text, pattern));
  yield* pattern.length <= short ? shortPlaces(text, pattern, overlapping) : longPlaces(text, pattern, overlapping);
}

function* shortPlaces(text: string, pattern: string, overlapping: boolean): Generator<number> {
  const step = overlapping ? 1 : pattern.length;
  for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + step)) yield at;
}

/** Uses the Knuth-Morris-Pratt algorithm. After a mismatch, it doesn't read the matched part again. */
function* longPlaces(text: string, pattern: string, overlapping: boolean): Generator<number> {
  const borders = bordersOf(pattern);
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && pattern.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
    if (pattern.charCodeAt(matched) === unit) matched += 1;
    if (matched < pattern.length) continue;
    yield at + 1 - matched;
    matched = overlapping ? (borders[matched - 1] ?? 0) : 0;
  }
}

/** Returns the length of the longest proper border for each prefix of the pattern. */
function bordersOf(pattern: string): Int32Array {
  const borders = new Int32Array(pattern.length);
  let length = 0;
  for (let at = 1; at < pattern.length; at += 1) {
    const unit = pattern.charCodeAt(at);
    while (length > 0 && pattern.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0;
    if (pattern.charCodeAt(length) === unit) length += 1;
    borders[at] = length;
  }
  return borders;
}

/** Returns the first position of a pattern, or -1. The position of the empty pattern is 0. */
export const firstIndexOf = (charge: Charge, text: string, pattern: string): number => {
  if (pattern === '') return 0;
  for (const at of placesOf(charge, text, pattern)) return at;
  return -1;
};

/** Returns whether a position is inside a surrogate pair. */
export const isWithinCharacter = (text: string, unit: number): boolean =>
  unit > 0 && (text.charCodeAt(unit) & 0xfc00) === 0xdc00 && (text.charCodeAt(unit - 1) & 0xfc00) === 0xd800;

/** Returns the number of characters in a part of a text. */
export const charactersIn = (charge: Charge, text: string, start = 0, end = text.length): number => {
  charge.spend(Math.max(0, end - start) >> 5);
  let characters = 0;
  for (let unit = start; unit < end; unit += 1) if (!isWithinCharacter(text, unit) || unit === start) characters += 1;
  return characters;
};

/** Returns the position that is this number of characters after `start`, or the end of the text. */
export const unitOf = (charge: Charge, text: string, characters: number, start = 0): number => {
  let unit = start;
  for (let left = Math.min(characters, text.length); left > 0 && unit < text.length; left -= 1)
    unit += isWithinCharacter(text, unit + 1) ? 2 : 1;
  charge.spend((unit - start) >> 5);
  return unit;
};

/** Returns the characters of a text one at a time. */
export function* charactersOf(charge: Charge, text: string): Generator<string> {
  charge.spend(text.length >> 1);
  yield* text;
}
