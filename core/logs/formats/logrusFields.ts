/**
 * Parses the fields of a line in logrus format: `time="..." level=info msg="..." sandbox=...`.
 * Source: sirupsen/logrus@v1.9.3 text_formatter.go (appendKeyValue: values are quoted if necessary, like %q in Go).
 */
/** Matches a field. The last value of a truncated line has no closing quote. */
const token = /([\w.-]+)=(?:"((?:[^"\\]|\\.)*)(?:"|\\?$)|([^\s"]\S*|))(?: +|$)/y;
const mostFields = 40;

/**
 * Returns the values by name, without quotes but still escaped. If a name occurs twice, the first value applies. Empty
 * if the text doesn't start with a field. Takes linear time.
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

/** Removes the escapes of %q in Go. Keeps unknown escapes unchanged. */
export function unquoteLogValue(value: string): string {
  return value.includes('\\')
    ? value.replaceAll(/\\(["\\nrt])/g, (_, escaped: string) => plain[escaped] ?? escaped)
    : value;
}

const plain: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
