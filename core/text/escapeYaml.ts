/** Escapes invisible and layout characters in YAML without changing the value. */

/**
 * Matches the characters to escape. Excludes line breaks and tabs, which are visible, and the joiners and variation
 * selectors of emoji.
 */
const unseen =
  /(?!\n|\t|\uFE0F|\u200D)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]|(?<!\p{Extended_Pictographic})\uFE0F|(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)\u200D|\u200D(?!\p{Extended_Pictographic})/u;
const eachUnseen = new RegExp(unseen.source, 'gu');

/** Returns whether a scalar must be double-quoted, because other styles have no escapes. */
export function needsEscapes(scalar: string): boolean {
  return unseen.test(scalar);
}

/**
 * Replaces invisible and layout characters with escapes.
 * @param yaml YAML in which only double-quoted scalars contain these characters
 */
export function escapeUnseen(yaml: string): string {
  return yaml.replace(eachUnseen, (character) => {
    const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return digits.length > 4 ? `\\U${digits.padStart(8, '0')}` : `\\u${digits.padStart(4, '0')}`;
  });
}
