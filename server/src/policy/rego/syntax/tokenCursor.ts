/**
 * Tracks the position of the parser in the tokens. In brackets, only the tokens up to the closing bracket are visible.
 */
import * as l10n from '@vscode/l10n';
import type { Span } from '#server/engine/text/span.ts';
import type { FutureKeyword, RegoProblem, ProblemCode } from './ast.ts';
import { beginsSection, type Brackets } from './brackets.ts';
import type { RegoToken } from './token.ts';

/** Words that can't be names. */
const reserved = new Set([
  'as',
  'default',
  'else',
  'false',
  'import',
  'package',
  'not',
  'null',
  'some',
  'true',
  'with',
]);
const future: ReadonlySet<string> = new Set<FutureKeyword>(['contains', 'every', 'if', 'in']);
/** Maximum number of problems to report from the lexer, and from the parser. */
export const maxProblems = 500;
const maxNesting = 100;

/** State to restore after a bracket. */
export interface Inside {
  readonly opener: RegoToken;
  readonly limit: number;
  readonly closed: boolean;
  readonly outer: number;
  readonly problems: number;
}

export class TokenCursor {
  protected readonly tokens: readonly RegoToken[];
  protected readonly brackets: Brackets;
  /** Future keywords that the dialect or the imports enable. */
  protected readonly keywords = new Set<FutureKeyword>();
  protected readonly problems: RegoProblem[] = [];
  protected token: RegoToken;
  protected index = 0;
  private limit: number;
  private readonly last: RegoToken;
  private reportedAt = -1;
  private nesting = 0;

  constructor(tokens: readonly RegoToken[], brackets: Brackets, end: RegoToken) {
    this.tokens = tokens;
    this.brackets = brackets;
    this.limit = tokens.length - 1;
    this.last = end;
    this.token = tokens[0] ?? end;
    this.noteFault();
  }

  protected get previous(): RegoToken {
    return this.tokens[this.index - 1] ?? this.token;
  }

  /** End of the last token that was read. */
  protected get readEnd(): number {
    return this.index === 0 ? 0 : this.previous.end;
  }

  /** Index of the token before which everything must end. */
  protected get endIndex(): number {
    return this.limit;
  }

  protected get atEnd(): boolean {
    return this.index >= this.limit;
  }

  /** True if the next token is on the same line as the previous one. */
  protected get sameLine(): boolean {
    return !this.token.first && !this.atEnd && this.index > 0;
  }

  protected advance(): RegoToken {
    const { token } = this;
    if (!this.atEnd) this.goTo(this.index + 1);
    return token;
  }

  protected goTo(index: number): void {
    this.index = Math.min(index, this.limit);
    const token = this.tokens[this.index] ?? this.last;
    this.token = this.atEnd
      ? {
          ...this.last,
          start: token.start,
          end: token.start,
          line: token.line,
          column: token.column,
          first: token.first,
        }
      : token;
    this.noteFault();
  }

  /** Returns whether the next token is this symbol or word. Never true for strings, because their text is empty. */
  protected is(text: string): boolean {
    return this.token.text === text;
  }

  protected isSign(text: string): boolean {
    return this.token.kind === 'symbol' && this.token.text === text;
  }

  protected isWord(text: string): boolean {
    return this.token.kind === 'name' && this.token.text === text;
  }

  protected accept(text: string): RegoToken | undefined {
    return this.is(text) ? this.advance() : undefined;
  }

  protected isKeyword(word: FutureKeyword): boolean {
    return this.token.kind === 'name' && this.token.text === word && this.keywords.has(word);
  }

  /** True if the next token can be the name of a variable. `contains` can be one, because it is also a function. */
  protected get isVariable(): boolean {
    const { kind, text } = this.token;
    if (kind !== 'name' || reserved.has(text) || this.atSection) return false;
    return text === 'contains' || !this.isFutureKeyword(text);
  }

  /** True if a rule certainly starts here, so that everything before it must end. */
  protected get atSection(): boolean {
    return this.token.first && beginsSection(this.tokens, this.index, this.brackets.column);
  }

  /** Reports a problem, unless one was already reported for this token, so that each error causes only one problem. */
  protected report(span: Span, message: string, code: ProblemCode = 'syntax'): void {
    if (code === 'syntax') {
      if (this.reportedAt === this.index) return;
      this.reportedAt = this.index;
    }
    if (this.problems.length < maxProblems) this.problems.push({ code, message, start: span.start, end: span.end });
  }

  /**
   * Reports what is expected at this position. If it is missing at the end of a line, reports the problem at the last
   * word of the line.
   */
  protected expected(what: string): void {
    if (this.token.fault !== undefined) return;
    const missing =
      this.index > 0 &&
      (this.atEnd ? this.token.line !== this.previous.line || this.index === this.tokens.length - 1 : this.token.first);
    if (missing) this.report(this.previous, l10n.t`Expected ${what} after this.`);
    else if (this.token.kind === 'name' && (reserved.has(this.token.text) || this.isFutureKeyword(this.token.text)))
      this.report(this.token, l10n.t('Expected {0}, but `{1}` is a keyword.', what, this.token.text));
    else this.report(this.atEnd ? (this.tokens[this.index] ?? this.token) : this.token, l10n.t`Expected ${what}.`);
  }

  /**
   * Reads the opening bracket. From then on, only its content is visible. Returns undefined and skips the content if it
   * is nested too deeply.
   */
  protected enter(): Inside | undefined {
    const [opener, index] = [this.token, this.index];
    const inside: Inside = {
      opener,
      limit: this.brackets.limit[index] ?? index + 1,
      closed: this.brackets.closed[index] === 1,
      outer: this.limit,
      problems: this.problems.length,
    };
    this.limit = Math.min(inside.limit, this.limit);
    this.goTo(index + 1);
    if (!this.deeper()) {
      this.goTo(this.limit);
      this.leave(inside, '');
      return undefined;
    }
    return inside;
  }

  /** Reads the closing bracket and any unread tokens before it. */
  protected leave(inside: Inside, what: string): void {
    const quiet = this.problems.length > inside.problems;
    if (!this.atEnd) {
      if (!quiet) this.expected(what);
      this.goTo(this.limit);
    } else if (!inside.closed && !quiet) {
      const next = this.tokens[this.index];
      if (next !== undefined && next.kind === 'symbol' && !next.first) this.report(next, l10n.t`Expected ${what}.`);
      else this.report(inside.opener, l10n.t('Unclosed `{0}`.', inside.opener.text));
    }
    this.limit = inside.outer;
    this.goTo(inside.closed ? inside.limit + 1 : this.index);
    this.shallower();
  }

  /** Enters a nesting level. Returns false and reports a problem if the limit is exceeded. */
  protected deeper(): boolean {
    this.nesting += 1;
    if (this.nesting <= maxNesting) return true;
    this.reportOnce('too large', this.previous, l10n.t`The policy is nested more than ${maxNesting} levels deep.`);
    return false;
  }

  protected shallower(): void {
    this.nesting -= 1;
  }

  protected reportOnce(code: ProblemCode, span: Span, message: string): void {
    if (!this.problems.some((problem) => problem.code === code && problem.message === message))
      this.report(span, message, code);
  }

  /** Skips to the end of the statement: the end of its line, a semicolon, or the end of the brackets around it. */
  protected skipStatement(): void {
    const start = this.index;
    while (!this.atEnd && !(this.index > start && this.token.first) && !this.is(';')) this.skipOne();
  }

  /** Skips one token, or one pair of brackets with its content. */
  protected skipOne(): void {
    const { limit, closed } = this.brackets;
    const isOpener = this.token.kind === 'symbol' && (limit[this.index] ?? 0) > this.index;
    if (!isOpener) this.advance();
    else this.goTo((limit[this.index] ?? 0) + (closed[this.index] ?? 0));
  }

  private isFutureKeyword(text: string): boolean {
    return future.has(text) && this.keywords.has(text as FutureKeyword);
  }

  private noteFault(): void {
    const { fault } = this.token;
    if (fault !== undefined && !this.atEnd) this.report(this.token, fault);
  }
}
