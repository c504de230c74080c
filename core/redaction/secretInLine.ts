/** A Secret in one line: JSON, also JSON in a text of JSON, and YAML between braces. */

const ofSecret =
  /(?<![\w./-])(?:\\{0,7}["'])?kind(?:\\{0,7}["'])?\s{0,9}:\s{0,9}(?:\\{0,7}["'])?Secret(?:List)?(?![\w./-])/;
const dataBegins = /(?<![\w./-])(?:(\\{0,7})["']|)(?:data|stringData)(?:\\{0,7}["'])?\s{0,9}:\s{0,9}\{/g;

/** What an audit log says of a request about Secrets: a patch of one has no kind. */
const aboutSecrets = /"resource":\s?"secrets"/;
/** Of a JSON patch. */
const patched = /("value":\s?)(?:"(?:[^"\\]|\\.){0,20000}"?|[^\s",{}[\]]{1,20000})/g;

/** Whether a line says of an object in it that it is a Secret. */
export function saysSecret(text: string): boolean {
  return ofSecret.test(text);
}

/** Returns the position of the last Secret declaration in a line, or -1. */
export function lastSecret(text: string): number {
  let last = -1;
  for (const { index } of text.matchAll(new RegExp(ofSecret, 'g'))) last = index;
  return last;
}

/** Whether a line speaks of an object that is a Secret, or of a request about one. */
export function namesSecret(text: string): boolean {
  return ofSecret.test(text) || aboutSecrets.test(text);
}

/**
 * What is in `data` and `stringData` is replaced, whatever braces and quotes the values have; `count` says how often.
 */
export function withoutSecretData(written: string, hidden: string): { readonly text: string; readonly count: number } {
  let patches = 0;
  const text = !aboutSecrets.test(written)
    ? written
    : written.replaceAll(patched, (_all, start: string) => {
        patches += 1;
        return `${start}"${hidden}"`;
      });
  const parts: string[] = [];
  let done = 0;
  const begins = new RegExp(dataBegins);
  for (let found = begins.exec(text); found !== null; found = begins.exec(text)) {
    const from = begins.lastIndex;
    const to = endOf(text, from, found[1]?.length ?? 0);
    begins.lastIndex = to;
    const inside = text.slice(from, to).trim();
    if (inside === '' || inside === hidden) continue;
    parts.push(text.slice(done, from), hidden);
    done = to;
  }
  return {
    text: parts.length === 0 ? text : `${parts.join('')}${text.slice(done)}`,
    count: parts.length / 2 + patches,
  };
}

/**
 * Where the brace stands that closes what began before `from`; the end of the text when there is none.
 * @param depth backslashes before a quote at this depth
 */
function endOf(text: string, from: number, depth: number): number {
  const marks = /[{}]|(\\*)(["'])/g;
  marks.lastIndex = from;
  let braces = 1;
  let quote: string | undefined;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const [all, backslashes = '', sign] = mark;
    if (sign === undefined) {
      if (quote === undefined) braces += all === '{' ? 1 : -1;
      if (braces === 0) return mark.index;
    } else if (quote === undefined) quote = sign;
    else if (sign === quote && isBare(backslashes.length, depth)) quote = undefined;
  }
  return text.length;
}

/**
 * Whether a quote with so many backslashes before it ends a text: those of its own depth, and pairs that are
 * backslashes of the text.
 */
function isBare(backslashes: number, depth: number): boolean {
  const pairs = (backslashes - depth) / (depth + 1);
  // Fewer: what is around it ends here.
  return pairs < 0 || pairs % 2 === 0;
}
