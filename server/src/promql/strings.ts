/**
 * Reads the values of PromQL strings, and explains why Prometheus rejects a string. Prometheus allows the escapes of
 * Go, but a quotation mark can be escaped only in a string that is enclosed in marks of the same type. Source:
 * prometheus util/strutil/quote.go.
 */
import * as l10n from '@vscode/l10n';
import type { Span } from '../engine/text/span.ts';
import type { PromqlSyntaxError } from './syntaxError.ts';

export interface PromqlString extends Span {
  /** String as written, with its quotation marks. */
  readonly text: string;
}

const escape = /\\(?:[abfnrtv\\]|[0-7]{3}|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|(["'])|([^]|$))/g;

/** Returns whether the string is closed. */
function isClosed({ text }: PromqlString): boolean {
  const quote = text[0] ?? '';
  return (
    text.length > 1 && text.endsWith(quote) && (quote === '`' || !/(?:^|[^\\])(?:\\\\)*\\$/.test(text.slice(1, -1)))
  );
}

/** Returns why Prometheus rejects the string. Returns undefined if Prometheus accepts it. */
export function brokenString(string: PromqlString): PromqlSyntaxError | undefined {
  const { text, start, end } = string;
  const quote = text[0] ?? '';
  if (!isClosed(string)) return { start, end, message: l10n.t`The ${quote} isn't closed. Add ${quote}.` };
  if (quote === '`') return undefined;
  for (const match of text.slice(1, -1).matchAll(escape)) {
    const [whole, mark, other] = match;
    const at = start + 1 + match.index;
    if (mark !== undefined && mark !== quote) return escaped(at, whole, mark);
    if (other !== undefined) return escaped(at, whole, other);
  }
  return undefined;
}

function escaped(start: number, whole: string, sign: string): PromqlSyntaxError {
  const place = { start, end: start + whole.length };
  // Markdown tables, from which queries are often copied, require this escape.
  if (sign === '|' || sign === '"' || sign === "'")
    return {
      ...place,
      message: l10n.t`Prometheus rejects the backslash before ${sign}, which was probably copied from a Markdown table or a script. Write only ${sign}.`,
      replacement: sign,
    };
  return {
    ...place,
    message: l10n.t`Prometheus rejects ${whole} in a string. Write two backslashes instead of one, or enclose the string in backticks.`,
  };
}

/** Returns the value of a valid string. Returns undefined if the value is uncertain. */
export function valueOfString({ text }: PromqlString): string | undefined {
  const inner = text.slice(1, -1);
  return text.startsWith('`') || !inner.includes('\\') ? inner : undefined;
}
