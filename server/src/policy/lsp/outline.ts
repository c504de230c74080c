/** Creates the outline and the folding ranges of a policy. */
import { findEndpoint } from '#core/agent/endpoints/endpoints.ts';
import type { RegoRule } from '../rego/syntax/ast.ts';
import { tokenize } from '../rego/syntax/lexer.ts';
import { createLineFinder } from '../rego/evaluate/load.ts';
import type { Span } from '#server/engine/text/span.ts';
import { getRuleName } from '../model/inputTypes.ts';
import type { PolicyLanguageContext } from './policyContext.ts';

export interface PolicySymbol extends Span {
  readonly name: string;
  readonly detail: string;
  readonly kind: 'request' | 'function' | 'rule' | 'package';
  /** Range of the name. */
  readonly place: Span;
}

/** Maximum number of symbols in the outline. */
const maxSymbols = 5000;

/** Returns the package and all rules, in the order of the text. */
export function symbolsOf({ module, text }: Pick<PolicyLanguageContext, 'module' | 'text'>): readonly PolicySymbol[] {
  const symbols: PolicySymbol[] = [];
  const { package: of } = module;
  const name = of?.path.map((part) => part.text).join('.') ?? '';
  if (of !== undefined && name !== '')
    symbols.push({
      start: of.start,
      end: of.end,
      name,
      detail: 'package',
      kind: 'package',
      place: { start: of.path[0]?.start ?? of.start, end: of.end },
    });
  for (const rule of module.rules) {
    const symbol = symbolOf(rule, text);
    if (symbol !== undefined) symbols.push(symbol);
    if (symbols.length >= maxSymbols) break;
  }
  return symbols;
}

function symbolOf(rule: RegoRule, text: string): PolicySymbol | undefined {
  const { head, isDefault, start, end } = rule;
  const base = getRuleName(rule);
  if (base === undefined || head.ref.start === head.ref.end) return undefined;
  const written = text.slice(head.ref.start, head.ref.end).replace(/\s+/g, ' ').slice(0, 100);
  const kind = head.parameters !== undefined ? 'function' : findEndpoint(base) !== undefined ? 'request' : 'rule';
  return {
    name: written,
    detail: detailOf(rule, isDefault, text),
    kind,
    start,
    end,
    place: { start: head.ref.start, end: head.ref.end },
  };
}

function detailOf({ head }: RegoRule, isDefault: boolean, text: string): string {
  const at = head.parameters !== undefined ? head.ref.end : (head.contains?.start ?? head.value?.start);
  const shown = at === undefined ? '' : text.slice(at, Math.min(head.end, at + 60)).replace(/\s+/g, ' ');
  if (head.contains !== undefined) return `table for the key ${shown}`;
  if (head.parameters !== undefined) return shown;
  return `${isDefault ? 'default ' : ''}${shown}`.trim();
}

/** A folding range. Lines start at 0. The line with the closing bracket remains visible. */
export interface PolicyFold {
  readonly startLine: number;
  readonly endLine: number;
  readonly kind?: 'comment' | 'imports';
}

const closers: Readonly<Record<string, string>> = { '}': '{', ']': '[', ')': '(' };

/**
 * Returns the folding ranges of multiline bodies and collections, comment blocks, and imports. Based on tokens, so it
 * also works for invalid policies.
 */
export function foldsOf(text: string): readonly PolicyFold[] {
  const { tokens, comments } = tokenize(text);
  const byLine = new Map<number, PolicyFold>();
  const add = (fold: PolicyFold): void => {
    if (fold.endLine > fold.startLine && (byLine.get(fold.startLine)?.endLine ?? -1) < fold.endLine)
      byLine.set(fold.startLine, fold);
  };
  const open: { readonly text: string; readonly line: number }[] = [];
  const imports: number[] = [];
  for (const token of tokens) {
    if (token.kind === 'name' && token.text === 'import' && token.first) imports.push(token.line);
    if (token.kind !== 'symbol') continue;
    if (token.text === '{' || token.text === '[' || token.text === '(') open.push(token);
    const opener = Object.hasOwn(closers, token.text) ? closers[token.text] : undefined;
    if (opener === undefined) continue;
    const from = open.findLastIndex((one) => one.text === opener);
    const found = open[from];
    // Ignores a closing bracket without an opening one.
    if (found === undefined) continue;
    open.length = from;
    add({ startLine: found.line, endLine: token.line - 1 });
  }
  const lineOf = createLineFinder(text);
  const alone = comments.filter(({ start }) => text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === '');
  const whole = alone.map(({ start }) => lineOf(start) - 1);
  for (const [startLine, endLine] of runs(whole)) add({ startLine, endLine, kind: 'comment' });
  const [first] = imports;
  if (first !== undefined) add({ startLine: first, endLine: imports.at(-1) ?? first, kind: 'imports' });
  return [...byLine.values()].sort((one, other) => one.startLine - other.startLine);
}

function* runs(lines: readonly number[]): Iterable<readonly [number, number]> {
  let start = lines[0];
  if (start === undefined) return;
  for (const [index, line] of lines.entries()) {
    if (lines[index + 1] === line + 1) continue;
    yield [start, line];
    start = lines[index + 1] ?? line;
  }
}
