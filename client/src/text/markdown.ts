/** Markdown of tooltips and documents: what comes from a cluster is text in it, never markup, link or command. */

/** Paragraphs; what is missing is left out. */
export function joinParagraphs(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
}

/**
 * Returns the paragraphs and list items of our own Markdown as plain text: without emphasis and links, code in
 * backticks. The opposite of `sanitizeTooltip`.
 */
export function plainParagraphs(markdown: string): readonly string[] {
  return markdown
    .split(/\n+/)
    .map((line) =>
      line
        .replace(/^- /, '')
        .split(/((?<!\\)`+[^`]+`+)/)
        .map(plainPart)
        .join('')
        .trim(),
    )
    .filter((line) => line !== '');
}

/** Unescaped characters mark our emphasis and links. */
function plainPart(part: string): string {
  if (part.startsWith('`') && part.endsWith('`')) return part;
  return part
    .replace(/(?<!\\)\*\*/g, '')
    .replace(/(?<![\\\w])_([^_]+)(?<!\\)_(?!\w)/g, '$1')
    .replace(/(?<!\\)\[((?:\\.|[^\]\\])*)\]\([^()\s]*\)/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+.!|<>~&$:@-])/g, '$1');
}
