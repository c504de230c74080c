/** Parses queries: their statements and `with` modifiers. */
import * as l10n from '@vscode/l10n';
import { formatAlternatives } from '#core/text/grammar.ts';
import type { Span } from '#server/engine/text/span.ts';
import type { Query, Statement, Term, Variable, WithModifier } from './ast.ts';
import { isQueryAhead } from './lookahead.ts';
import { TermParser } from './terms.ts';

export class QueryParser extends TermParser {
  /** True if the rules of v1 apply, because of the dialect or `import rego.v1`. */
  protected demandsV1 = false;

  /** Parses a query in braces, starting at the opening brace. */
  protected bracedQuery(): Query {
    const { start } = this.token;
    const inside = this.enter();
    if (inside === undefined) return { start, end: this.readEnd, braces: true, statements: [] };
    const { statements } = this.statements();
    this.leave(inside, '`}`');
    this.refuseLoneUnion(statements);
    return { start, end: this.readEnd, braces: true, statements };
  }

  /** Parses what follows `if`: a query in braces, or a single statement, which can also start with a brace. */
  protected queryOrStatement(): Query {
    const { limit, closed } = this.brackets;
    if (this.isSign('{')) {
      const end = limit[this.index] ?? this.index;
      const isEmptyObject = end === this.index + 1 && closed[this.index] === 1;
      if (
        !isEmptyObject &&
        (closed[this.index] === 0 ||
          isQueryAhead(this.tokens, this.brackets, this.index + 1, end, this.keywords.has('in')))
      )
        return this.bracedQuery();
    }
    const statement = this.statement();
    return { start: statement.start, end: statement.end, braces: false, statements: [statement] };
  }

  protected statements(): Query {
    const statements: Statement[] = [];
    const before = this.readEnd;
    if (this.atEnd) this.expected(l10n.t`a condition`);
    while (!this.atEnd) {
      const { index } = this;
      statements.push(this.statement());
      if (this.atEnd) break;
      if (this.is(';')) {
        this.advance();
        if (this.atEnd) this.expected(l10n.t`a condition`);
      } else if (!this.token.first || this.index === index) {
        this.expected(
          this.is('=') || this.is(':=')
            ? l10n.t`a single variable or reference before this operator`
            : formatAlternatives([l10n.t`a new line`, '`;`']),
        );
        this.skipStatement();
        this.accept(';');
      }
    }
    const [first, last] = [statements[0], statements.at(-1)];
    return { start: first?.start ?? before, end: last?.end ?? before, braces: false, statements };
  }

  protected statement(): Statement {
    const { token } = this;
    if (token.kind === 'name' && !this.atSection) {
      if (token.text === 'some') return this.some();
      if (this.isKeyword('every')) return this.every();
      const next = this.tokens[this.index + 1];
      if (
        token.text === 'every' &&
        next?.kind === 'name' &&
        next.line === token.line &&
        next.text !== 'with' &&
        next.text !== 'in' &&
        this.index + 1 < this.endIndex
      ) {
        const word = this.advance();
        this.report(
          this.token,
          l10n.t(
            "The policy doesn't import `{0}`, so this guest rejects the policy. Add `import future.keywords.{1}` or `import rego.v1`.",
            'every',
            'every',
          ),
        );
        return this.everyAfter(word, true);
      }
    }
    const not = token.text === 'not' && token.kind === 'name' && !this.atSection ? this.advance() : undefined;
    const term = this.assignment();
    const modifiers = this.withModifiers();
    const start = not?.start ?? Math.min(token.start, term.start);
    return {
      kind: 'expression',
      start,
      end: Math.max(start, this.readEnd, term.end),
      not: not === undefined ? undefined : { start: not.start, end: not.end },
      term,
      with: modifiers,
    };
  }

  private assignment(): Term {
    const { start } = this.token;
    const left = this.operand();
    const operator = this.is(':=') ? ':=' : this.is('=') ? '=' : undefined;
    if (operator === undefined) return this.expressionFrom(start, left);
    if (
      operator === ':=' &&
      this.demandsV1 &&
      left.kind === 'variable' &&
      (left.name === 'input' || left.name === 'data')
    )
      this.report(left, l10n.t("`{0}` isn't a valid name.", left.name));
    const { start: at, end } = this.advance();
    const right = this.expression();
    return this.assigned({
      kind: 'binary',
      start: Math.min(start, left.start),
      end: Math.max(this.readEnd, right.end),
      operator,
      operatorAt: { start: at, end },
      left,
      right,
    });
  }

  private some(): Statement {
    const word = this.advance();
    const terms: Term[] = [];
    do terms.push(this.operand());
    while (this.accept(',') !== undefined);
    if (this.isWord('in') && !this.atSection && this.sameLineOrKeyword('in')) {
      const [first, second, third] = terms;
      if (third !== undefined)
        this.report(third, l10n.t('For a collection, `some` accepts at most two names: a key and a value.'));
      this.keyword('in');
      const collection = this.comparison();
      const modifiers = this.withModifiers();
      const value = (second === undefined ? first : second) ?? this.missing();
      return {
        kind: 'some in',
        start: word.start,
        end: Math.max(this.readEnd, collection.end),
        key: second === undefined ? undefined : first,
        value,
        collection,
        with: modifiers,
      };
    }
    for (const term of terms)
      if (term.kind !== 'variable' && term.kind !== 'broken') this.report(term, l10n.t`Expected ${l10n.t`a name`}.`);
    const names = terms.filter((term): term is Variable => term.kind === 'variable');
    const modifiers = this.withModifiers();
    return { kind: 'some', start: word.start, end: Math.max(word.end, this.readEnd), names, with: modifiers };
  }

  private every(): Statement {
    return this.everyAfter(this.advance());
  }

  private everyAfter({ start }: Span, refused = false): Statement {
    const first = this.name();
    const second = this.accept(',') === undefined ? undefined : this.name();
    let collection: Term;
    if (this.isWord('in') && this.sameLineOrKeyword('in')) {
      if (refused) this.advance();
      else this.keyword('in');
      collection = this.comparison();
    } else {
      this.expected('`in`');
      collection = this.missing();
    }
    let query: Query;
    if (this.isSign('{')) query = this.bracedQuery();
    else {
      this.expected('`{`');
      query = { start: this.readEnd, end: this.readEnd, braces: false, statements: [] };
    }
    const modifiers = this.withModifiers();
    const end = Math.max(this.readEnd, query.end);
    return {
      kind: 'every',
      start,
      end,
      key: second === undefined ? undefined : first,
      value: second ?? first,
      collection,
      query,
      with: modifiers,
    };
  }

  /** Parses the name of a variable. If there is none, returns an empty name. */
  protected name(): Variable {
    if (this.isVariable) return this.variable();
    this.expected(l10n.t`a name`);
    return { kind: 'variable', start: this.readEnd, end: this.readEnd, name: '' };
  }

  private withModifiers(): WithModifier[] {
    const modifiers: WithModifier[] = [];
    while (this.isWord('with') && !this.atSection) {
      const { start } = this.advance();
      const target: Term = this.isVariable ? this.refTail(this.token.start, this.variable()) : this.name();
      if (target.kind === 'call') this.report(target, l10n.t`Expected ${l10n.t('a path such as `{0}`', 'input.a')}.`);
      let value: Term;
      if (this.accept('as') === undefined) {
        this.expected('`as`');
        value = this.missing();
      } else value = this.item();
      modifiers.push({ start, end: Math.max(this.readEnd, value.end), target, value });
    }
    return modifiers;
  }

  /** Reports `p { a | b }`. The engine interprets the braces as a comprehension, which can't be a body. */
  private refuseLoneUnion(statements: readonly Statement[]): void {
    const [only, more] = statements;
    if (more !== undefined || only?.kind !== 'expression' || only.not !== undefined || only.with.length > 0) return;
    if (only.term.kind === 'binary' && only.term.operator === '|')
      this.report(
        only.term.operatorAt,
        l10n.t`The engine interprets \`{a | b}\` as a comprehension, which can't be a rule body. To use a union in a condition, compare it with a value.`,
      );
  }
}
