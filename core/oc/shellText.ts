/**
 * Quotes text for shell scripts, so that text from a cluster or a user never becomes code. All quoting is done in this
 * file.
 */
import { hasInvisible, replaceInvisible, sanitizeComment } from '../text/sanitize.ts';

/** Characters without a special meaning in shells. */
const harmless = /^[\w@%+=:,./-]+$/;

/**
 * Quotes a text as one bash word with exactly this value. Writes invisible characters as escape sequences, such as
 * `$'\x1b'`. Omits NUL, which shells can't represent.
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

/** Formats a command for display or copying. Never used to run commands, which receive their arguments as a list. */
export function quoteShellCommand(argv: readonly string[]): string {
  return argv.map(quoteShellWord).join(' ');
}

function escapeBytes(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code === 0) return '';
  if (character === '\n') return '\\n';
  if (character === '\t') return '\\t';
  // A lone surrogate isn't a valid character, so use the replacement character.
  return bytesOf(code >= 0xd800 && code <= 0xdfff ? 0xfffd : code)
    .map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`)
    .join('');
}

/** Returns the UTF-8 bytes of a code point. */
function bytesOf(code: number): readonly number[] {
  if (code < 0x80) return [code];
  if (code < 0x8_00) return [0xc0 | (code >> 6), 0x80 | (code & 0x3f)];
  if (code < 0x1_00_00) return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
  return [0xf0 | (code >> 18), 0x80 | ((code >> 12) & 0x3f), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
}

/** Renders text as comments, one per line. The text can't end the comment. */
export function renderShellComment(text: string): string {
  return text
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => `# ${sanitizeComment(line)}`.trimEnd())
    .join('\n');
}

/**
 * Creates a here-document without expansions.
 * @param text should end with a line break, as YAML does
 */
export function hereDocument(text: string, word = 'END'): string {
  const lines = new Set(text.split(/\r?\n/));
  let mark = word;
  for (let number = 2; lines.has(mark); number += 1) mark = `${word}_${number}`;
  return `<<'${mark}'\n${text}${text.endsWith('\n') ? '' : '\n'}${mark}`;
}

/** Delimiters around the number of an expansion. These private use characters don't occur in text. */
const [slotStart, slotEnd] = ['\uE000', '\uE001'];
const eachSlot = /\uE000(\d)\uE001/;

/** Returns a placeholder for the expansion with this number in a sentence. */
export function createShellPlaceholder(number: number): string {
  return `${slotStart}${number}${slotEnd}`;
}

/**
 * Quotes a sentence as one bash word in which only the given expansions are expanded.
 * @param text contains a `createShellPlaceholder` for each expansion, in any order
 * @param expansions `$name` or `$(command)`
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

/**
 * Adds braces if necessary, because old versions of bash treat the bytes of a following letter as part of the variable
 * name.
 */
function expansionBefore(expansion: string, next: string): string {
  const isBare = /^\$\w+$/.test(expansion);
  return isBare && next !== '' && !/^[ -/:-@]/.test(next) ? `\${${expansion.slice(1)}}` : expansion;
}
