/**
 * Text of anybody, to be looked at: what would not be seen, would turn the direction of writing, or would be taken for
 * the end of a line, is written out.
 */

/**
 * Control characters by their pictures (U+2400 and on), others by their numbers: `<U+202E>`. Lines stay where they are:
 * `\n` ends one, with or without `\r` before it; tabs stay. Characters that only join or shape letters stay too:
 * scripts need them.
 */
export function visibleText(text: string): string {
  return text.replaceAll(unseen, written);
}

const unseen =
  // oxlint-disable-next-line no-control-regex -- that is what is looked for
  /\r(?!\n)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/gu;

function written(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? '\u2421' : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}
