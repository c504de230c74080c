/** Parses terms: operators by precedence, refs, calls, collections, and comprehensions. */
import * as l10n from '@vscode/l10n';
import { formatAlternatives } from '#core/text/grammar.ts';
import type { Binary, BinaryOperator, Query, RefPart, Term } from './ast.ts';
import { SimpleTermParser } from './simpleTerms.ts';
import { isQueryAhead } from './lookahead.ts';

const strengths: ReadonlyMap<string, { readonly operator: BinaryOperator; readonly strength: number }> = new Map(
  (
    [
      ['*', 5],
      ['/', 5],
      ['%', 5],
      ['+', 4],
      ['-', 4],
      ['&', 3],
      ['|', 2],
      ['<', 1],
      ['<=', 1],
      ['==', 1],
      ['>=', 1],
      ['>', 1],
      ['!=', 1],
    ] as const
  ).map(([operator, strength]) => [operator, { operator, strength }]),
);
const minus = { operator: '-', strength: 4 } as const;
export abstract class TermParser extends SimpleTermParser {
  /** Parses the statements up to the end of the brackets. The range of the query is that of its statements. */
  protected abstract statements(): Query;

  /**
   * Parses `x`, `x in xs`, or `k, v in xs`. The engine allows these expressions in statements, parentheses, and values
   * of rules.
   */
  protected expression(): Term {
    return this.expressionFrom(this.token.start, this.operand());
  }

  protected expressionFrom(start: number, first: Term): Term {
    const left = this.binary(start, first, 1);
    if (!this.is(',')) return this.memberships(start, left);
    const height = this.height;
    this.advance();
    const value = this.comparison();
    this.height = Math.max(this.height, height);
    if (this.is('in') && this.sameLineOrKeyword('in'))
      return this.memberships(start, this.membership(start, left, value));
    this.expected('`in`');
    return this.bounded({
      kind: 'membership',
      start: Math.min(start, left.start),
      end: this.readEnd,
      key: left,
      value,
      collection: this.missing(),
    });
  }

  /** Parses `x` or `x in xs`, as in items of collections and arguments. */
  protected item(): Term {
    return this.itemFrom(this.token.start, this.operand());
  }

  /** Parses an expression without `in`. */
  protected comparison(): Term {
    const { start } = this.token;
    return this.binary(start, this.operand(), 1);
  }

  /** Parses a ref, a literal, a collection, or a term in parentheses. */
  protected operand(): Term {
    const { token } = this;
    if (token.kind === 'symbol') {
      if (token.text === '(') return this.parentheses();
      if (token.text === '-') return this.negative();
      if (token.text === '[' || token.text === '{') {
        const collection = token.text === '[' ? this.array() : this.braces();
        return this.refTail(token.start, collection);
      }
    }
    const scalar = this.scalar();
    if (scalar !== undefined) return this.refTail(token.start, scalar);
    if (
      token.text === 'set' &&
      this.tokens[this.index + 1]?.text === '(' &&
      this.tokens[this.index + 1]?.start === token.end
    ) {
      if (this.tokens[this.index + 2]?.text === ')' && this.brackets.closed[this.index + 1] === 1) {
        this.goTo(this.index + 3);
        return this.refTail(token.start, this.leaf({ kind: 'set', start: token.start, end: this.readEnd, items: [] }));
      }
    }
    if (this.isVariable) return this.refTail(token.start, this.variable());
    this.expected(l10n.t`a value`);
    this.height = 1;
    return this.missing();
  }

  /** Parses `.name` and `[x]` after a term, and `(...)` if the term can be the name of a function. */
  protected refTail(start: number, first: Term): Term {
    let base = first;
    let path: RefPart[] = [];
    let callable = first.kind === 'variable';
    const all = (): Term =>
      path.length === 0 ? base : this.bounded({ kind: 'ref', start, end: path.at(-1)?.end ?? base.end, base, path });
    for (;;) {
      const { token } = this;
      if (token.kind !== 'symbol') return all();
      if (token.text === '.' || token.text === '[') {
        if (token.start !== this.readEnd) {
          if (!this.sameLine) return all();
          this.report(token, l10n.t`Remove the space before \`${token.text}\`.`);
        }
        const part = this.refPart(() => this.item());
        callable &&= part.dotted || (part.key.kind === 'scalar' && typeof part.key.value === 'string' && !part.key.raw);
        path.push(part);
      } else if (token.text === '(' && callable) {
        const callee = all();
        if (callee.kind !== 'variable' && callee.kind !== 'ref') return callee;
        const { items, inside } = this.list(() => this.item(), formatAlternatives(['`,`', '`)`']));
        base = this.bounded({ kind: 'call', start, end: this.readEnd, callee, arguments: items, parentheses: inside });
        path = [];
        callable = false;
      } else return all();
    }
  }

  protected sameLineOrKeyword(word: 'in' | 'every'): boolean {
    return this.keywords.has(word) || this.sameLine;
  }

  /**
   * Parses a word that is a keyword only with an import. If it isn't imported, reports that and continues as if it
   * were.
   */
  protected keyword(word: 'in'): void {
    if (!this.keywords.has(word)) {
      this.report(
        this.token,
        l10n.t(
          "The policy doesn't import `{0}`, so this guest rejects the policy. Add `import future.keywords.{1}` or `import rego.v1`.",
          word,
          word,
        ),
      );
    }
    this.advance();
  }

  /**
   * Returns the assignment, or a broken term if it is nested too deeply. Assignments aren't parsed with the other
   * operators, because they are allowed only at the top level of a statement.
   */
  protected assigned(term: Binary): Term {
    return this.bounded(term);
  }

  private itemFrom(start: number, first: Term): Term {
    return this.memberships(start, this.binary(start, first, 1));
  }

  private memberships(start: number, first: Term): Term {
    let term = first;
    while (this.isWord('in') && this.sameLineOrKeyword('in') && !this.atSection)
      term = this.membership(start, undefined, term);
    return term;
  }

  private membership(place: number, key: Term | undefined, value: Term): Term {
    const start = Math.min(place, (key ?? value).start);
    const { height } = this;
    this.keyword('in');
    const collection = this.comparison();
    this.height = Math.max(this.height, height);
    return this.bounded({
      kind: 'membership',
      start,
      end: Math.max(this.readEnd, collection.end),
      key,
      value,
      collection,
    });
  }

  private binary(start: number, first: Term, weakest: number): Term {
    let left = first;
    for (;;) {
      const { token } = this;
      const signed = token.kind === 'number' && token.text.startsWith('-');
      const found = signed ? minus : token.kind === 'symbol' ? strengths.get(token.text) : undefined;
      if (found === undefined || found.strength < weakest) return left;
      const { height } = this;
      this.advance();
      let right: Term;
      if (signed) {
        right = this.leaf({
          kind: 'scalar',
          start: token.start + 1,
          end: token.end,
          value: { number: token.text.slice(1) },
          raw: false,
        });
        const next = this.token.kind === 'symbol' ? strengths.get(this.token.text) : undefined;
        if (next?.strength === 5)
          this.report(
            this.token,
            l10n.t("The policy engine can't parse this. Add a space after the minus sign in `{0}`.", token.text),
          );
      } else {
        const { start: rightStart } = this.token;
        right = this.operand();
        const next =
          this.token.kind === 'symbol'
            ? strengths.get(this.token.text)
            : this.token.kind === 'number' && this.token.text.startsWith('-')
              ? minus
              : undefined;
        if (next !== undefined && next.strength > found.strength)
          right = this.binary(rightStart, right, found.strength + 1);
      }
      this.height = Math.max(this.height, height);
      const operatorAt = { start: token.start, end: signed ? token.start + 1 : token.end };
      left = this.bounded({
        kind: 'binary',
        start: Math.min(start, left.start),
        end: this.readEnd,
        operator: found.operator,
        operatorAt,
        left,
        right,
      });
    }
  }

  private parentheses(): Term {
    const { start } = this.token;
    const inside = this.enter();
    if (inside === undefined) return this.leaf({ kind: 'broken', start, end: this.readEnd });
    const term = this.expression();
    this.leave(inside, '`)`');
    return term;
  }

  /** Parses a negation. The engine treats everything that follows as the operand: `-x + 1` is `-(x + 1)`. */
  private negative(): Term {
    const { start } = this.advance();
    const operand = this.deeper() ? this.item() : this.leaf(this.missing());
    this.shallower();
    return this.bounded({ kind: 'unary', start, end: Math.max(this.readEnd, operand.end), operator: '-', operand });
  }

  private array(): Term {
    const { start } = this.token;
    const inside = this.enter();
    if (inside === undefined) return this.leaf({ kind: 'broken', start, end: this.readEnd });
    const items: Term[] = [];
    let height = 0;
    if (!this.atEnd) {
      const { start: itemStart } = this.token;
      const first = this.operand();
      if (this.isComprehension()) {
        const query = this.comprehended();
        this.leave(inside, '`]`');
        return this.bounded({ kind: 'array comprehension', start, end: this.readEnd, item: first, query });
      }
      items.push(this.itemFrom(itemStart, first));
      height = this.moreItems(items);
    }
    this.leave(inside, formatAlternatives(['`,`', '`]`']));
    this.height = height;
    return this.bounded({ kind: 'array', start, end: this.readEnd, items });
  }

  private braces(): Term {
    const { start } = this.token;
    const inside = this.enter();
    if (inside === undefined) return this.leaf({ kind: 'broken', start, end: this.readEnd });
    if (this.atEnd) {
      this.leave(inside, '`}`');
      return this.leaf({ kind: 'object', start, end: this.readEnd, entries: [] });
    }
    const { start: itemStart } = this.token;
    const first = this.operand();
    if (this.isComprehension()) {
      const query = this.comprehended();
      this.leave(inside, '`}`');
      return this.bounded({ kind: 'set comprehension', start, end: this.readEnd, item: first, query });
    }
    const items = [this.itemFrom(itemStart, first)];
    let height = this.height;
    if (!this.is(':')) {
      height = this.moreItems(items);
      this.leave(inside, formatAlternatives(['`,`', '`}`']));
      this.height = height;
      return this.bounded({ kind: 'set', start, end: this.readEnd, items });
    }
    const key = items[0] ?? first;
    this.advance();
    const { start: valueStart } = this.token;
    const value = this.operand();
    if (this.isComprehension()) {
      const query = this.comprehended();
      this.leave(inside, '`}`');
      this.height = Math.max(this.height, height);
      return this.bounded({ kind: 'object comprehension', start, end: this.readEnd, key, item: value, query });
    }
    const entries = [{ key, value: this.itemFrom(valueStart, value) }];
    height = Math.max(height, this.height);
    while (this.accept(',') !== undefined && !this.atEnd) {
      const nextKey = this.item();
      height = Math.max(height, this.height);
      if (this.accept(':') === undefined) {
        this.expected('`:`');
        entries.push({ key: nextKey, value: this.missing() });
        if (!this.is(',')) break;
      } else {
        entries.push({ key: nextKey, value: this.item() });
        height = Math.max(height, this.height);
      }
    }
    this.leave(inside, formatAlternatives(['`,`', '`}`']));
    this.height = height;
    return this.bounded({ kind: 'object', start, end: this.readEnd, entries });
  }

  private moreItems(items: Term[]): number {
    let { height } = this;
    while (this.accept(',') !== undefined && !this.atEnd) {
      items.push(this.item());
      height = Math.max(height, this.height);
    }
    return height;
  }

  private isComprehension(): boolean {
    return (
      this.is('|') &&
      (this.index + 1 >= this.endIndex ||
        isQueryAhead(this.tokens, this.brackets, this.index + 1, this.endIndex, this.keywords.has('in')))
    );
  }

  private comprehended(): Query {
    const { height } = this;
    this.advance();
    const query = this.statements();
    this.height = Math.max(height, this.height);
    return query;
  }
}
