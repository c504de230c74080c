/** Determines, without parsing, whether a query or the items of a collection follow. */
import type { Brackets } from './brackets.ts';
import type { RegoToken } from './token.ts';

const infix = new Set([
  ':=',
  '=',
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  '+',
  '-',
  '*',
  '/',
  '%',
  '&',
  '|',
  ',',
  ':',
  ';',
  '.',
]);
const comparisons = new Set(['==', '!=', '<', '<=', '>', '>=']);

/**
 * Returns whether the tokens up to `end` (a closing bracket, or its expected position) start like a query. The engine
 * tries to parse a query, and parses items if the first statement fails. This function gets the same result in a single
 * pass over the outermost tokens.
 */
export function isQueryAhead(
  tokens: readonly RegoToken[],
  brackets: Brackets,
  from: number,
  end: number,
  inIsKeyword: boolean,
): boolean {
  const start = tokens[from];
  if (start === undefined || from >= end) return false;
  if (start.text === 'some' || start.text === 'every' || start.text === 'not') return true;
  let [union, comparison, membership, comma] = [false, false, false, false];
  for (let index = from; index < end; index += 1) {
    const token = tokens[index];
    if (token === undefined) return true;
    if (index > from && token.first && endsOperand(tokens[index - 1]) && !continues(token, inIsKeyword)) return !comma;
    const { text } = token;
    if (token.kind === 'name') {
      if (text === 'with') return true;
      if (text === 'in' && inIsKeyword) {
        membership = true;
        comma = false;
      }
    } else if (token.kind === 'symbol') {
      if (text === ':=' || text === '=' || text === ';') return true;
      if (text === ':') return false;
      if (text === ',') {
        // `k, v in xs` is a single statement, but not with a second comma or a comma after it.
        if (membership || comma || !inIsKeyword) return false;
        comma = true;
      }
      if (text === '|') union = true;
      if (comparisons.has(text)) comparison = true;
      if (text === '{' || text === '[' || text === '(') {
        const limit = brackets.limit[index] ?? index;
        if (index === from && text === '(' && limit === end - 1 && brackets.closed[index] === 1) {
          return !isUnion(tokens, brackets, from + 1, limit);
        }
        index = brackets.closed[index] === 1 ? limit : limit - 1;
      }
    }
  }
  return !comma && !(union && !comparison && !membership);
}

function isUnion(tokens: readonly RegoToken[], brackets: Brackets, from: number, end: number): boolean {
  let [start, stop] = [from, end];
  while (tokens[start]?.text === '(' && brackets.closed[start] === 1 && brackets.limit[start] === stop - 1) {
    start += 1;
    stop -= 1;
  }
  let union = false;
  for (let index = start; index < stop; index += 1) {
    const token = tokens[index];
    if (token === undefined || token.text === 'in' || token.text === ',' || comparisons.has(token.text)) return false;
    if (token.text === '|') union = true;
    if (token.text === '{' || token.text === '[' || token.text === '(')
      index = Math.max(index, (brackets.limit[index] ?? index) - (brackets.closed[index] === 1 ? 0 : 1));
  }
  return union;
}

function endsOperand(token: RegoToken | undefined): boolean {
  return (
    token === undefined ||
    token.kind !== 'symbol' ||
    !(infix.has(token.text) || token.text === '(' || token.text === '[' || token.text === '{')
  );
}

/** Returns whether a token that is first on its line continues the statement of the previous line. */
function continues(token: RegoToken, inIsKeyword: boolean): boolean {
  if (token.kind === 'symbol') return token.text !== '.' && (infix.has(token.text) || token.text === '(');
  if (token.kind === 'number') return token.text.startsWith('-');
  return token.kind === 'name' && (token.text === 'with' || (token.text === 'in' && inIsKeyword));
}
