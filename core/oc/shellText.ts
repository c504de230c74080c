/**
 * Texts in shell scripts: what comes from a cluster or a user never becomes a part of the script itself. The one place
 * that quotes.
 */
import { hasInvisible, replaceInvisible, sanitizeComment } from '../text/sanitize.ts';

/** Nothing in it means anything to a shell. */
const harmless = /^[\w@%+=:,./-]+$/;

/**
 * As one word of bash that stands for exactly this text; what cannot be seen is written as `$'\\x1b'`. NUL, which no
 * shell can hold, is left out.
 */
export function quoteShellWord(text: string): string {
  if (harmless.test(text)) return text;
  if (!hasInvisible(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
  const escaped = replaceInvisible(
    text.replaceAll(/[\\']/g, (character) => `\\${character}`),
    escapeBytes,
  );
  return `$'${escaped}'`;
}

/** A command as somebody reads or pastes it. Programs are never run by it: they get their arguments as a list. */
export function quoteShellCommand(argv: readonly string[]): string {
  return argv.map(quoteShellWord).join(' ');
}

function escapeBytes(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code === 0) return '';
  if (character === '\n') return '\\n';
  if (character === '\t') return '\\t';
  // A lone surrogate is no character: what stands for such.
  return bytesOf(code >= 0xd800 && code <= 0xdfff ? 0xfffd : code)
    .map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`)
    .join('');
}

/** In UTF-8. */
function bytesOf(code: number): readonly number[] {
  if (code < 0x80) return [code];
  if (code < 0x8_00) return [0xc0 | (code >> 6), 0x80 | (code & 0x3f)];
  if (code < 0x1_00_00) return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
  return [0xf0 | (code >> 18), 0x80 | ((code >> 12) & 0x3f), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
}

/** As comments, a line for each of the text; what would end the comment does not. */
export function renderShellComment(text: string): string {
  return text
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => `# ${sanitizeComment(line)}`.trimEnd())
    .join('\n');
}

/** A here-document in which nothing is expanded. @param text ends with a line break, as YAML does */
export function hereDocument(text: string, word = 'END'): string {
  const lines = new Set(text.split(/\r?\n/));
  let mark = word;
  for (let number = 2; lines.has(mark); number += 1) mark = `${word}_${number}`;
  return `<<'${mark}'\n${text}${text.endsWith('\n') ? '' : '\n'}${mark}`;
}

/** Around the number of what the shell puts there: characters that no text holds, as they are for private use. */
const [slotStart, slotEnd] = ['\uE000', '\uE001'];
const eachSlot = /\uE000(\d)\uE001/;

/** Where in a sentence the shell puts something: the expansion of that number. */
export function createShellPlaceholder(number: number): string {
  return `${slotStart}${number}${slotEnd}`;
}

/**
 * A sentence as one word of bash, in which the shell expands what is given and nothing else.
 * @param text with a `createShellPlaceholder` for each expansion, in any order
 * @param expansions `$name`, or `$(command)`
 */
export function quoteShellSentence(text: string, ...expansions: readonly string[]): string {
  const parts = sanitizeComment(text).split(eachSlot);
  const words = parts.map((part, index) =>
    index % 2 === 0
      ? part.replaceAll(/[\\"$`]/g, (character) => `\\${character}`)
      : expansionBefore(expansions[Number(part)] ?? '', parts[index + 1] ?? ''),
  );
  return `"${words.join('')}"`;
}

/** Old releases of bash take the bytes of a letter after it for a part of the name. */
function expansionBefore(expansion: string, next: string): string {
  const isBare = /^\$\w+$/.test(expansion);
  return isBare && next !== '' && !/^[ -/:-@]/.test(next) ? `\${${expansion.slice(1)}}` : expansion;
}

/** In the replacement of a command of sed. */
export function sedText(text: string): string {
  return sanitizeComment(text).replaceAll(/[\\/&]/g, (character) => `\\${character}`);
}
