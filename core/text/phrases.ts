/** Formats lists of names, shortened texts, and reasons at the end of a sentence. */
import * as l10n from '@vscode/l10n';
import { joinList, formatList } from './grammar.ts';
import { sanitizeLabel, sanitizeLine } from './sanitize.ts';

/**
 * Formats names: `a`, `a and b`, `a, b, and 3 more`.
 * @param most maximum number of names
 */
export function formatNames(names: readonly string[], most = 3): string {
  if (names.length === 0)
    return l10n.t({ message: 'none', args: [], comment: ['Shown instead of an empty list of names.'] });
  if (names.length <= most) return formatList(names.map(sanitizeLabel));
  const shown = Math.max(1, most - 1);
  const first = joinList(names.slice(0, shown).map(sanitizeLabel));
  const left = names.length - shown;
  return shown === 1 ? l10n.t`${first} and ${left} more` : l10n.t`${first}, and ${left} more`;
}

/**
 * Shortens a text to a width at the end of a word, with an ellipsis. The tooltip or the linked row shows the complete
 * text.
 * @param most width in Latin characters; Chinese, Japanese, and Korean characters are twice as wide
 */
export function shortened(text: string, most: number): string {
  const characters = Array.from(text);
  const widths = characters.map((character) =>
    /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u.test(character)
      ? 2
      : 1,
  );
  if (widths.reduce((sum, width) => sum + width, 0) <= most) return text;
  let width = 1;
  const fits = characters.findIndex((_, index) => (width += widths[index] ?? 1) > most);
  const cut = characters.slice(0, Math.max(0, fits)).join('');
  const isInsideWord =
    widths[fits] === 1 && /[\p{L}\p{N}]/u.test(cut.at(-1) ?? '') && /[\p{L}\p{N}]/u.test(characters[fits] ?? '');
  const words = isInsideWord ? cut.replace(/\s+\S*$/u, '') : cut;
  // A text without spaces, such as Chinese or a long name, can end at any character.
  return `${(words.length < cut.length / 2 ? cut : words).replace(/[\s·:：,、，+]+$/u, '')}…`;
}

/**
 * Formats a reason from a cluster as the end of a sentence: `: text.`, or `.` if there is no text. It fills the last
 * placeholder of the sentence.
 */
export function formatReason(text: string): string {
  const line = sanitizeLine(text);
  if (line === '')
    return l10n.t({
      message: '.',
      args: [],
      comment: [
        'The end of a message whose cause is unknown. Follows the message directly: "The file can\'t be read."',
      ],
    });
  return /[.!?…]$/.test(line)
    ? l10n.t({
        message: ': {0}',
        args: [line],
        comment: [
          '{0} is an error message of the cluster that ends with a period. Follows our message directly: "Can\'t list nodes: Timeout."',
        ],
      })
    : l10n.t({
        message: ': {0}.',
        args: [line],
        comment: [
          '{0} is an error message of the cluster without a period. Follows our message directly: "Can\'t list nodes: timeout."',
        ],
      });
}
