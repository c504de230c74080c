/** Reads the words of shell commands: quotation marks, escapes, and expansions. */
import type { TextRange } from '../../text/parsedText.ts';
import type { ShellWord } from './shellCommand.ts';
import type { ShellCursor } from './shellCursor.ts';

/** Reads the commands of a substitution up to the closing character. */
type ReadCommands = (closer: ')' | undefined) => void;

/** A word with the placeholders outside its quotation marks. */
interface ReadWord {
  readonly word: ShellWord;
  readonly placeholders: readonly TextRange[];
}

/** A word that is being read. */
interface Draft {
  value: string;
  isKnown: boolean;
  readonly placeholders: TextRange[];
  /** Number of parts: quoted strings, and texts between them. */
  parts: number;
  quoted: TextRange | undefined;
}

const plain = /[^\s\\'"$`;&|()<>]+/y;
const inDouble = /[^"\\$`]+/y;
const inBraces = /[^}\\'"$`]+/y;
const inBackquotes = /[^`\\]+/y;
const inAnsi = /[^'\\]+/y;
const name = /\w+|[@*#?$!-]/y;
/** Characters that end a word. */
const ends = new Set([' ', '\t', '\r', '\n', ';', '&', '|', ')', '>', '']);
/** Maximum nesting of braces and quotation marks. */
const deepest = 40;

/** Reads words at a cursor. */
export class WordReader {
  readonly #cursor: ShellCursor;
  readonly #readCommands: ReadCommands;
  #depth = 0;

  constructor(cursor: ShellCursor, readCommands: ReadCommands) {
    this.#cursor = cursor;
    this.#readCommands = readCommands;
  }

  read(): ReadWord {
    const cursor = this.#cursor;
    const start = cursor.at;
    const draft: Draft = { value: '', isKnown: true, placeholders: [], parts: 0, quoted: undefined };
    while (!cursor.isDone && this.#readPart(draft)) draft.parts += 1;
    const { value, isKnown, placeholders, parts, quoted } = draft;
    return {
      word: {
        start,
        end: cursor.at,
        value: isKnown ? value : undefined,
        ...(isKnown && parts === 1 && quoted !== undefined ? { quoted } : {}),
      },
      placeholders,
    };
  }

  /** Reads the next part of a word. Returns false at the end of the word. */
  #readPart(draft: Draft): boolean {
    const cursor = this.#cursor;
    const { character } = cursor;
    switch (character) {
      case "'":
        this.#readSingle(draft);
        return true;
      case '"':
        this.#readDouble(draft);
        return true;
      case '\\':
        this.#readEscape(draft);
        return true;
      case '$':
        this.#readDollar(draft, false);
        return true;
      case '`':
        this.#readBackquotes(draft);
        return true;
      case '<':
      case '>':
      case '(':
        return this.#readBracket(draft, character);
      default:
        if (ends.has(character)) return false;
        this.#readPlain(draft);
        return true;
    }
  }

  #readPlain(draft: Draft): void {
    const cursor = this.#cursor;
    const { at, character } = cursor;
    let text = cursor.take(plain);
    if (text === '') {
      // A Unicode space is an ordinary character of a word.
      cursor.at += 1;
      text = character;
    }
    cursor.recordTypographic(text, at);
    draft.value += text;
  }

  /** Reads a placeholder, a process substitution, or an array. Returns false for a redirection or a subshell. */
  #readBracket(draft: Draft, character: string): boolean {
    const cursor = this.#cursor;
    if (character === '(') {
      if (!/[=@?*+!]$/.test(draft.value)) return false;
      if (!draft.value.endsWith('=')) cursor.isUncertain = true;
      return this.#substitute(draft, 1);
    }
    if (cursor.next === '(') return draft.value === '' && draft.parts === 0 && this.#substitute(draft, 2);
    const end = character === '<' ? cursor.placeholderEnd() : undefined;
    if (end === undefined) return false;
    draft.placeholders.push({ start: cursor.at, end });
    draft.value += cursor.text.slice(cursor.at, end);
    cursor.at = end;
    return true;
  }

  /**
   * Reads the commands of a substitution up to `)`. Always returns true.
   * @param length number of characters before the commands
   */
  #substitute(draft: Draft, length: number): true {
    draft.isKnown = false;
    this.#cursor.at += length;
    this.#readCommands(')');
    return true;
  }

  #readSingle(draft: Draft): void {
    const cursor = this.#cursor;
    const start = cursor.at + 1;
    const close = cursor.find("'", start);
    if (close === undefined) {
      draft.isKnown = false;
      cursor.openQuoteAt(start - 1);
      return;
    }
    draft.value += cursor.text.slice(start, close);
    draft.quoted = { start, end: close };
    cursor.at = close + 1;
  }

  #readDouble(draft: Draft): void {
    const cursor = this.#cursor;
    const open = cursor.at;
    cursor.at += 1;
    let hasEscape = false;
    while (!cursor.isDone) {
      draft.value += cursor.take(inDouble);
      switch (cursor.character) {
        case '"':
          if (!hasEscape && draft.isKnown) draft.quoted = { start: open + 1, end: cursor.at };
          cursor.at += 1;
          return;
        case '\\':
          hasEscape = true;
          this.#readEscape(draft);
          break;
        case '$':
          this.#readDollar(draft, true);
          break;
        case '`':
          this.#readBackquotes(draft);
          break;
        default:
      }
    }
    draft.isKnown = false;
    cursor.openQuoteAt(open);
  }

  #readEscape(draft: Draft): void {
    const cursor = this.#cursor;
    const isContinued = cursor.next === '\n';
    if (!isContinued) draft.value += cursor.next;
    cursor.at = Math.min(cursor.at + 2, cursor.end);
    // The word contains more than one quoted string.
    draft.parts += 1;
  }

  /** Reads `$name`, `${...}`, `$(...)`, `$((...))`, `$'...'`, or a dollar sign. */
  #readDollar(draft: Draft, isInDouble: boolean): void {
    const cursor = this.#cursor;
    const { next } = cursor;
    if (next === '(') {
      if (cursor.text.startsWith('((', cursor.at + 1)) {
        draft.isKnown = false;
        cursor.skipArithmetic();
      } else this.#substitute(draft, 2);
      return;
    }
    cursor.at += 1;
    if (next === '{') this.#readBraces(draft, isInDouble);
    else if (next === "'" && !isInDouble) this.#readAnsi(draft);
    else if (next === '"' && !isInDouble) return;
    else if (cursor.take(name) === '') draft.value += '$';
    else draft.isKnown = false;
  }

  #readBraces(draft: Draft, isInDouble: boolean): void {
    const cursor = this.#cursor;
    draft.isKnown = false;
    if (this.#depth >= deepest) {
      cursor.giveUp();
      return;
    }
    this.#depth += 1;
    cursor.at += 1;
    while (!cursor.isDone) {
      cursor.take(inBraces);
      const { character } = cursor;
      if (character === '}') {
        cursor.at += 1;
        this.#depth -= 1;
        return;
      }
      if (character === "'" && !isInDouble) this.#readSingle(draft);
      else if (character === '"' && !isInDouble) this.#readDouble(draft);
      else if (character === '\\') this.#readEscape(draft);
      else if (character === '$') this.#readDollar(draft, isInDouble);
      else if (character === '`') this.#readBackquotes(draft);
      else cursor.at = Math.min(cursor.at + 1, cursor.end);
    }
    this.#depth -= 1;
    cursor.isUncertain = true;
  }

  #readAnsi(draft: Draft): void {
    const cursor = this.#cursor;
    const open = cursor.at;
    draft.isKnown = false;
    cursor.at += 1;
    while (!cursor.isDone) {
      cursor.take(inAnsi);
      if (cursor.character === "'") {
        cursor.at += 1;
        return;
      }
      cursor.at = Math.min(cursor.at + 2, cursor.end);
    }
    cursor.openQuoteAt(open);
  }

  /** Reads the commands between backquotes. Commands with escaped characters are skipped. */
  #readBackquotes(draft: Draft): void {
    const cursor = this.#cursor;
    const start = cursor.at + 1;
    draft.isKnown = false;
    cursor.at = start;
    let hasEscape = false;
    while (!cursor.isDone) {
      cursor.take(inBackquotes);
      if (cursor.character === '`') break;
      hasEscape = true;
      cursor.at = Math.min(cursor.at + 2, cursor.end);
    }
    if (cursor.isDone) {
      cursor.isUncertain = true;
      return;
    }
    const close = cursor.at;
    if (!hasEscape) {
      const { end } = cursor;
      cursor.at = start;
      cursor.end = close;
      this.#readCommands(undefined);
      cursor.end = end;
    }
    cursor.at = close + 1;
  }
}
