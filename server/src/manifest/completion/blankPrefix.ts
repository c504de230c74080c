/**
 * Returns the text that was typed in an otherwise empty document, which can contain comments, a `---`, and one word
 * that ends at the offset. Returns undefined if the document contains more.
 */
export function findBlankPrefix(text: string, offset: number): string | undefined {
  if (text.length > 20_000) return undefined;
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const before = text.slice(lineStart, offset).replace(/^\uFEFF/, '');
  if (!/^[A-Za-z-]*$/.test(before) || before.startsWith('---')) return undefined;
  return isBlankText(text.slice(0, offset - before.length) + text.slice(offset)) ? before : undefined;
}

/** Returns whether the text contains only comments, document markers, and directives. */
export function isBlankText(text: string): boolean {
  return text.split('\n').every((line) => /^\uFEFF?\s*(?:#.*|---\s*(?:#.*)?|\.\.\.\s*|%.*)?$/.test(line));
}
