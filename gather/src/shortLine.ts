/** A line of a file, as it is shown. */
import { oneLine } from '../../core/live/words.ts';

/** At most 300 characters of it; what looks like a credential is left out. */
export function shortLine(text: string): string {
  return oneLine(text.replaceAll(secret, '$1***'), 300);
}

const secret =
  /((?:token|password|passwd|secret[_-]?(?:access[_-]?)?key|authorization|bearer|api[_-]?key)["']?\s{0,8}[:= ]\s{0,8}["']?(?:bearer\s{1,8})?)[^\s"',;]{6,}/gi;
