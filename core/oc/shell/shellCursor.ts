/** The position in a shell script, with the state that all parts of the reader share. */
import type { ShellWord } from './shellCommand.ts';

/** Matches a placeholder, such as `<node>`, which can't contain a line break. */
const placeholder = /<\p{L}[\p{L}\p{N}_. -]{0,100}>/uy;
const redirection = /<<<|<<-|<<|<>|<&|<|>>|>&|>\||>/y;
const blanks = /(?:[ \t\r]|\\\r?\n)+/y;
const typographic = /[“”„‟‘’]/;
/** Maximum number of recorded typographic quotation marks that belong to no command yet. */
const mostTypographic = 1000;

interface HereDocument {
  readonly delimiter: string | undefined;
  readonly stripsTabs: boolean;
}

/** A position in a text, up to an end. */
export class ShellCursor {
  readonly text: string;
  at: number;
  end: number;
  /** True if the end of a command or quoted string is uncertain. Open quotation marks are then not reported. */
  isUncertain = false;
  readonly #indent: number;
  readonly #hasTypographic: boolean;
  #hereDocuments: HereDocument[] = [];
  #typographic: number[] = [];
  #openQuote: number | undefined;
  #hasGivenUp = false;

  constructor(text: string, start: number, end: number, indent: number) {
    this.text = text;
    this.at = start;
    this.end = end;
    this.#indent = indent;
    this.#hasTypographic = typographic.test(text.slice(start, end));
  }

  get isDone(): boolean {
    return this.#hasGivenUp || this.at >= this.end;
  }

  /** The current character. Empty at the end. */
  get character(): string {
    return this.isDone ? '' : (this.text[this.at] ?? '');
  }

  /** The character after the current one. */
  get next(): string {
    return this.at + 1 < this.end ? (this.text[this.at + 1] ?? '') : '';
  }

  /** Stops reading because the rest of the script can't be parsed. */
  giveUp(): void {
    this.isUncertain = true;
    this.#hasGivenUp = true;
    this.at = this.end;
  }

  /** Returns the match of a sticky regular expression at the position, and moves past it. */
  take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    const inside = found.slice(0, Math.max(0, this.end - this.at));
    this.at += inside.length;
    return inside;
  }

  /** Skips spaces and continued line ends. */
  skipBlanks(): void {
    this.take(blanks);
  }

  /** Skips spaces and a character. Returns false, and stays at the position, if another character follows. */
  skipTo(character: string): boolean {
    const before = this.at;
    this.skipBlanks();
    if (this.character === character) {
      this.at += 1;
      return true;
    }
    this.at = before;
    return false;
  }

  skipComment(): void {
    this.at = this.find('\n') ?? this.end;
  }

  /** Returns the offset of the next occurrence of a text. Searches only up to the end, so that the time is bounded. */
  find(text: string, from = this.at): number | undefined {
    const found = this.text.slice(from, this.end).indexOf(text);
    return found < 0 ? undefined : from + found;
  }

  skipArithmetic(): void {
    const close = this.find('))');
    if (close === undefined) this.giveUp();
    else this.at = close + 2;
  }

  /** Returns the end of a placeholder at the position. */
  placeholderEnd(): number | undefined {
    placeholder.lastIndex = this.at;
    const found = placeholder.exec(this.text)?.[0];
    if (found === undefined || this.at + found.length > this.end) return undefined;
    // `<in>out` redirects the input and the output.
    const after = this.text[this.at + found.length] ?? '';
    return /[\w&>(]/.test(after) ? undefined : this.at + found.length;
  }

  readRedirectionOperator(): string {
    return this.take(redirection);
  }

  /** Registers a here-document that begins after the current line. `skipLineEnd` skips it. */
  addHereDocument({ value }: ShellWord, stripsTabs: boolean): void {
    this.#hereDocuments.push({ delimiter: value, stripsTabs });
  }

  /** Skips a line break and the here-documents that begin after it. */
  skipLineEnd(): void {
    this.at += 1;
    const documents = this.#hereDocuments;
    this.#hereDocuments = [];
    for (const { delimiter, stripsTabs } of documents) {
      if (delimiter === undefined || !this.#skipPast(delimiter, stripsTabs)) {
        this.giveUp();
        return;
      }
    }
  }

  #skipPast(delimiter: string, stripsTabs: boolean): boolean {
    while (this.at < this.end) {
      const end = this.find('\n') ?? this.end;
      const line = this.#withoutIndent(this.text.slice(this.at, end).replace(/\r$/, ''));
      this.at = Math.min(end + 1, this.end);
      if ((stripsTabs ? line.replace(/^\t+/, '') : line) === delimiter) return true;
    }
    return false;
  }

  #withoutIndent(line: string): string {
    return line.slice(0, this.#indent).trim() === '' ? line.slice(Math.min(this.#indent, line.length)) : line;
  }

  /** Records a quotation mark that is never closed, and stops. Keeps the first one. */
  openQuoteAt(offset: number): void {
    this.#openQuote ??= offset;
    this.at = this.end;
  }

  /** Returns the recorded open quotation mark and clears it. */
  takeOpenQuote(): number | undefined {
    const found = this.isUncertain ? undefined : this.#openQuote;
    this.#openQuote = undefined;
    return found;
  }

  /** Records the typographic quotation marks of a text outside quoted strings. */
  recordTypographic(text: string, start: number): void {
    if (!this.#hasTypographic || !typographic.test(text)) return;
    for (let index = 0; index < text.length && this.#typographic.length < mostTypographic; index += 1)
      if (typographic.test(text[index] ?? '')) this.#typographic.push(start + index);
  }

  /** Returns the recorded typographic quotation marks at or after an offset, and removes them from the record. */
  takeTypographicQuotes(start: number): readonly number[] {
    if ((this.#typographic.at(-1) ?? -1) < start) return [];
    const found = this.#typographic.filter((offset) => offset >= start);
    this.#typographic = this.#typographic.filter((offset) => offset < start);
    return found;
  }
}
