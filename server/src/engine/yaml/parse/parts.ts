/**
 * Estimates the effort of parsing a text. The time depends on the number of characters that can start, end, or decorate
 * an entry, not on the total number of characters.
 */

/** Maximum number of parts of a document, such as lines and items. Parsing more would block other work for too long. */
export const maxParts = 15_000;

const codes = (characters: string) => new Set(Array.from(characters, (character) => character.charCodeAt(0)));
const partSigns = codes('\n\r,[]{}&*!%"\'');
/** Characters that count only before whitespace. */
const beforeBlanks = codes(':-?');
const blanks = codes(' \t\n\r');

/** Returns the number of parts of a text. */
export function countParts(text: string): number {
  let parts = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (partSigns.has(text.charCodeAt(at))) parts += 1;
    else if (blanks.has(text.charCodeAt(at + 1)) && beforeBlanks.has(text.charCodeAt(at))) parts += 1;
  }
  return parts;
}

/** Returns whether parsing a text would take too long. */
export function hasTooManyParts(text: string): boolean {
  return text.length > maxParts && countParts(text) > maxParts;
}
