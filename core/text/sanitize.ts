/** Escapes characters that are invisible or change how the text around them looks. */

/**
 * Matches invisible and layout characters: control characters, direction and width marks, tags, line separators, lone
 * surrogates.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cs}]/u;
const eachUnseen = new RegExp(unseen.source, 'gu');
const eachUnseenInLines = new RegExp(`(?![\\n\\t])${unseen.source}`, 'gu');

/** Returns the escape of a character: `\u202e`, or `\u{e0041}` for five digits. */
export function escapeCharacter(character: string): string {
  const digits = (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
  return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits}`;
}

/**
 * The whole text as it is, for one who decides by it: nothing is left out, and nothing turns, hides or breaks what is
 * around it. Blanks other than the usual one are spelled out too.
 */
export function escapeInvisible(text: string): string {
  return text.replace(/(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu, escapeCharacter);
}

/**
 * Escapes each invisible character of a label, including line breaks. Keeps the spaces of every language, because
 * labels also contain our own words.
 */
export function visible(text: string): string {
  return text.replace(eachUnseen, escapeCharacter);
}

/** Escapes each invisible character of a text with several lines. Keeps line breaks and tabs. */
export function visibleLines(text: string): string {
  return text.replace(eachUnseenInLines, escapeCharacter);
}
