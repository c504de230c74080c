/** Matches brackets, so that a syntax error in brackets affects only their content. */
import type { RegoToken } from './token.ts';

export interface Brackets {
  /**
   * For an opening bracket, the index of the token that closes it. If there is none, the index of the token before
   * which the bracket must be closed.
   */
  readonly limit: Int32Array;
  /** 1 if the limit is a closing bracket. */
  readonly closed: Uint8Array;
  /** 1 for closing brackets without an opening one. */
  readonly stray: Uint8Array;
  /** Column in which rules start. */
  readonly column: number;
}

const openers: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['[', ']'],
  ['(', ')'],
]);
const closers = new Set(openers.values());
const sections = new Set(['default', 'import', 'package']);

/** Matches the brackets. If they are unbalanced, uses the layout to determine which one is missing. */
export function pairBrackets(tokens: readonly RegoToken[]): Brackets {
  const plain = pair(tokens, false);
  return plain.even ? plain.brackets : pair(tokens, true).brackets;
}

/**
 * Returns whether a rule, an import, or the package certainly starts here, so that all earlier brackets must be closed.
 */
export function beginsSection(tokens: readonly RegoToken[], index: number, column: number): boolean {
  const token = tokens[index];
  if (token === undefined || token.kind !== 'name' || !token.first || token.column > column) return false;
  if (sections.has(token.text)) return true;
  const next = tokens[index + 1];
  if (next === undefined || next.line !== token.line) return false;
  return next.text === '{' || next.text === 'if' || (next.text === 'contains' && tokens[index + 2]?.text !== '(');
}

function pair(
  tokens: readonly RegoToken[],
  byLayout: boolean,
): { readonly brackets: Brackets; readonly even: boolean } {
  const column = tokens[0]?.column ?? 0;
  const limit = new Int32Array(tokens.length);
  const closed = new Uint8Array(tokens.length);
  const stray = new Uint8Array(tokens.length);
  const nextRule = byLayout ? nextAtColumn(tokens, column) : undefined;
  const open: number[] = [];
  const depths = new Map<string, number>();
  const lineColumns: number[] = [];
  let even = true;
  let lineColumn = 0;
  const drop = (until: number, end: number) => {
    while (open.length > until) {
      const index = open.pop() ?? 0;
      lineColumns.pop();
      const sign = tokens[index]?.text ?? '';
      depths.set(sign, (depths.get(sign) ?? 1) - 1);
      limit[index] = Math.min(end, nextRule?.[index + 1] ?? end);
      even = false;
    }
  };
  for (const [index, token] of tokens.entries()) {
    if (token.first) lineColumn = token.column;
    if (byLayout && open.length > 0 && token.first && beginsSection(tokens, index, column)) drop(0, index);
    if (token.kind !== 'symbol') continue;
    if (openers.has(token.text)) {
      open.push(index);
      lineColumns.push(lineColumn);
      depths.set(token.text, (depths.get(token.text) ?? 0) + 1);
    } else if (closers.has(token.text)) {
      const partner = token.text === '}' ? '{' : token.text === ']' ? '[' : '(';
      if ((depths.get(partner) ?? 0) === 0) {
        stray[index] = 1;
        even = false;
        continue;
      }
      let position = topmost(tokens, open, partner, open.length - 1);
      if (byLayout && token.first && (lineColumns[position] ?? 0) > token.column)
        position = inLine(tokens, open, lineColumns, partner, token.column) ?? position;
      drop(position + 1, index);
      const opener = open.pop() ?? 0;
      lineColumns.pop();
      depths.set(partner, (depths.get(partner) ?? 1) - 1);
      limit[opener] = index;
      closed[opener] = 1;
    }
  }
  drop(0, tokens.length - 1);
  return { brackets: { limit, closed, stray, column }, even };
}

function topmost(tokens: readonly RegoToken[], open: readonly number[], sign: string, from: number): number {
  let position = from;
  while (position > 0 && tokens[open[position] ?? 0]?.text !== sign) position -= 1;
  return position;
}

/** Returns the open bracket of this type whose line starts in the same column as the closing one. */
function inLine(
  tokens: readonly RegoToken[],
  open: readonly number[],
  columns: readonly number[],
  sign: string,
  column: number,
): number | undefined {
  for (let position = open.length - 1; position >= Math.max(0, open.length - 100); position -= 1) {
    const from = columns[position] ?? 0;
    if (from < column) return undefined;
    if (from === column && tokens[open[position] ?? 0]?.text === sign) return position;
  }
  return undefined;
}

/**
 * Returns, for each token, the index of the first token at or after it that is a name and starts a line in the column
 * of rules or to the left of it. If there is none, the index is that of the last token.
 */
function nextAtColumn(tokens: readonly RegoToken[], column: number): Int32Array {
  const next = new Int32Array(tokens.length + 1).fill(tokens.length - 1);
  for (let index = tokens.length - 1; index >= 0; index -= 1) {
    const token = tokens[index];
    next[index] =
      token !== undefined && token.kind === 'name' && token.first && token.column <= column
        ? index
        : (next[index + 1] ?? tokens.length - 1);
  }
  return next;
}
