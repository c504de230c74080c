/**
 * Finds and parses the strings in TOML text, with the position of every character. The parser can't do this: it returns
 * no positions in strings, passes long strings as arguments of a single call (a policy of a few hundred kB overflows
 * the stack), and recurses as deep as the text is nested.
 */
import type { Span } from '#server/engine/text/span.ts';
import { type TextMap, TextMapBuilder } from '#server/engine/text/textMap.ts';

/** Quoting style of a string. */
type StringStyle = 'basic' | 'literal' | 'multiline-basic' | 'multiline-literal';

/** A string in the text. */
export interface TomlString {
  readonly style: StringStyle;
  /** Range including the quotes. */
  readonly range: Span;
  /** Range without the quotes, and without a line break directly after the opening quotes. */
  readonly content: Span;
  /** Value of the string. */
  readonly value: string;
  readonly map: TextMap;
  /** True if the string is valid TOML: closed, with only allowed escapes and characters. */
  readonly sound: boolean;
}

/** Result of scanning TOML text. */
export interface TomlScan {
  readonly strings: readonly TomlString[];
  /** Maximum nesting depth of brackets and braces. */
  readonly deepest: number;
}

/** Scans TOML text once. An unclosed string ends the scan. */
export function scanToml(text: string): TomlScan {
  const strings: TomlString[] = [];
  let depth = 0;
  let deepest = 0;
  let index = 0;
  while (index < text.length) {
    switch (text[index]) {
      case '#': {
        const end = text.indexOf('\n', index);
        index = end < 0 ? text.length : end;
        break;
      }
      case '"':
      case "'": {
        const found = readString(text, index);
        strings.push(found);
        index = found.range.end;
        break;
      }
      case '[':
      case '{':
        deepest = Math.max(deepest, ++depth);
        index++;
        break;
      case ']':
      case '}':
        depth = Math.max(0, depth - 1);
        index++;
        break;
      default:
        index++;
    }
  }
  return { strings, deepest };
}

/** Parses the string that starts at this quote. */
export function readString(text: string, start: number): TomlString {
  const quote = text[start] ?? '"';
  const triple = quote.repeat(3);
  const multiline = text.startsWith(triple, start);
  const style: StringStyle =
    quote === '"' ? (multiline ? 'multiline-basic' : 'basic') : multiline ? 'multiline-literal' : 'literal';
  const open = start + (multiline ? 3 : 1);
  const from = multiline ? open + lineBreakLength(text, open) : open;
  const reader = new StringReader(text, from, style);
  reader.read();
  const end = reader.closed ? reader.at + (multiline ? 3 : 1) : reader.at;
  return {
    style,
    range: { start, end },
    content: { start: from, end: reader.at },
    value: reader.pieces.join(''),
    map: reader.map.build(reader.length),
    sound: reader.closed && reader.sound,
  };
}

function lineBreakLength(text: string, at: number): number {
  if (text[at] === '\n') return 1;
  return text.startsWith('\r\n', at) ? 2 : 0;
}

const escapes: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
/** Matches text up to the next significant character. */
const plain = { basic: /[^"\\\n\r]*/y, literal: /[^'\n\r]*/y } as const;
// eslint-disable-next-line no-control-regex
const control = /[\u0000-\u0008\u000b-\u001f\u007f]/;

class StringReader {
  readonly pieces: string[] = [];
  readonly map = new TextMapBuilder();
  at: number;
  length = 0;
  closed = false;
  sound = true;
  readonly #text: string;
  readonly #quote: string;
  readonly #multiline: boolean;
  readonly #escapes: boolean;

  constructor(text: string, from: number, style: StringStyle) {
    this.#text = text;
    this.at = from;
    this.#escapes = style === 'basic' || style === 'multiline-basic';
    this.#quote = this.#escapes ? '"' : "'";
    this.#multiline = style.startsWith('multiline');
    this.map.mark(0, from);
  }

  read(): void {
    const pattern = this.#escapes ? plain.basic : plain.literal;
    while (this.at < this.#text.length && !this.closed) {
      pattern.lastIndex = this.at;
      const run = pattern.exec(this.#text)?.[0] ?? '';
      if (run !== '') this.#add(run, run.length);
      const next = this.#text[this.at];
      if (next === undefined || (!this.#multiline && (next === '\n' || next === '\r'))) return;
      if (next === this.#quote) this.#atQuote();
      else if (next === '\\') this.#atEscape();
      else this.#atLineBreak(next);
    }
  }

  /** Adds text to the value and advances by its length in the file. */
  #add(value: string, fileLength: number): void {
    if (value !== '' && control.test(value) && fileLength === value.length) this.sound = false;
    this.map.mark(this.length, this.at);
    this.pieces.push(value);
    this.length += value.length;
    this.at += fileLength;
    this.map.mark(this.length, this.at);
  }

  #atQuote(): void {
    if (!this.#multiline) {
      this.closed = true;
      return;
    }
    let count = 0;
    while (count < 6 && this.#text[this.at + count] === this.#quote) count++;
    if (count < 3) {
      this.#add(this.#quote.repeat(count), count);
      return;
    }
    // Up to two quotes can be directly before the closing three. Six are too many.
    if (count === 6) this.sound = false;
    if (count > 3) this.#add(this.#quote.repeat(Math.min(count, 5) - 3), Math.min(count, 5) - 3);
    this.closed = true;
  }

  #atEscape(): void {
    const letter = this.#text[this.at + 1] ?? '';
    const simple = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined;
    if (simple !== undefined) {
      this.#add(simple, 2);
      return;
    }
    const digits = letter === 'u' ? 4 : letter === 'U' ? 8 : 0;
    const hex = this.#text.slice(this.at + 2, this.at + 2 + digits);
    if (digits > 0 && hex.length === digits && /^[0-9A-Fa-f]+$/.test(hex)) {
      const code = Number.parseInt(hex, 16);
      if (code <= 0xd7ff || (code >= 0xe000 && code <= 0x10ffff)) {
        this.#add(String.fromCodePoint(code), digits + 2);
        return;
      }
    }
    if (this.#multiline && this.#skipContinuation()) return;
    this.sound = false;
    this.#add('\\', 1);
  }

  /**
   * Skips a backslash at the end of a line, the line break, and all following whitespace, because they aren't part of
   * the value.
   */
  #skipContinuation(): boolean {
    const blanks = /\\[ \t]*\r?\n[ \t\r\n]*/y;
    blanks.lastIndex = this.at;
    const skipped = blanks.exec(this.#text)?.[0];
    if (skipped === undefined) return false;
    this.#add('', skipped.length);
    return true;
  }

  #atLineBreak(next: string): void {
    if (next === '\n') {
      this.#add('\n', 1);
      return;
    }
    const pair = this.#text[this.at + 1] === '\n';
    if (!pair) this.sound = false;
    this.#add('\n', pair ? 2 : 1);
  }
}
