/**
 * Parses the parts of terms: variables, scalars, parts of refs, and lists in brackets. Tracks the nesting depth of
 * terms.
 */
import * as l10n from '@vscode/l10n';
import type { Span } from '#server/engine/text/span.ts';
import type { ErrorTerm, RefPart, Scalar, Term, Variable } from './ast.ts';
import { TokenCursor } from './tokenCursor.ts';

/** Maximum nesting depth. Terms are also nested without brackets, as in `a + b + c ...`. */
const maxHeight = 400;

/** Parses the parts of terms. */
export abstract class SimpleTermParser extends TokenCursor {
  /** Nesting depth of the last parsed term. */
  protected height = 0;

  protected variable(): Variable {
    const { start, end, text } = this.advance();
    return this.leaf({ kind: 'variable', start, end, name: text });
  }

  /** Returns a placeholder for a missing term, directly after the last token. */
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

  /** Parses `.name` or `[key]`, starting at the dot or bracket. */
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
      if (token.kind === 'name' && !this.atEnd) this.report(dot, l10n.t`Remove the space before \`${token.text}\`.`);
      else this.expected(l10n.t`a name`);
      return { start, end: dot.end, key: this.missing(), dotted: true };
    }
    if (blank) this.report({ start: dot.end, end: token.start }, l10n.t`Remove the space before \`${token.text}\`.`);
    this.advance();
    return {
      start,
      end: token.end,
      key: { kind: 'scalar', start: token.start, end: token.end, value: token.text, raw: false },
      dotted: true,
    };
  }

  /** Parses comma-separated items, starting at the opening bracket. A trailing comma is allowed. */
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

  /** Returns the end of the content of the brackets, which is before the closing bracket. */
  protected closingPlace(closed: boolean): number {
    if (closed && this.atEnd) return this.token.start;
    return this.readEnd;
  }

  /** Returns the term, or a broken term if it is nested too deeply. */
  protected bounded(term: Exclude<Term, ErrorTerm>): Term {
    this.height += 1;
    if (this.height <= maxHeight) return term;
    this.reportOnce('too large', term, l10n.t`The policy is nested more than ${maxHeight} levels deep.`);
    this.height = 1;
    return { kind: 'broken', start: term.start, end: term.end };
  }

  protected leaf<T extends Term>(term: T): T {
    this.height = 1;
    return term;
  }
}
