/** The syntax of LSP snippets, as far as it is used here. */

/** `$` and `}` mean something in snippets. */
export function literal(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}

/** A snippet with its placeholders filled in with their defaults, and choices with the first. */
export function withoutPlaceholders(snippet: string): string {
  return snippet
    .replace(/\$\{\d+\|([^,|]*)[^|]*\|\}/g, '$1')
    .replace(/\$\{\d+:((?:[^}\\]|\\.)*)\}/g, '$1')
    .replace(/\$\{?\d+\}?/g, '')
    .replace(/\\([$}\\])/g, '$1');
}
