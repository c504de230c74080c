/**
 * Text of others (names of files, messages that repeat what is written in them) as a terminal or a log may safely show
 * it.
 */
import { escapeCharacter } from '#core/text/sanitize.ts';

export { printableJson, printableJsonText } from '#core/common/printableJson.ts';

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * On one line, and nothing in it that moves the cursor, changes colours, or shows text in another order than it stands.
 */
export function toPrintableLine(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu,
    (character) => named[character] ?? escapeCharacter(character),
  );
}

/** Over several lines, each of which is shown as above. */
export function toPrintableLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(toPrintableLine).join('\t'))
    .join('\n');
}
