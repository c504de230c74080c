/** Reduces a text to its English prose, without Markdown, code, and placeholders. */

/**
 * Returns the replacement for code or a placeholder.
 * @param before prose before the code or the placeholder
 */
export type Replacement = (before: string) => string;

/** Matches code in backquotes, a placeholder such as `{0}`, `${name}`, or `<name>`, or a URL. */
const notProse =
  /(?<!`)(?<ticks>`+)(?!`).+?(?<!`)\k<ticks>(?!`)|\$?\{[^{}\s]*\}|<[a-z/][^<>]*>|\b[a-z][a-z+.-]*:\/\/[^\s)>"]+/gi;

/**
 * Returns the blocks of a text: its lines, and the cells of its table rows. Omits the markers of headings, lists, and
 * quotations.
 */
export function splitBlocks(text: string): readonly string[] {
  return text
    .split('\n')
    .flatMap((line) => (/^\s*\|/.test(line) ? line.split(/(?<!\\)\|/) : [line]))
    .map((block) => block.replace(/^\s*(?:(?:#+|[-*>]|\d+\.)\s+)+/, '').trim())
    .filter((block) => /\p{L}/u.test(block));
}

/** Returns the prose of a block. */
export function stripMarkup(block: string, replacement: Replacement): string {
  const text = block.replaceAll(/<!--.*?-->/g, ' ');
  let prose = '';
  let end = 0;
  for (const match of text.matchAll(notProse)) {
    prose += text.slice(end, match.index);
    prose += replacement(prose);
    end = match.index + match[0].length;
  }
  return (
    (prose + text.slice(end))
      // A link or an image has its text, not its target.
      .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/(?<![\p{L}\p{N}_*])(?:\*\*|_)(?=\S)|(?<=\S)(?:\*\*|_)(?![\p{L}\p{N}_*])/gu, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
  );
}
