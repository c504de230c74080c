/** Terms: operators by their strength, refs, calls, collections and comprehensions. */
import * as l10n from '@vscode/l10n';
import type { Span } from '#server/engine/text/span.ts';
import type { Binary, BinaryOperator, ErrorTerm, Query, RefPart, Scalar, Term, Variable } from './ast.ts';
import { TokenCursor } from './tokenCursor.ts';
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
/** Terms nest to the left without brackets too: `a + b + c …`. */
const maxHeight = 400;

export abstract class TermParser extends TokenCursor {
  /** Levels of the term read last. */
  private height = 0;

  /** The statements up to the end of the bracket; the place of the query is theirs. */
  protected abstract statements(): Query;

  /** `x`, `x in xs` and `k, v in xs`: the engine's expression in statements, parentheses and values of rules. */
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
    this.expected(l10n.t`\`in\`, as in \`key, value in collection\`,`);
    return this.bounded({
      kind: 'membership',
      start: Math.min(start, left.start),
      end: this.readEnd,
      key: left,
      value,
      collection: this.missing(),
    });
  }

  /** `x` or `x in xs`: items of collections, arguments. */
  protected item(): Term {
    return this.itemFrom(this.token.start, this.operand());
  }

  /** Without `in`. */
  protected comparison(): Term {
    const { start } = this.token;
    return this.binary(start, this.operand(), 1);
  }

  /** A ref, literal, collection or what stands in parentheses. */
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
    this.expected(l10n.t`A value`);
    this.height = 1;
    return this.missing();
  }

  protected variable(): Variable {
    const { start, end, text } = this.advance();
    return this.leaf({ kind: 'variable', start, end, name: text });
  }

  /** Nothing, behind what was read last. */
  protected missing(): ErrorTerm {
    return { kind: 'broken', start: this.readEnd, end: this.readEnd };
  }

  protected scalar(): Scalar | undefined {
    const { kind, text, start, end, value } = this.token;
    if (kind === 'name' && (text === 'true' || text === 'false' || text === 'null')) {
      this.advance();
      return this.leaf({ kind: 'scalar', start, end, value: text === 'null' ? null : text === 'true', raw: false });
    }
    if (kind === 'number') {
      this.advance();
      return this.leaf({ kind: 'scalar', start, end, value: { number: text }, raw: false });
    }
    if (kind !== 'string' && kind !== 'raw') return undefined;
    this.advance();
    return this.leaf({ kind: 'scalar', start, end, value: value ?? '', raw: kind === 'raw' });
  }

  /** Reads `.name`, `[x]` and, where a function can be named, `(…)` behind a term. */
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
          this.report(token, l10n.t`No blank may stand before \`${token.text}\`.`);
        }
        const part = this.refPart(() => this.item());
        callable &&= part.dotted || (part.key.kind === 'scalar' && typeof part.key.value === 'string' && !part.key.raw);
        path.push(part);
      } else if (token.text === '(' && callable) {
        const callee = all();
        if (callee.kind !== 'variable' && callee.kind !== 'ref') return callee;
        const { items, inside } = this.list(() => this.item(), l10n.t`A comma or \`)\``);
        base = this.bounded({ kind: 'call', start, end: this.readEnd, callee, arguments: items, parentheses: inside });
        path = [];
        callable = false;
      } else return all();
    }
  }

  /** `.name` or `[key]`, at the dot or bracket. */
  protected refPart(readKey: () => Term): RefPart {
    const height = this.height;
    const { start, text } = this.token;
    if (text === '[') {
      const inside = this.enter();
      if (inside === undefined)
        return { start, end: this.readEnd, key: { kind: 'broken', start, end: this.readEnd }, dotted: false };
      const key = readKey();
      this.leave(inside, '`]`');
      this.height = Math.max(height, this.height + 1);
      return { start, end: this.readEnd, key, dotted: false };
    }
    const dot = this.advance();
    const { token } = this;
    const blank = token.start !== dot.end;
    if (token.kind !== 'name' || this.atEnd || (blank && token.first)) {
      if (token.kind === 'name' && !this.atEnd) this.report(dot, l10n.t`A name must follow the dot at once.`);
      else this.expected(l10n.t`A name`);
      return { start, end: dot.end, key: this.missing(), dotted: true };
    }
    if (blank)
      this.report({ start: dot.end, end: token.start }, l10n.t`No blank may stand between the dot and the name.`);
    this.advance();
    return {
      start,
      end: token.end,
      key: { kind: 'scalar', start: token.start, end: token.end, value: token.text, raw: false },
      dotted: true,
    };
  }

  /** What commas part, at the opening bracket; a comma may end it. */
  protected list<T>(read: () => T, what: string): { readonly items: T[]; readonly inside: Span } {
    const outer = this.height;
    const { end: start } = this.token;
    const items: T[] = [];
    const inside = this.enter();
    if (inside === undefined) return { items, inside: { start, end: Math.max(start, this.readEnd) } };
    let height = 0;
    while (!this.atEnd) {
      items.push(read());
      height = Math.max(height, this.height);
      if (this.accept(',') === undefined) break;
    }
    const end = this.closingPlace(inside.closed);
    this.leave(inside, what);
    this.height = Math.max(outer, height + 1);
    return { items, inside: { start, end } };
  }

  /** Where the bracket ends inside: before the sign that closes it. */
  protected closingPlace(closed: boolean): number {
    if (closed && this.atEnd) return this.token.start;
    return this.readEnd;
  }

  protected sameLineOrKeyword(word: 'in' | 'every'): boolean {
    return this.keywords.has(word) || this.sameLine;
  }

  /** Reads a word that is a keyword only by import; where it is none, says so and goes on as if it were. */
  protected keyword(word: 'in'): void {
    if (!this.keywords.has(word)) {
      this.report(
        this.token,
        l10n.t(
          "`{0}` is a keyword only with `import future.keywords.{1}` or `import rego.v1`; this guest's engine refuses the policy.",
          word,
          word,
        ),
      );
    }
    this.advance();
  }

  /** The place of a term, unless it grew too high. */
  private bounded(term: Exclude<Term, ErrorTerm>): Term {
    this.height += 1;
    if (this.height <= maxHeight) return term;
    this.reportOnce('too large', term, l10n.t`This is made of more than ${maxHeight} levels of terms.`);
    this.height = 1;
    return { kind: 'broken', start: term.start, end: term.end };
  }

  /** An assignment, which is no operator among others: it stands only at the top of a statement. */
  protected assigned(term: Binary): Term {
    return this.bounded(term);
  }

  private leaf<T extends Term>(term: T): T {
    this.height = 1;
    return term;
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
          this.report(this.token, l10n.t`The engine stops here: write a blank behind the minus of \`${token.text}\`.`);
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

  /** The engine takes all that follows for the operand: `-x + 1` is `-(x + 1)`. */
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
    this.leave(inside, l10n.t`A comma or \`]\``);
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
      this.leave(inside, l10n.t`A comma or \`}\``);
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
    this.leave(inside, l10n.t`A comma or \`}\``);
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
