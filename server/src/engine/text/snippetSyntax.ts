/** Handles the subset of the LSP snippet syntax that the server uses. */

/** Escapes text for a snippet, in which `$` and `}` have a special meaning. */
export function literal(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}

/** Replaces the placeholders of a snippet with their defaults, and choices with their first option. */
export function withoutPlaceholders(snippet: string): string {
  return snippet
    .replace(/\$\{\d+\|([^,|]*)[^|]*\|\}/g, '$1')
    .replace(/\$\{\d+:((?:[^}\\]|\\.)*)\}/g, '$1')
    .replace(/\$\{?\d+\}?/g, '')
    .replace(/\\([$}\\])/g, '$1');
}
