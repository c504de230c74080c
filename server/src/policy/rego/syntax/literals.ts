/** Recognizes terms that only contain literals. */
import type { Term } from './ast.ts';

const literals = new WeakMap<Term, boolean>();

/**
 * Returns whether a term is a list, a set, or an object that contains only literals, so that it uses no variables.
 * Caches the result, because the data of genpolicy is one such term with thousands of literals, and each dialect and
 * each step of the compiler would visit all of them.
 */
export const isLiteralCollection = (term: Term): boolean => {
  if (term.kind !== 'array' && term.kind !== 'set' && term.kind !== 'object') return false;
  const known = literals.get(term);
  if (known !== undefined) return known;
  const isLiteral = (inner: Term): boolean => inner.kind === 'scalar' || isLiteralCollection(inner);
  const found =
    term.kind === 'object'
      ? term.entries.every(({ key, value }) => isLiteral(key) && isLiteral(value))
      : term.items.every(isLiteral);
  literals.set(term, found);
  return found;
};
