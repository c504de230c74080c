/**
 * Builds Markdown for tooltips and documents. Text from a cluster is never interpreted as markup, a link, or a command.
 */

/** Joins paragraphs. Skips missing ones. */
export function joinParagraphs(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
}

/**
 * Returns the paragraphs and list items of this extension's Markdown as plain text: without emphasis and links, with
 * code in backticks. The opposite of `sanitizeTooltip`.
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

/** Removes emphasis and links, whose characters aren't escaped. */
function plainPart(part: string): string {
  if (part.startsWith('`') && part.endsWith('`')) return part;
  return part
    .replace(/(?<!\\)\*\*/g, '')
    .replace(/(?<![\\\w])_([^_]+)(?<!\\)_(?!\w)/g, '$1')
    .replace(/(?<!\\)\[((?:\\.|[^\]\\])*)\]\([^()\s]*\)/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+.!|<>~&$:@-])/g, '$1');
}
