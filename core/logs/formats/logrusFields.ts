/**
 * The fields of a line as logrus writes them: `time="..." level=info msg="..." sandbox=...`.
 * Source: sirupsen/logrus@v1.9.3 text_formatter.go (appendKeyValue: a value that needs it is quoted as Go's %q does).
 */
/** The last value of a line that was cut has no second quote. */
const token = /([\w.-]+)=(?:"((?:[^"\\]|\\.)*)(?:"|\\?$)|([^\s"]\S*|))(?: +|$)/y;
const mostFields = 40;

/**
 * Name to value, without quotes, what was escaped still escaped; of two with one name the first. Empty where the text
 * does not begin with a field. Linear.
 */
export function fieldsOf(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  token.lastIndex = 0;
  for (let found = token.exec(text); found !== null && fields.size < mostFields; found = token.exec(text)) {
    const name = found[1] ?? '';
    if (!fields.has(name)) fields.set(name, found[2] ?? found[3] ?? '');
    if (token.lastIndex >= text.length) return fields;
  }
  return fields;
}

/** What was escaped by Go's %q, as it was; what cannot be read so stays. */
export function unquoteLogValue(value: string): string {
  return value.includes('\\')
    ? value.replaceAll(/\\(["\\nrt])/g, (_, escaped: string) => plain[escaped] ?? escaped)
    : value;
}

const plain: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
