/**
 * Determines whether a clause tests a value: in its own conditions, or in the rules that it uses. If a rule has several
 * clauses, all of them need the test, because any of them can satisfy the rule.
 */
import type { Module } from '../../rego/syntax/ast.ts';
import { isSameOrigin, type ValueOrigin } from './valueOrigin.ts';
import { createClauseContext, type ClauseContext, type Condition, type OriginUse } from './clauseConditions.ts';
import { TermReader } from './termReader.ts';

/** A test of a value. */
export interface ValueTest {
  /** Identifies the test, so that results can be reused. */
  readonly key: string;
  /** The tested value. */
  readonly whole: ValueOrigin;
  /** Returns whether a condition is the test. `isNegated`: the clause requires that the condition fails. */
  readonly matches: (condition: Condition, isNegated: boolean, reader: TermReader) => boolean;
}

/** Maximum number of clauses, counted once for each combination of arguments. Rules of genpolicy have about 300. */
const maxContexts = 4000;
/** Maximum number of clauses to read for all tests. Rules of genpolicy need about 750. */
const maxSteps = 50_000;
/** Maximum number of rules that use each other in a row. Rules of genpolicy have 6. */
const maxDepth = 100;

export class GuardReader {
  readonly terms: TermReader;
  readonly #contexts = new Map<string, readonly ClauseContext[]>();
  readonly #results = new Map<string, boolean>();
  #count = 0;
  #steps = 0;
  #depth = 0;
  #isTooDeep = false;

  constructor(module: Module) {
    this.terms = new TermReader(module);
  }

  /** True if the policy is too large to be read completely. */
  get isIncomplete(): boolean {
    return this.#count > maxContexts || this.#steps > maxSteps || this.#isTooDeep;
  }

  /** Follows the use of a rule. Returns undefined if too many rules use each other in a row. */
  follow<T>(read: () => T): T | undefined {
    if (this.#depth >= maxDepth) {
      this.#isTooDeep = true;
      return undefined;
    }
    this.#depth += 1;
    const result = read();
    this.#depth -= 1;
    return result;
  }

  /** Returns the clauses of a rule for these arguments. */
  contextsOf({ name, origins, key }: OriginUse): readonly ClauseContext[] {
    const known = this.#contexts.get(key);
    if (known !== undefined) return known;
    const clauses = this.terms.rules.get(name)?.clauses ?? [];
    const own = clauses.filter(({ parameters }) => parameters.length === origins.length);
    this.#count += own.length;
    const contexts = this.isIncomplete ? [] : own.map((clause) => createClauseContext(this.terms, clause, origins));
    this.#contexts.set(key, contexts);
    return contexts;
  }

  /** Returns whether every way to satisfy the clause passes the test. */
  isGuarded(context: ClauseContext, test: ValueTest): boolean {
    return this.#passes(context, test, false, 'all');
  }

  /** Returns whether the test is in the clause, or in any clause of the rules that it uses. */
  hasTest(context: ClauseContext, test: ValueTest): boolean {
    return this.#passes(context, test, false, 'any');
  }

  #passes(context: ClauseContext, test: ValueTest, isNegated: boolean, quantifier: 'all' | 'any'): boolean {
    this.#steps += 1;
    // The result isn't used, so any value ends the search.
    if (this.isIncomplete) return true;
    const { clause, origins, conditions } = context;
    // A pattern instead of a parameter tests the argument.
    const isPattern = clause.parameters.some(
      ({ kind }, index) => kind !== 'variable' && kind !== 'scalar' && isSameOrigin(origins[index], test.whole),
    );
    if (isPattern) return quantifier === 'all';
    return conditions.some((condition) => {
      const isFailing = condition.isNegated !== isNegated;
      if (test.matches(condition, isFailing, this.terms)) return true;
      const { use } = condition;
      return use !== undefined && this.#rulePasses(use, test, isFailing, quantifier);
    });
  }

  #rulePasses(use: OriginUse, test: ValueTest, isNegated: boolean, quantifier: 'all' | 'any'): boolean {
    const key = `${test.key} ${quantifier} ${isNegated} ${use.key}`;
    const known = this.#results.get(key);
    if (known !== undefined) return known;
    // Rego doesn't allow recursion. This value ends the search if the policy contains it anyway.
    this.#results.set(key, false);
    const contexts = this.contextsOf(use);
    const passes = (context: ClauseContext): boolean => this.#passes(context, test, isNegated, quantifier);
    // If a rule must fail, all its clauses fail, so one test suffices.
    const result =
      this.follow(() =>
        quantifier === 'any' || isNegated ? contexts.some(passes) : this.#allPass(use, contexts, passes),
      ) ?? true;
    this.#results.set(key, result);
    return result;
  }

  #allPass(
    { name }: OriginUse,
    contexts: readonly ClauseContext[],
    passes: (context: ClauseContext) => boolean,
  ): boolean {
    const rule = this.terms.rules.get(name);
    if (rule === undefined || rule.hasDefault) return false;
    // A rule without a possible clause never succeeds. A call with the wrong number of arguments is another problem.
    return rule.clauses.length === 0 || (contexts.length > 0 && contexts.every(passes));
  }
}
