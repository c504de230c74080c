/**
 * What comes along when a value is pasted from a document: quotation marks of a word processor, callout numbers. Both
 * become part of the value.
 */
import type { ConfigKey } from '#core/peerPods/configKey.ts';
import { isGoDuration } from '#core/peerPods/parseGoValues.ts';
import { withoutCallout } from './calloutNumber.ts';

const mark = /[\u2018-\u201f\u2032\u2033\u00ab\u00bb]/;
const allMarks = new RegExp(mark, 'g');

/** Longer values are not settings, and are left alone. */
export const longestValue = 4000;

/** What stands between such quotation marks, without a callout number behind them; undefined where there are none. */
export function withoutSmartQuotes(text: string): string | undefined {
  if (text.length > longestValue) return undefined;
  const outer = withoutCallout(text.trim());
  const inner = outer.slice(1, -1);
  // `“a”,“b”` begins and ends with marks as well: what is left must have none of its own.
  return outer.length > 1 && mark.test(outer[0] ?? '') && mark.test(outer.at(-1) ?? '') && !mark.test(inner)
    ? inner.trim()
    : undefined;
}

/**
 * What was meant by a value of this key that has something pasted about it; undefined when it has not, or that is not
 * certain.
 */
export function repairPastedValue(text: string, key: ConfigKey | undefined): string | undefined {
  if (text.length > longestValue) return undefined;
  const unquoted = withoutSmartQuotes(text);
  if (unquoted !== undefined || key === undefined) return unquoted;
  const trimmed = text.trim();
  const onlyMark = trimmed.match(allMarks)?.length === 1 ? trimmed.search(mark) : -1;
  if (trimmed.length > 1 && (onlyMark === 0 || onlyMark === trimmed.length - 1))
    return trimmed.replace(mark, '').trim();
  // A number behind a blank may be part of any text: it is a callout only where what stands before it is right, and the
  // whole is not.
  const plain = withoutCallout(trimmed);
  return plain !== trimmed && fitsKey(key, plain) ? plain : undefined;
}

/** The text is certainly a right value of this key. */
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
 * Without the marks at either end, if any. Walks in from both: a pattern that looks for marks at the end of a text of
 * marks begins anew at each of them.
 */
export function withoutQuotes(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isQuote(text.charCodeAt(start))) start += 1;
  while (end > start && isQuote(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end).trim();
}
