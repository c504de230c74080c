/** A line as it is shown: what a terminal or an editor would act upon stands there in words instead. */

/** Control characters but the tab, marks of direction and width, line separators, lone surrogates. */
const acting = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\p{Cs}]/gu;

/** A quoted value. In a line that was cut, the last one has no second quote. */
const quoted = /"(?:[^"\\]|\\.)*(?:"|\\?$)/gs;
/** An escape in a quoted value: of a backslash, which no line break follows from, or of a line break. */
const lineBreak = /\\\\|\\r\\n|\\n|\\x0a/g;

/** Shows a line with its line breaks: those that it has, and those that are escaped in its quoted values (`\n`, `\x0a`). Other characters as {@link shownText}. Linear. */
export function shownLines(text: string): string {
  const broken = text.includes('\\') ? text.replaceAll(quoted, (value) => value.replaceAll(lineBreak, (escape) => (escape === '\\\\' ? escape : '\n'))) : text;
  return broken.split(/\r?\n/).map(shownText).join('\n').trimEnd();
}

/** `\x1b`, `\u202e`: as escapes in a language look. Tabs stay. */
export function shownText(text: string): string {
  return text.replaceAll(acting, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code === 9) return character;
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}
