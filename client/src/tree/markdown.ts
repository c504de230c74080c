/** Markdown of tooltips and documents: what comes from a cluster is text in it, never markup, link or command. */

/** The text as itself, on one line. */
export function escaped(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]()#+.!|<>~&$:@-]/g, String.raw`\$&`);
}

/** Paragraphs; what is missing is left out. */
export function paragraphs(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
}
