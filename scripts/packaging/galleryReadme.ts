/** Adapts the README for galleries and the page of the installed extension, where relative links don't work. */

/** Location of the published sources. */
export interface Published {
  /** Address such as `https://github.com/owner/name`. */
  readonly repository: string;
  /** Tag or commit of this package. */
  readonly ref: string;
}

const link = /(!?)\[((?:[^\][]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;

/** Returns the text with absolute links. If nothing is published, replaces links with their text and removes images. */
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

/** Returns all links in a Markdown text, except in code. */
export function linksIn(markdown: string): Link[] {
  const prose = markdown.replaceAll(/^(```|~~~)[^]*?^\1/gm, '').replaceAll(/`[^`\n]*`/g, '');
  return Array.from(prose.matchAll(link), ([, picture, , target = '']) => ({ target, picture: picture === '!' }));
}

/** Returns whether a link works from any location. Anchors on the same page do. */
export function isAbsolute(target: string): boolean {
  return /^(?:[a-z][a-z+.-]*:|#)/i.test(target);
}

/** Removes empty tables and repeated empty lines. */
function withoutEmpty(text: string): string {
  const blocks = text.split(/\n{2,}/).map((block) => block.trimEnd());
  return `${blocks.filter((block) => block !== '' && !/^[\s|:-]*$/.test(block)).join('\n\n')}\n`;
}
