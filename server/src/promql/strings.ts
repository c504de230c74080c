/**
 * Strings of PromQL: their value, and why Prometheus refuses one. Source: prometheus util/strutil/quote.go: the escapes
 * of Go; of them all quotation marks but the string's own are refused.
 */
import * as l10n from '@vscode/l10n';
import type { Span } from '../engine/text/span.ts';
import type { PromqlSyntaxError } from './syntaxError.ts';

export interface PromqlString extends Span {
  /** As written, with its quotation marks. */
  readonly text: string;
}

const escape = /\\(?:[abfnrtv\\]|[0-7]{3}|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|(["'])|([^]|$))/g;

/** Does the string end? */
function isClosed({ text }: PromqlString): boolean {
  const quote = text[0] ?? '';
  return (
    text.length > 1 && text.endsWith(quote) && (quote === '`' || !/(?:^|[^\\])(?:\\\\)*\\$/.test(text.slice(1, -1)))
  );
}

/** Why Prometheus refuses it; undefined when it does not. */
export function brokenString(string: PromqlString): PromqlSyntaxError | undefined {
  const { text, start, end } = string;
  const quote = text[0] ?? '';
  if (!isClosed(string))
    return { start, end, message: l10n.t`The string that starts with ${quote} isn't closed. Add ${quote} at the end.` };
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
  // As tables in Markdown need it, from which queries are copied.
  if (sign === '|' || sign === '"' || sign === "'")
    return {
      ...place,
      message: l10n.t`Prometheus rejects the backslash before ${sign}. It was probably copied from a Markdown table or a script. Write only ${sign}.`,
      replacement: sign,
    };
  return {
    ...place,
    message: l10n.t`Prometheus rejects ${whole} in a string. Write two backslashes for one, or enclose the string in backticks.`,
  };
}

/** The value of a string that can be read; undefined where that is not certain. */
export function valueOfString({ text }: PromqlString): string | undefined {
  const inner = text.slice(1, -1);
  return text.startsWith('`') || !inner.includes('\\') ? inner : undefined;
}
