/**
 * Checks whether an unparsed line might be a warning or an error. In a journal at level debug, almost all lines are
 * neither. A line that doesn't match the pattern certainly isn't a warning or an error.
 */
import { rustRuntimeName } from './formats/rustRuntimeLine.ts';

const otherwise =
  /[EFW]\d{4} |qemu|ERROR|WARN|\{"|^<\d|^[a-z]\w{2,7} {0,5}:\w{3,6} {0,5}: ?\[|Kernel panic|Killed process|Oops: |BUG: /;
const doubleQuote = 34;
/** First letters of the levels debug, info, notice, and trace. */
const quiet: ReadonlySet<number> = new Set(Array.from('dintDINT', (letter) => letter.charCodeAt(0)));

/**
 * Returns whether the line might be a warning or an error. logrus writes the level before the message, so the first
 * `level=` is the level of the line. `dpanic` isn't a logrus level.
 */
export function mayBeError(text: string): boolean {
  if (text.startsWith('{')) return true;
  const at = text.indexOf('level=');
  if (at < 0) return otherwise.test(text);
  const first = text.charCodeAt(at + 6);
  if (!quiet.has(first === doubleQuote ? text.charCodeAt(at + 7) : first)) return true;
  // A JSON line of runtime-rs can quote a line of logrus.
  if (text.includes(rustRuntimeName)) return true;
  const console = text.indexOf('vmconsole="', at);
  return (
    console >= 0 &&
    (text.startsWith('{', console + 11) ||
      text.includes('Kernel panic', console) ||
      text.includes('Killed process', console))
  );
}
