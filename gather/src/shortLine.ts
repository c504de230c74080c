/** A line of a file, as it is shown. */
import { withoutCredentials } from '../../core/credentialsInLine.ts';
import { oneLine } from '../../core/live/words.ts';

/** Characters that are looked at: what is cut off behind them may be half of a credential. */
const longest = 2000;

/** At most 300 characters of it; what looks like a credential is left out. */
export function shortLine(text: string): string {
  return oneLine(withoutCredentials(text.slice(0, longest).replaceAll(secret, '$1***'), '***'), 300);
}

/** Words before credentials, also without a sign between. */
const secret =
  /((?:token|password|passwd|secret[_-]?(?:access[_-]?)?key|authorization|bearer|api[_-]?key)["']?\s{0,8}[:= ]\s{0,8}["']?(?:bearer\s{1,8})?)[^\s"',;]{6,}/gi;
