/**
 * Detects characters that are pasted together with a value from a document: typographic quotation marks and callout
 * numbers. Both become part of the value.
 */
import type { ConfigKey } from '#core/peerPods/configKey.ts';
import { isGoDuration } from '#core/peerPods/parseGoValues.ts';
import { withoutCallout } from './calloutNumber.ts';

const mark = /[\u2018-\u201f\u2032\u2033\u00ab\u00bb]/;
const allMarks = new RegExp(mark, 'g');

/** Maximum length of a value. Longer values aren't settings and aren't checked. */
export const longestValue = 4000;

/**
 * Returns the text within typographic quotation marks, without a callout number after them. Returns undefined if there
 * are none.
 */
export function withoutSmartQuotes(text: string): string | undefined {
  if (text.length > longestValue) return undefined;
  const outer = withoutCallout(text.trim());
  const inner = outer.slice(1, -1);
  // A list of quoted values also starts and ends with quotation marks, so the inner text must not contain any.
  return outer.length > 1 && mark.test(outer[0] ?? '') && mark.test(outer.at(-1) ?? '') && !mark.test(inner)
    ? inner.trim()
    : undefined;
}

/**
 * Returns the intended value of a key without pasted characters. Returns undefined if there are none or the result
 * isn't certain.
 */
export function repairPastedValue(text: string, key: ConfigKey | undefined): string | undefined {
  if (text.length > longestValue) return undefined;
  const unquoted = withoutSmartQuotes(text);
  if (unquoted !== undefined || key === undefined) return unquoted;
  const trimmed = text.trim();
  const onlyMark = trimmed.match(allMarks)?.length === 1 ? trimmed.search(mark) : -1;
  if (trimmed.length > 1 && (onlyMark === 0 || onlyMark === trimmed.length - 1))
    return trimmed.replace(mark, '').trim();
  // A number after a space can be part of any text. It's a callout only if the text before it is a valid value and the
  // whole text isn't.
  const plain = withoutCallout(trimmed);
  return plain !== trimmed && fitsKey(key, plain) ? plain : undefined;
}

/** Returns whether the text is definitely a valid value of a key. */
export function fitsKey({ type, values, pattern }: ConfigKey, text: string): boolean {
  switch (type) {
    case 'boolean':
      return text === 'true' || text === 'false';
    case 'yes-no':
      return text === 'yes' || text === 'no';
    case 'integer':
    case 'port':
      return /^\d+$/.test(text);
    case 'duration':
      return isGoDuration(text);
    case 'enum':
      return values !== undefined && Object.hasOwn(values, text);
    default:
      return pattern !== undefined && pattern.test(text);
  }
}

const isQuote = (code: number) => code >= 0x2018 && code <= 0x201f;

/**
 * Removes typographic quotation marks from both ends. Uses a loop, because a regular expression for trailing marks
 * would restart at each mark if the text consists of marks.
 */
export function withoutQuotes(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isQuote(text.charCodeAt(start))) start += 1;
  while (end > start && isQuote(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end).trim();
}
