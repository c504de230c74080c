import * as l10n from '@vscode/l10n';
import type { Span } from '#server/engine/text/span.ts';

/** A string in double quotes, up to its end or the end of its line. */
export interface StringLiteral extends Span {
  readonly value: string;
  readonly fault: string | undefined;
}

const quote = 0x22;
const backslash = 0x5c;
const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** Parses the string that starts with the quote at `start`. An unclosed string ends at the end of its line. */
export function readRegoString(text: string, start: number): StringLiteral {
  let at = start + 1;
  let from = at;
  let value = '';
  let fault: string | undefined;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) return { start, end: at + 1, value: value + text.slice(from, at), fault };
    if (code === 0x0a || code === 0x0d) break;
    if (code < 0x20) fault ??= l10n.t("A string can't contain control characters. Use escapes such as \\t.");
    if (code !== backslash) continue;
    value += text.slice(from, at);
    const sign = text.charAt(at + 1);
    const plain = escapes.get(sign);
    if (plain !== undefined) {
      value += plain;
      at += 1;
    } else if (sign === 'u' && /^[\dA-Fa-f]{4}$/.test(text.slice(at + 2, at + 6))) {
      value += String.fromCharCode(Number.parseInt(text.slice(at + 2, at + 6), 16));
      at += 5;
    } else {
      fault ??= l10n.t(
        'Invalid escape. Use \\" \\\\ \\/ \\b \\f \\n \\r \\t, or \\u with four hexadecimal digits. For patterns, a raw string in backquotes is easier to write.',
      );
    }
    from = at + 1;
  }
  return {
    start,
    end: at,
    value: value + text.slice(Math.min(from, at), at),
    fault: fault ?? l10n.t`This string isn't closed.`,
  };
}
