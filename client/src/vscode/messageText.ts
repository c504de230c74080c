/**
 * What VS Code may show in a message: names and texts of clusters stand in it, and VS Code makes links of
 * `[words](command:...)`. Pure.
 */
import { visible, visibleLines } from '#core/text/sanitize.ts';
import { withoutIcons } from './visibleLabels.ts';

/** Characters of a message. */
const longest = 1000;
/** Of what stands below a question: no part of what is asked may be cut off. */
const longestDetail = 4000;

/** Returns one line without links, with invisible and bidirectional characters as escapes. */
export function sanitizeMessage(text: string): string {
  return unlinked(visible(text.slice(0, longest * 4).replaceAll(/[\t-\r\p{Zs}]+/gu, ' ')), longest);
}

/** Returns one line for the prompt of an input box. Unlike messages, VS Code shows `$(name)` in it as an icon. */
export function sanitizePrompt(text: string): string {
  return withoutIcons(sanitizeMessage(text));
}

/** As `sanitizeMessage`; line ends stay. */
export function sanitizeDetail(text: string): string {
  return unlinked(visibleLines(text.slice(0, longestDetail * 4).replaceAll(/(?!\n)[\t-\r]+/g, ' ')), longestDetail);
}

function unlinked(text: string, most: number): string {
  const cut = text.length > most ? `${text.slice(0, most - 1)}…` : text;
  // With something between them, the brackets are no link: VS Code, base/common/linkedText.ts.
  return cut.replaceAll('](', ']\u200b(');
}
