/** A line of a file, as it is shown. */
import { oneLine } from '../../core/live/words.ts';
import { redactText } from '../../core/redaction/index.ts';

/** Characters that are looked at: what is cut off behind them may be half of a credential. */
const longest = 2000;

/** At most 300 characters of it; what looks like a credential is left out. */
export function shortLine(text: string): string {
  return oneLine(redactText(text.slice(0, longest)), 300);
}
