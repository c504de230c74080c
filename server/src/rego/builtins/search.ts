/** Searches texts in time linear to them: JavaScript's own search multiplies the lengths of text and pattern when both repeat themselves. */
import type { Charge } from '../limits.ts';

/** Shorter patterns are searched for by JavaScript itself: it multiplies with this at most. */
const short = 8;

/** What it takes to search for a pattern, in steps. */
const costOfSearch = (text: string, pattern: string): number => (text.length >> 4) + (pattern.length <= short ? 0 : (text.length + pattern.length) >> 3);

/**
 * Finds the places of a pattern that is not empty, from left to right; they count UTF-16 units.
 * @param overlapping whether a place may begin within the one before
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

/** Knuth, Morris and Pratt: where the text differs from the pattern, the part that did not is not read again. */
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

/** For each beginning of the pattern, how long the longest shorter beginning is that it ends with. */
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

/** Returns the first place of a pattern, -1 where there is none. The empty text is at the beginning. */
export const firstPlace = (charge: Charge, text: string, pattern: string): number => {
  if (pattern === '') return 0;
  for (const at of placesOf(charge, text, pattern)) return at;
  return -1;
};

/** Whether a unit is the second half of a character of two. */
export const isWithinCharacter = (text: string, unit: number): boolean =>
  unit > 0 && (text.charCodeAt(unit) & 0xfc00) === 0xdc00 && (text.charCodeAt(unit - 1) & 0xfc00) === 0xd800;

/** Returns how many characters are in a part of a text. */
export const charactersIn = (charge: Charge, text: string, start = 0, end = text.length): number => {
  charge.spend(Math.max(0, end - start) >> 5);
  let characters = 0;
  for (let unit = start; unit < end; unit += 1) if (!isWithinCharacter(text, unit) || unit === start) characters += 1;
  return characters;
};

/** Returns the unit at which a character begins that is so many behind another; the end of the text where there are fewer. */
export const unitOf = (charge: Charge, text: string, characters: number, start = 0): number => {
  let unit = start;
  for (let left = Math.min(characters, text.length); left > 0 && unit < text.length; left -= 1) unit += isWithinCharacter(text, unit + 1) ? 2 : 1;
  charge.spend((unit - start) >> 5);
  return unit;
};

/** The characters of a text, one after the other. */
export function* charactersOf(charge: Charge, text: string): Generator<string> {
  charge.spend(text.length >> 1);
  yield* text;
}
