/** Text of others (names of files, messages that repeat what is written in them) as a terminal or a log may safely show it. */
import { spelledOut } from '../rules/shown.ts';

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** On one line, and nothing in it that moves the cursor, changes colours, or shows text in another order than it stands. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => named[character] ?? spelledOut(character));
}
