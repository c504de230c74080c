/** Redacts a Secret on one line: JSON, nested JSON, and YAML in braces. */

const ofSecret =
  /(?<![\w./-])(?:\\{0,7}["'])?kind(?:\\{0,7}["'])?\s{0,9}:\s{0,9}(?:\\{0,7}["'])?Secret(?:List)?(?![\w./-])/;
const dataBegins = /(?<![\w./-])(?:(\\{0,7})["']|)(?:data|stringData)(?:\\{0,7}["'])?\s{0,9}:\s{0,9}\{/g;

/**
 * Matches audit log entries of requests about Secrets. Without this pattern, a patch of a Secret wouldn't be
 * recognized, because a patch contains no kind.
 */
const aboutSecrets = /"resource":\s?"secrets"/;
/** Matches values of a JSON patch. */
const patched = /("value":\s?)(?:"(?:[^"\\]|\\.){0,20000}"?|[^\s",{}[\]]{1,20000})/g;

/** Returns whether a line contains an object of kind Secret. */
export function saysSecret(text: string): boolean {
  return ofSecret.test(text);
}

/** Returns the position of the last Secret declaration in a line, or -1. */
export function lastSecret(text: string): number {
  let last = -1;
  for (const { index } of text.matchAll(new RegExp(ofSecret, 'g'))) last = index;
  return last;
}

/** Returns whether a line contains a Secret or a request about one. */
export function namesSecret(text: string): boolean {
  return ofSecret.test(text) || aboutSecrets.test(text);
}

/**
 * Replaces the contents of `data` and `stringData`, regardless of braces and quotes in the values. `count` is the
 * number of replacements.
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
 * Returns the position of the closing brace of an object that starts before `from`, or the end of the text if there is
 * none.
 * @param depth number of backslashes before a quote at this nesting level
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
 * Returns whether a quotation mark after this number of backslashes ends a string. The mark itself has `depth`
 * backslashes. Additional backslashes must form pairs, which are part of the text. With fewer backslashes, the mark
 * ends an outer string.
 */
function isBare(backslashes: number, depth: number): boolean {
  const pairs = (backslashes - depth) / (depth + 1);
  // With fewer backslashes, an outer string ends.
  return pairs < 0 || pairs % 2 === 0;
}
