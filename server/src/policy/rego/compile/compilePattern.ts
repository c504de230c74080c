/** Compiles patterns, which bind variables or compare values. */
import type { Span } from '#server/engine/text/span.ts';
import type { Term } from '../syntax/ast.ts';
import type { CompileScope } from './compileScope.ts';
import type { CompiledExpression, Pattern } from './program.ts';
import { visitTerm } from '../syntax/scopes.ts';

/** The compiler functions that patterns use. */
export interface PatternTerms {
  term(term: Term, scope: CompileScope): CompiledExpression;
  stop(message: string, span: Span): Error;
}

/**
 * Returns whether a reference with this key is a loop, because the key contains an unbound variable, or `_` in a
 * pattern position.
 */
export const hasUnbound = (term: Term, scope: CompileScope): boolean => {
  let found = false;
  visitTerm(term, (inner) => {
    if (inner.kind === 'variable') found ||= inner.name === '_' || isUnbound(inner.name, scope);
    return inner.kind === 'array' || inner.kind === 'object';
  });
  return found;
};

const isUnbound = (name: string, scope: CompileScope): boolean => scope.find(name)?.kind === 'unbound';

/** Returns whether a pattern does more than a comparison. */
export const binds = (pattern: Pattern): boolean => {
  switch (pattern.kind) {
    case 'any':
    case 'bind':
      return true;
    case 'equal':
      return false;
    case 'array':
      return pattern.items.some(binds);
    default:
      return pattern.entries.some((entry) => binds(entry.pattern));
  }
};

/** Compiles a term as a pattern. Binds its unbound variables. */
export const createPattern = (term: Term, scope: CompileScope, terms: PatternTerms): Pattern => {
  switch (term.kind) {
    case 'variable': {
      if (term.name === '_') return { kind: 'any' };
      const found = scope.find(term.name);
      if (found?.kind !== 'unbound') return { kind: 'equal', to: terms.term(term, scope) };
      scope.bind(term.name);
      return { kind: 'bind', slot: found.slot };
    }
    case 'array':
      return { kind: 'array', items: term.items.map((item) => createPattern(item, scope, terms)) };
    case 'object':
      return {
        kind: 'object',
        entries: term.entries.map(({ key, value }) => {
          const pattern = createPattern(value, scope, terms);
          return { key: terms.term(key, scope), pattern };
        }),
      };
    default:
      return { kind: 'equal', to: terms.term(term, scope) };
  }
};

/** Compiles the left side of `:=` as a pattern. Its variables are new, and each can occur only once. */
export const createDeclaration = (term: Term, scope: CompileScope, terms: PatternTerms): Pattern => {
  switch (term.kind) {
    case 'variable': {
      if (term.name === '_') return { kind: 'any' };
      if (scope.isBoundHere(term.name)) throw terms.stop(`var \`${term.name}\` used before definition below`, term);
      const slot = scope.own(term.name);
      scope.bind(term.name);
      return { kind: 'bind', slot };
    }
    case 'array':
      return { kind: 'array', items: term.items.map((item) => createDeclaration(item, scope, terms)) };
    case 'object':
      return {
        kind: 'object',
        entries: term.entries.map(({ key, value }) => ({
          key: terms.term(key, scope),
          pattern: createDeclaration(value, scope, terms),
        })),
      };
    default:
      return { kind: 'equal', to: terms.term(term, scope) };
  }
};

/** Throws if a pattern of `some ... in`, including sets in it, contains a variable that is already bound. */
export const checkNew = (term: Term, scope: CompileScope, terms: PatternTerms): void => {
  visitTerm(term, (inner) => {
    if (
      inner.kind === 'variable' &&
      inner.name !== '_' &&
      inner.name !== 'input' &&
      inner.name !== 'data' &&
      !isUnbound(inner.name, scope)
    ) {
      throw terms.stop(`var \`${inner.name}\` used before definition below`, inner);
    }
    return inner.kind === 'array' || inner.kind === 'object' || inner.kind === 'set';
  });
};
