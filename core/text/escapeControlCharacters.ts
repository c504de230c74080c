/** A line as it is shown: what a terminal or an editor would act upon stands there in words instead. */

/** Control characters but the tab, marks of direction and width, line separators, lone surrogates. */
const acting = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\p{Cs}]/gu;

/** Matches a quoted value. In a truncated line, the last value has no closing quote. */
const quoted = /"(?:[^"\\]|\\.)*(?:"|\\?$)/gs;
/** Matches an escaped backslash or line break in a quoted value. */
const lineBreak = /\\\\|\\r\\n|\\n|\\x0a/g;

/**
 * Formats a line with its line breaks, including those that are escaped in its quoted values (`\n`, `\x0a`). Formats
 * other characters as {@link escapeControlCharacters}. Takes linear time.
 */
export function shownLines(text: string): string {
  const broken = text.includes('\\')
    ? text.replaceAll(quoted, (value) => value.replaceAll(lineBreak, (escape) => (escape === '\\\\' ? escape : '\n')))
    : text;
  return broken.split(/\r?\n/).map(escapeControlCharacters).join('\n').trimEnd();
}

/** `\x1b`, `\u202e`: as escapes in a language look. Tabs stay. */
export function escapeControlCharacters(text: string): string {
  return text.replaceAll(acting, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code === 9) return character;
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}
