/**
 * Asks a line, before it is read, whether it may be a warning or an error: of a journal at level debug, nearly none is.
 * False means that it surely is none.
 */

const otherwise =
  /[EFW]\d{4} |qemu|ERROR|WARN|\{"|^<\d|^[a-z]\w{2,7} {0,5}:\w{3,6} {0,5}: ?\[|Kernel panic|Killed process|Oops: |BUG: /;
const doubleQuote = 34;
/** Of debug, info, notice and trace. */
const quiet: ReadonlySet<number> = new Set(Array.from('dintDINT', (letter) => letter.charCodeAt(0)));

/**
 * logrus writes the level before the words, so the first `level=` is that of the line. `dpanic` is no level of logrus.
 */
export function mayBeError(text: string): boolean {
  if (text.startsWith('{')) return true;
  const at = text.indexOf('level=');
  if (at < 0) return otherwise.test(text);
  const first = text.charCodeAt(at + 6);
  if (!quiet.has(first === doubleQuote ? text.charCodeAt(at + 7) : first)) return true;
  const console = text.indexOf('vmconsole="', at);
  return (
    console >= 0 &&
    (text.startsWith('{', console + 11) ||
      text.includes('Kernel panic', console) ||
      text.includes('Killed process', console))
  );
}
