/** The author's own text as a message repeats it: on one line, and no longer than a reader wants. */
import { visible } from '../../../core/spelledOut.ts';

const maxLength = 60;

/** The longest name that a namespace may have: two that differ at their ends are told apart only when shown whole. */
export const longestLabel = 63;

export function shown(text: string, longest: number = maxLength): string {
  const cut = text.length > longest ? `${text.slice(0, longest - 3)}...` : text;
  return visible(cut.replace(/[\t-\r\p{Zs}]+/gu, ' '));
}
