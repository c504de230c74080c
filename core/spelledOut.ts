/** Characters that are not seen, or change how the text around them is seen. */

/** `\u202e` for a character that must not reach a reader as it is. */
export function spelledOut(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}

/** The whole text as it is, for one who decides by it: nothing is left out, and nothing turns, hides or breaks what is around it. Blanks other than the usual one are spelled out too. */
export function plainly(text: string): string {
  return text.replace(/(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu, spelledOut);
}
