/**
 * How much there is to read in a text: reading takes time by what may begin or end an entry, or decorate one, not by
 * characters.
 */

/**
 * A document of more lines, items and the like than this is not read: it would hold up everything else for longer than
 * anybody waits.
 */
export const maxParts = 15_000;

const codes = (characters: string) => new Set(Array.from(characters, (character) => character.charCodeAt(0)));
const partSigns = codes('\n\r,[]{}&*!%"\'');
/** These count only with a blank behind them. */
const beforeBlanks = codes(':-?');
const blanks = codes(' \t\n\r');

/** The number of parts of a text. */
export function countParts(text: string): number {
  let parts = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (partSigns.has(text.charCodeAt(at))) parts += 1;
    else if (blanks.has(text.charCodeAt(at + 1)) && beforeBlanks.has(text.charCodeAt(at))) parts += 1;
  }
  return parts;
}

/** True for a text that nobody should wait for. */
export function hasTooManyParts(text: string): boolean {
  return text.length > maxParts && countParts(text) > maxParts;
}
