/** Determines which variables belong to a query and which come from outer scopes, in the same way as the engine. */
import type { Span } from '#server/engine/text/span.ts';
import type { Query, Ref, Term, Variable } from './ast.ts';
import type { FunctionArities } from '../compile/functionArity.ts';
import { isLiteralCollection } from './literals.ts';

/** Variables of a query, of the arguments of a function, or of a package. */
export interface Scope {
  /** Variables declared by `:=`, `some`, or `every`. They hide outer variables with the same name. */
  readonly locals: Map<string, Span>;
  /** Variables that belong to this scope because no outer scope has the same name. */
  readonly unscoped: Set<string>;
  /** Variables of outer scopes that are used here. */
  readonly inputs: Set<string>;
}

export const newScope = (): Scope => ({ locals: new Map(), unscoped: new Set(), inputs: new Set() });

export const isOwn = (scope: Scope, name: string): boolean => scope.locals.has(name) || scope.unscoped.has(name);

/** Returns whether a name refers to a document and isn't a variable. */
export const isDocument = (name: string): boolean => name === 'input' || name === 'data';

/** Returns the line of an offset. The engine compares lines to determine what is declared earlier. */
export type LineOf = (offset: number) => number;

/**
 * Calls `visit` for a term and all terms in it, except comprehensions. If `visit` returns false, skips the terms
 * inside.
 */
export const visitTerm = (term: Term, visit: (term: Term) => boolean): void => {
  if (!visit(term)) return;
  switch (term.kind) {
    case 'array':
    case 'set':
      for (const item of term.items) visitTerm(item, visit);
      return;
    case 'object':
      for (const { key, value } of term.entries) {
        visitTerm(key, visit);
        visitTerm(value, visit);
      }
      return;
    case 'call':
      for (const argument of term.arguments) visitTerm(argument, visit);
      return;
    case 'unary':
      visitTerm(term.operand, visit);
      return;
    case 'ref':
      visitTerm(term.base, visit);
      for (const { key } of term.path) visitTerm(key, visit);
      return;
    case 'binary':
      visitTerm(term.left, visit);
      visitTerm(term.right, visit);
      return;
    case 'membership':
      if (term.key !== undefined) visitTerm(term.key, visit);
      visitTerm(term.value, visit);
      visitTerm(term.collection, visit);
      return;
    default:
  }
};

/** Calls `visit` like `visitTerm`, but skips terms without variables. */
export const visitUses = (term: Term, visit: (term: Term) => boolean): void =>
  visitTerm(term, (inner) => !isLiteralCollection(inner) && visit(inner));

/** Returns the variables that a pattern assigns: single variables, and variables in arrays and objects. */
export const listPatternVariables = (term: Term): readonly Variable[] => {
  const variables: Variable[] = [];
  visitUses(term, (inner) => {
    if (inner.kind === 'variable') variables.push(inner);
    return inner.kind === 'array' || inner.kind === 'object';
  });
  return variables;
};

/** Returns the terms in brackets of a ref, such as `i` in `a.b[i].c`. */
export const bracketKeys = (ref: Ref): readonly Term[] =>
  ref.path.filter(({ dotted }) => !dotted).map(({ key }) => key);

export const isAssignment = (term: Term): boolean =>
  term.kind === 'binary' && (term.operator === ':=' || term.operator === '=');

/** Returns whether an outer scope has the variable at this position. */
const existsAround = (variable: Variable, around: readonly Scope[], lineOf: LineOf): boolean =>
  around.some((scope) => {
    if (scope.unscoped.has(variable.name)) return true;
    const declared = scope.locals.get(variable.name);
    return declared !== undefined && lineOf(declared.start) <= lineOf(variable.start);
  });

/** Collects the variables of a query. */
export class VariableCollector {
  private readonly around: readonly Scope[];
  private readonly scope: Scope;
  private readonly lineOf: LineOf;

  constructor(around: readonly Scope[], scope: Scope, lineOf: LineOf) {
    this.around = around;
    this.scope = scope;
    this.lineOf = lineOf;
  }

  /** Collects variables that a pattern assigns. */
  assigned(pattern: Term, declares: boolean): void {
    for (const variable of listPatternVariables(pattern)) {
      if (variable.name === '_' || (isDocument(variable.name) && !declares)) continue;
      if (declares) this.scope.locals.set(variable.name, variable);
      else if (existsAround(variable, this.around, this.lineOf)) this.scope.inputs.add(variable.name);
      else if (!this.scope.locals.has(variable.name)) this.scope.unscoped.add(variable.name);
    }
  }

  /** Collects variables from outer scopes, and variables that iterate over keys. */
  used(term: Term): void {
    visitUses(term, (inner) => {
      if (
        inner.kind === 'variable' &&
        !this.scope.unscoped.has(inner.name) &&
        existsAround(inner, this.around, this.lineOf)
      )
        this.scope.inputs.add(inner.name);
      return true;
    });
    visitUses(term, (inner) => {
      if (inner.kind === 'ref') for (const key of bracketKeys(inner)) this.assigned(key, false);
      return true;
    });
  }

  /** Collects assigned and used variables of an assignment, a pattern, or the value of a rule. */
  all(term: Term, declares: boolean): void {
    if (term.kind === 'binary' && isAssignment(term)) {
      this.assigned(term.left, term.operator === ':=');
      this.assigned(term.right, false);
    } else {
      this.assigned(term, declares);
    }
    this.used(term);
  }

  query(query: Query, outputs: readonly Term[], functions: FunctionArities): void {
    for (const statement of query.statements) {
      for (const { value } of statement.with) this.used(value);
      if (statement.kind === 'some') {
        for (const name of statement.names) this.scope.locals.set(name.name, name);
      } else if (statement.kind === 'some in') {
        if (statement.key !== undefined) this.all(statement.key, true);
        this.all(statement.value, true);
        this.used(statement.collection);
      } else if (statement.kind === 'every') {
        this.used(statement.collection);
      } else if (isAssignment(statement.term)) {
        this.all(statement.term, false);
      } else {
        this.used(statement.term);
        const output = functions.outputArgument(statement.term);
        if (output !== undefined) this.all(output, false);
      }
    }
    for (const output of outputs) this.all(output, false);
    for (const name of this.scope.locals.keys()) {
      this.scope.inputs.delete(name);
      this.scope.unscoped.delete(name);
    }
  }
}
