/** The author's own text as a message repeats it: on one line, and no longer than a reader wants. */
import { visible } from '#core/text/sanitize.ts';

const maxLength = 60;

/** The longest name that a namespace may have: two that differ at their ends are told apart only when shown whole. */
export const longestLabel = 63;

/**
 * Maximum length of a label key: a prefix of 253 characters, a slash, and a name of 63. Messages show keys in full: a
 * reader must recognize the label.
 */
export const longestLabelKey = 253 + 1 + 63;

export function quoteForMessage(text: string, longest: number = maxLength): string {
  const cut = text.length > longest ? `${text.slice(0, longest - 3)}...` : text;
  return visible(cut.replace(/[\t-\r\p{Zs}]+/gu, ' '));
}
