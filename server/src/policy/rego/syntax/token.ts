import type { Span } from '#server/engine/text/span.ts';

export type TokenKind = 'name' | 'number' | 'string' | 'raw' | 'symbol' | 'invalid' | 'end';

/** A word, literal, or symbol with its position. */
export interface RegoToken extends Span {
  readonly kind: TokenKind;
  /** Source text of names, numbers, and symbols. Empty for strings, so that a string is never mistaken for a symbol. */
  readonly text: string;
  /** Line, starting at 0. */
  readonly line: number;
  /** Number of characters before the token on its line. */
  readonly column: number;
  /** True if only whitespace is before the token on its line. */
  readonly first: boolean;
  /** Reason why the engine would reject the token. */
  readonly fault: string | undefined;
  /** Value of a string or a raw string. */
  readonly value: string | undefined;
}
