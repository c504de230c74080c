/**
 * Documents of Helm that are plain but for values: `key: {{ .Values.key }}` is no YAML, and yet all around it can be
 * read.
 */

const expression = /\{\{[^{}\r\n]*\}\}/g;

/**
 * The text with a word of the same length in place of every expression, or undefined where expressions do more than
 * stand for a value: a line that begins with one decides which lines there are.
 */
export function withWordsForValues(text: string): string | undefined {
  if (/(?:^|[\r\n])[\uFEFF \t]*\{\{/.test(text)) return undefined;
  const words = text.replace(expression, (found) => 'x'.repeat(found.length));
  return words.includes('{{') || words.includes('}}') ? undefined : words;
}
