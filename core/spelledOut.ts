/** Characters that are not seen, or change how the text around them is seen. */

/** What no reader sees, or what changes how the text around it is shown: control characters, marks of direction and width, tags, separators of lines, lone surrogates. */
const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cs}]/u;
const eachUnseen = new RegExp(unseen.source, 'gu');
const eachUnseenInLines = new RegExp(`(?![\\n\\t])${unseen.source}`, 'gu');

/** `\u202e` for a character that must not reach a reader as it is; `\u{e0041}` for one of five digits. */
export function spelledOut(character: string): string {
  const digits = (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
  return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits}`;
}

/** The whole text as it is, for one who decides by it: nothing is left out, and nothing turns, hides or breaks what is around it. Blanks other than the usual one are spelled out too. */
export function plainly(text: string): string {
  return text.replace(/(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu, spelledOut);
}

/** Returns whether a text holds a character that is not seen, or changes how the text around it is seen. Line breaks and tabs count. */
export function hasUnseen(text: string): boolean {
  return unseen.test(text);
}

/** Returns the text with each unseen character spelled out, line breaks too. For labels, in which names of others stand between words of ours: spaces of every language stay. */
export function visible(text: string): string {
  return text.replace(eachUnseen, spelledOut);
}

/** Returns the same for a text of several lines: line breaks and tabs stay. */
export function visibleLines(text: string): string {
  return text.replace(eachUnseenInLines, spelledOut);
}
