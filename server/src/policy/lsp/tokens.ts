/** Classifies the words of a policy for semantic highlighting. */
import { findEndpoint } from '#core/agent/endpoints/endpoints.ts';
import { builtinNamed, builtinCatalog } from '#core/agent/builtinReference/builtins.ts';
import { tokenize } from '../rego/syntax/lexer.ts';
import type { RegoToken } from '../rego/syntax/token.ts';
import type { Span } from '#server/engine/text/span.ts';
import type { NamedSymbol } from '../model/namedSymbol.ts';
import type { TokenModifier, TokenType } from '#server/engine/tokenLegend.ts';
import type { PolicyLanguageContext } from './policyContext.ts';

export interface ColouredToken extends Span {
  readonly type: TokenType;
  readonly modifiers: readonly TokenModifier[];
}

const always = new Set(['as', 'default', 'else', 'false', 'import', 'not', 'null', 'package', 'some', 'true', 'with']);
/** Prefixes of built-in functions, such as `regex` in `regex.match`. */
const families = new Set(
  builtinCatalog.flatMap(({ name }) => (name.includes('.') ? [name.slice(0, name.indexOf('.'))] : [])),
);
const operators = new Set([':=', '=', '==', '!=', '<', '<=', '>', '>=', '+', '-', '*', '/', '%', '&', '|']);

/** Returns all tokens in the order of the text. Only raw strings can span several lines. */
export function tokensOf({ text, names, module }: PolicyLanguageContext): readonly ColouredToken[] {
  const declared = new Map<NamedSymbol, ReadonlySet<number>>();
  const byStart = new Map(names.places.map(({ start, named }) => [start, named]));
  const { tokens, comments } = tokenize(text);
  const found: ColouredToken[] = comments.map(({ start, end }) => ({ start, end, type: 'comment', modifiers: [] }));
  for (const [index, token] of tokens.entries()) {
    const { start, end } = token;
    const how = howOf(token, tokens[index - 1], tokens[index + 1]);
    if (how !== undefined) found.push({ start, end, ...how });
  }
  return found.sort((one, other) => one.start - other.start);

  function howOf(
    token: RegoToken,
    before: RegoToken | undefined,
    after: RegoToken | undefined,
  ): Omit<ColouredToken, 'start' | 'end'> | undefined {
    switch (token.kind) {
      case 'string':
      case 'raw':
        return { type: 'string', modifiers: [] };
      case 'number':
        return { type: 'number', modifiers: [] };
      case 'symbol':
        return operators.has(token.text) ? { type: 'operator', modifiers: [] } : undefined;
      case 'name':
        return ofName(token, before, after);
      default:
        return undefined;
    }
  }

  function ofName(
    { text: word, start, end }: RegoToken,
    before: RegoToken | undefined,
    after: RegoToken | undefined,
  ): Omit<ColouredToken, 'start' | 'end'> {
    const named = byStart.get(start);
    if (named !== undefined) return ofNamed(named, isDeclared(named, start));
    const behindDot = before?.kind === 'symbol' && before.text === '.' && before.end === start;
    const isCalled = after?.kind === 'symbol' && after.text === '(' && after.start === end;
    if (behindDot)
      return isCalled ? { type: 'function', modifiers: ['defaultLibrary'] } : { type: 'property', modifiers: [] };
    if (isCalled && word !== 'set')
      return { type: 'function', modifiers: builtinNamed(word) === undefined ? [] : ['defaultLibrary'] };
    if (families.has(word) && after?.kind === 'symbol' && after.text === '.')
      return { type: 'namespace', modifiers: ['defaultLibrary'] };
    if (always.has(word) || isFuture(word)) return { type: 'keyword', modifiers: [] };
    if (word === 'input' || word === 'data') return { type: 'variable', modifiers: ['readonly', 'defaultLibrary'] };
    if (before?.kind === 'name' && (before.text === 'package' || before.text === 'import'))
      return { type: 'namespace', modifiers: [] };
    return { type: 'variable', modifiers: [] };
  }

  /**
   * Returns whether an offset is a definition of the name. The definitions are cached in a set, because a name can have
   * thousands of them.
   */
  function isDeclared(named: NamedSymbol, start: number): boolean {
    const starts = declared.get(named) ?? new Set(named.definitions.map((place) => place.start));
    declared.set(named, starts);
    return starts.has(start);
  }

  function isFuture(word: string): boolean {
    return (word === 'contains' || word === 'every' || word === 'if' || word === 'in') && module.keywords.has(word);
  }
}

function ofNamed({ kind, name }: NamedSymbol, isDeclared: boolean): Omit<ColouredToken, 'start' | 'end'> {
  const modifiers: readonly TokenModifier[] = isDeclared ? ['declaration'] : [];
  switch (kind) {
    case 'function':
      return { type: 'function', modifiers };
    case 'rule':
      return findEndpoint(name) === undefined
        ? { type: 'variable', modifiers: [...modifiers, 'readonly'] }
        : { type: 'class', modifiers };
    case 'import':
      return { type: 'namespace', modifiers };
    default:
      return { type: kind, modifiers };
  }
}
