/** What comes along when a value is pasted from a document: quotation marks of a word processor, callout numbers. Both become part of the value. */
import type { ConfigKey } from '../../../../core/peerPods/configKey.ts';
import { isGoDuration } from '../../../../core/peerPods/goValues.ts';
import { withoutCallout } from '../callout.ts';

const mark = '[\\u2018-\\u201f\\u2032\\u2033\\u00ab\\u00bb]';
const wrapped = new RegExp(`^\\s*${mark}\\s*([^]*?)\\s*${mark}\\s*$`);
const oneMark = new RegExp(`^${mark}[^\\u2018-\\u201f\\u2032\\u2033\\u00ab\\u00bb]+$|^[^\\u2018-\\u201f\\u2032\\u2033\\u00ab\\u00bb]+${mark}$`);
const atEnds = new RegExp(`^${mark}|${mark}$`, 'g');

/** What stands between such quotation marks, without a callout number behind them; undefined where there are none. */
export function withoutSmartQuotes(text: string): string | undefined {
  const inner = wrapped.exec(withoutCallout(text.trim()))?.[1];
  // `“a”,“b”` is wrapped as well: what is left must have none of its own.
  return inner === undefined || new RegExp(mark).test(inner) ? undefined : inner;
}

/** What was meant by a value of this key that has something pasted about it; undefined when it has not, or that is not certain. */
export function meantByPasted(text: string, key: ConfigKey | undefined): string | undefined {
  const unquoted = withoutSmartQuotes(text);
  if (unquoted !== undefined || key === undefined) return unquoted;
  const trimmed = text.trim();
  if (oneMark.test(trimmed)) return trimmed.replace(atEnds, '');
  // A number behind a blank may be part of any text: it is a callout only where what stands before it is right, and the whole is not.
  const plain = withoutCallout(trimmed);
  return plain !== trimmed && fits(key, plain) ? plain : undefined;
}

function fits({ type, values, pattern }: ConfigKey, text: string): boolean {
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
