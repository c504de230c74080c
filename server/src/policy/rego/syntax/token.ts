import type { Span } from '#server/engine/text/span.ts';

export type TokenKind = 'name' | 'number' | 'string' | 'raw' | 'symbol' | 'invalid' | 'end';

/** A word, literal or sign, with its place. */
export interface RegoToken extends Span {
  readonly kind: TokenKind;
  /** Names, numbers and signs as written; empty for strings, so that no string is taken for a sign. */
  readonly text: string;
  /** Counted from 0. */
  readonly line: number;
  /** Characters before it in its line. */
  readonly column: number;
  /** Whether only blanks stand before it in its line. */
  readonly first: boolean;
  /** Why the engine would not read it. */
  readonly fault: string | undefined;
  /** For a string or a raw string, what it stands for. */
  readonly value: string | undefined;
}
