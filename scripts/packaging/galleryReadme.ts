/** The README as galleries and the page of the installed extension show it: there, no relative link leads anywhere. */

/** Where the sources are to be seen. */
export interface Published {
  /** As `https://github.com/owner/name`. */
  readonly repository: string;
  /** The tag or commit of this package. */
  readonly ref: string;
}

const link = /(!?)\[((?:[^\][]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;

/**
 * The text with absolute links. Where nothing is published, links stay as their words, and pictures are left out:
 * a picture that does not come is worse than none.
 */
export function galleryReadme(text: string, published: Published | undefined): string {
  const rewritten = text.replaceAll(link, (whole, picture: string, words: string, target: string) => {
    if (isAbsolute(target)) return whole;
    if (published === undefined) return picture === '!' ? '' : words;
    const way = picture === '!' ? 'raw' : 'blob';
    return `${picture}[${words}](${published.repository}/${way}/${published.ref}/${target})`;
  });
  return published === undefined ? withoutEmpty(rewritten) : rewritten;
}

export interface Link {
  readonly target: string;
  readonly picture: boolean;
}

/** Every link of a Markdown text, outside of code. */
export function linksIn(markdown: string): Link[] {
  const prose = markdown.replaceAll(/^(```|~~~)[^]*?^\1/gm, '').replaceAll(/`[^`\n]*`/g, '');
  return Array.from(prose.matchAll(link), ([, picture, , target = '']) => ({ target, picture: picture === '!' }));
}

/** Whether it leads somewhere from everywhere; places of the same page do. */
export function isAbsolute(target: string): boolean {
  return /^(?:[a-z][a-z+.-]*:|#)/i.test(target);
}

/** Tables of which nothing is left, and more than one empty line. */
function withoutEmpty(text: string): string {
  const blocks = text.split(/\n{2,}/).map((block) => block.trimEnd());
  return `${blocks.filter((block) => block !== '' && !/^[\s|:-]*$/.test(block)).join('\n\n')}\n`;
}
