/**
 * Makes Helm templates parseable if they use expressions only as values. `key: {{ .Values.key }}` isn't valid YAML, but
 * the rest of the document can be parsed.
 */

const expression = /\{\{[^{}\r\n]*\}\}/g;

/**
 * Replaces every expression with a word of the same length. Returns undefined if an expression might do more than
 * provide a value. For example, an expression at the start of a line can determine which lines exist.
 */
export function withPlaceholderValues(text: string): string | undefined {
  if (/(?:^|[\r\n])[\uFEFF \t]*\{\{/.test(text)) return undefined;
  const words = text.replace(expression, (found) => 'x'.repeat(found.length));
  return words.includes('{{') || words.includes('}}') ? undefined : words;
}
