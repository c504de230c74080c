/** What VS Code may show in a message: names and texts of clusters stand in it, and VS Code makes links of `[words](command:...)`. Pure. */

/** Characters of a message. */
const longest = 1000;
/** Of what stands below a question: no part of what is asked may be cut off. */
const longestDetail = 4000;

/** In one line, without links, and without characters that are not seen or turn the direction of writing. */
export function messageText(text: string): string {
  return unlinked(text.slice(0, longest * 4).replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '), longest);
}

/** As `messageText`; line ends stay. */
export function detailText(text: string): string {
  return unlinked(text.slice(0, longestDetail * 4).replaceAll(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '), longestDetail);
}

function unlinked(text: string, most: number): string {
  const seen = text.replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');
  const cut = seen.length > most ? `${seen.slice(0, most - 1)}…` : seen;
  // With something between them, the brackets are no link: VS Code, base/common/linkedText.ts.
  return cut.replaceAll('](', ']\u200b(');
}
