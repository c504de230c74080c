/** Text into tokens, as regorus reads them; what it would refuse is a token with a fault. */
import * as l10n from '@vscode/l10n';
import type { Comment } from './ast.ts';
import { readString } from './stringLiteral.ts';
import type { Token, TokenKind } from './token.ts';

export interface Tokens {
  /** The last one is of the kind `end`. */
  readonly tokens: readonly Token[];
  readonly comments: readonly Comment[];
  /** Where a NUL stands outside of strings: the engine takes it for the end of the text. */
  readonly cutAt: number | undefined;
}

const newline = 0x0a;
const twoSigns = new Set([':=', '<=', '>=', '==', '!=']);
const oneSign = new Set('{}[]()+-*/%&|,;.:<>='.split(''));
/** A number, then what must not follow one; the dot at the front is never right, but is no ref either. */
const numberPattern = /-?\.?\d+(?:\.\d+)?(?:[Ee][+-]?\d*)?[\w.]*/y;
const rightNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?$/;
const namePattern = /[A-Za-z_]\w*/y;

/** Reads all tokens of this text. Never throws, in linear time. */
export function tokenize(text: string): Tokens {
  const tokens: Token[] = [];
  const comments: Comment[] = [];
  let [at, line, lineStart, rawClosed, first] = [0, 0, 0, true, true];
  const push = (kind: TokenKind, end: number, word: string, fault?: string, value?: string) => {
    tokens.push({ kind, start: at, end, text: word, line, column: at - lineStart, first, fault, value });
    first = false;
    at = end;
  };
  let cutAt: number | undefined;
  while (at < text.length && cutAt === undefined) {
    const code = text.charCodeAt(at);
    if (code === newline) {
      at += 1;
      line += 1;
      lineStart = at;
      first = true;
    } else if (code === 0x20 || code === 0x09) {
      at += 1;
    } else if (code === 0x0d) {
      if (text.charCodeAt(at + 1) === newline) at += 1;
      else push('invalid', at + 1, '\r', l10n.t`A carriage return must be followed by a line feed.`);
    } else if (code === 0x23) {
      const lineEnd = text.indexOf('\n', at);
      const whole = lineEnd === -1 ? text.length : lineEnd;
      const nul = text.slice(at, whole).indexOf('\0');
      const until = nul === -1 ? whole : at + nul;
      const end = text.charCodeAt(until - 1) === 0x0d ? until - 1 : until;
      comments.push({ start: at, end, text: text.slice(at, end) });
      at = until;
    } else if (code === 0) {
      cutAt = at;
    } else if (isNameStart(code)) {
      const word = match(namePattern, text, at);
      push('name', at + word.length, word);
    } else if (isDigit(code) || ((code === 0x2d || code === 0x2e) && isDigit(text.charCodeAt(at + 1)))) {
      const word = match(numberPattern, text, at);
      push('number', at + word.length, word, rightNumber.test(word) ? undefined : l10n.t`\`${shown(word)}\` is not a number.`);
    } else if (code === 0x22) {
      const { end, value, fault } = readString(text, at);
      push('string', end, '', fault, value);
    } else if (code === 0x60) {
      const close = rawClosed ? text.indexOf('`', at + 1) : -1;
      if (close === -1) {
        rawClosed = false;
        const lineEnd = text.indexOf('\n', at);
        const end = lineEnd === -1 ? text.length : lineEnd;
        push('raw', end, '', l10n.t`This string has no closing backquote.`, text.slice(at + 1, end));
      } else {
        const start = at;
        const value = text.slice(at + 1, close);
        push('raw', close + 1, '', value.includes('\0') ? l10n.t`This string has a NUL in it.` : undefined, value);
        for (let next = text.indexOf('\n', start); next !== -1 && next < close; next = text.indexOf('\n', next + 1)) {
          line += 1;
          lineStart = next + 1;
        }
      }
    } else if (twoSigns.has(text.slice(at, at + 2))) {
      push('symbol', at + 2, text.slice(at, at + 2));
    } else if (oneSign.has(text.charAt(at))) {
      push('symbol', at + 1, text.charAt(at));
    } else {
      const sign = String.fromCodePoint(text.codePointAt(at) ?? 0xfffd);
      push('invalid', at + sign.length, '', l10n.t`Rego has no sign \`${shown(sign)}\`.`);
    }
  }
  push('end', cutAt ?? text.length, '');
  return { tokens, comments, cutAt };
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

/** For a message of one line. */
function shown(word: string): string {
  const printable = word.replaceAll(/[^\u0021-\u007E\u00A1-\u{10FFFF}]/gu, '\uFFFD');
  return printable.length > 30 ? `${printable.slice(0, 30)}…` : printable;
}
