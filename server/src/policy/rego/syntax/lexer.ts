/** Splits text into tokens in the same way as regorus. Text that regorus would reject becomes a token with an error. */
import * as l10n from '@vscode/l10n';
import type { Comment } from './ast.ts';
import { readRegoString } from './stringLiteral.ts';
import type { RegoToken, TokenKind } from './token.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { describeInvalidSpace, isInvalidSpace, type InvalidSpace } from './invalidSpaces.ts';

export interface TokenizeResult {
  /** All tokens. The last one has the kind `end`. */
  readonly tokens: readonly RegoToken[];
  readonly comments: readonly Comment[];
  /** Offset of a NUL character outside strings, which the engine treats as the end of the text. */
  readonly cutAt: number | undefined;
  /** Spaces outside strings and comments that the engine rejects. They separate tokens like plain spaces. */
  readonly invalidSpaces: readonly InvalidSpace[];
}

const newline = 0x0a;
const twoSigns = new Set([':=', '<=', '>=', '==', '!=']);
const oneSign = new Set('{}[]()+-*/%&|,;.:<>='.split(''));
/**
 * Matches a number, including any invalid characters directly after it. A leading dot is always invalid but doesn't
 * start a ref.
 */
const numberPattern = /-?\.?\d+(?:\.\d+)?(?:[Ee][+-]?\d*)?[\w.]*/y;
const rightNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?$/;
const namePattern = /[A-Za-z_]\w*/y;

/** Returns all tokens of a text. Never throws and takes linear time. */
export function tokenize(text: string): TokenizeResult {
  return new Lexer(text).tokenize();
}

class Lexer {
  readonly #text: string;
  readonly #tokens: RegoToken[] = [];
  readonly #comments: Comment[] = [];
  readonly #invalidSpaces: InvalidSpace[] = [];
  #at = 0;
  #line = 0;
  #lineStart = 0;
  /** True if the next token is the first on its line. */
  #isFirst = true;
  /**
   * False after an unterminated raw string. The text after it contains no closing backquote, so the lexer doesn't
   * search for one again.
   */
  #mayCloseRaw = true;

  constructor(text: string) {
    this.#text = text;
  }

  tokenize(): TokenizeResult {
    const text = this.#text;
    let cutAt: number | undefined;
    while (this.#at < text.length && cutAt === undefined) {
      const code = text.charCodeAt(this.#at);
      if (code === newline) this.#startLine();
      else if (code === 0x20 || code === 0x09) this.#at += 1;
      else if (code === 0x0d) this.#readCarriageReturn();
      else if (code === 0x23) this.#readComment();
      else if (code === 0) cutAt = this.#at;
      else if (isInvalidSpace(code)) this.#readInvalidSpace();
      else if (isNameStart(code)) this.#readName();
      else if (isDigit(code) || ((code === 0x2d || code === 0x2e) && isDigit(text.charCodeAt(this.#at + 1))))
        this.#readNumber();
      else if (code === 0x22) this.#readString();
      else if (code === 0x60) this.#readRawString();
      else this.#readSymbol();
    }
    this.#push('end', cutAt ?? text.length, '');
    return { tokens: this.#tokens, comments: this.#comments, cutAt, invalidSpaces: this.#invalidSpaces };
  }

  #push(kind: TokenKind, end: number, word: string, fault?: string, value?: string): void {
    const at = this.#at;
    this.#tokens.push({
      kind,
      start: at,
      end,
      text: word,
      line: this.#line,
      column: at - this.#lineStart,
      first: this.#isFirst,
      fault,
      value,
    });
    this.#isFirst = false;
    this.#at = end;
  }

  #startLine(): void {
    this.#at += 1;
    this.#line += 1;
    this.#lineStart = this.#at;
    this.#isFirst = true;
  }

  #readCarriageReturn(): void {
    if (this.#text.charCodeAt(this.#at + 1) === newline) this.#at += 1;
    else this.#push('invalid', this.#at + 1, '\r', l10n.t('Unexpected character `{0}`.', '\\r'));
  }

  #readComment(): void {
    const text = this.#text;
    const start = this.#at;
    const whole = this.#findLineEnd();
    const nul = text.slice(start, whole).indexOf('\0');
    const until = nul === -1 ? whole : start + nul;
    const end = text.charCodeAt(until - 1) === 0x0d ? until - 1 : until;
    this.#comments.push({ start, end, text: text.slice(start, end) });
    this.#at = until;
  }

  #findLineEnd(): number {
    const lineEnd = this.#text.indexOf('\n', this.#at);
    return lineEnd === -1 ? this.#text.length : lineEnd;
  }

  #readInvalidSpace(): void {
    const start = this.#at;
    while (this.#text.charCodeAt(this.#at) === this.#text.charCodeAt(start)) this.#at += 1;
    this.#invalidSpaces.push({ start, end: this.#at, message: describeInvalidSpace(this.#text.charCodeAt(start)) });
  }

  #readName(): void {
    const word = match(namePattern, this.#text, this.#at);
    this.#push('name', this.#at + word.length, word);
  }

  #readNumber(): void {
    const word = match(numberPattern, this.#text, this.#at);
    this.#push(
      'number',
      this.#at + word.length,
      word,
      rightNumber.test(word) ? undefined : l10n.t('Invalid number `{0}`.', sanitizeQuote(word, 31)),
    );
  }

  #readString(): void {
    const { end, value, fault } = readRegoString(this.#text, this.#at);
    this.#push('string', end, '', fault, value);
  }

  #readRawString(): void {
    const text = this.#text;
    const start = this.#at;
    const close = this.#mayCloseRaw ? text.indexOf('`', start + 1) : -1;
    if (close === -1) {
      this.#mayCloseRaw = false;
      const end = this.#findLineEnd();
      this.#push('raw', end, '', l10n.t`This string isn't closed.`, text.slice(start + 1, end));
      return;
    }
    const value = text.slice(start + 1, close);
    this.#push(
      'raw',
      close + 1,
      '',
      value.includes('\0') ? l10n.t`This string contains a NUL character.` : undefined,
      value,
    );
    for (let next = text.indexOf('\n', start); next !== -1 && next < close; next = text.indexOf('\n', next + 1)) {
      this.#line += 1;
      this.#lineStart = next + 1;
    }
  }

  #readSymbol(): void {
    const at = this.#at;
    const two = this.#text.slice(at, at + 2);
    const one = this.#text.charAt(at);
    if (twoSigns.has(two)) this.#push('symbol', at + 2, two);
    else if (oneSign.has(one)) this.#push('symbol', at + 1, one);
    else {
      const sign = String.fromCodePoint(this.#text.codePointAt(at) ?? 0xfffd);
      this.#push('invalid', at + sign.length, '', l10n.t('Unexpected character `{0}`.', sanitizeQuote(sign, 31)));
    }
  }
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isNameStart(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f;
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? text.charAt(at);
}
