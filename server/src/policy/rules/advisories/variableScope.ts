/** Determines the values of the variables of a rule, independently of the order of the expressions. */
import type { Query, Statement, Term, Variable } from '../../rego/syntax/ast.ts';
import type { ValueOrigin } from './valueOrigin.ts';

/** Meaning of a variable. */
type Meaning =
  /** A parameter, with the origin of the argument if it is known. */
  | { readonly kind: 'parameter'; readonly origin: ValueOrigin | undefined }
  /** The same value as a term. */
  | { readonly kind: 'alias'; readonly term: Term; readonly scope: VariableScope }
  /** An element of a list. */
  | { readonly kind: 'element'; readonly list: Term; readonly id: string; readonly scope: VariableScope }
  /** Another variable, such as an index. */
  | { readonly kind: 'other'; readonly id: string };

/** Variables of a query and of the queries around it. */
export interface VariableScope {
  readonly find: (name: string) => Meaning | undefined;
  /** Identifies the scope by its place in the text. */
  readonly id: string;
}

/** Returns a scope with the parameters of a function. */
export function createParameterScope(
  parameters: readonly Term[],
  origins: readonly (ValueOrigin | undefined)[],
): VariableScope {
  const meanings = new Map<string, Meaning>();
  for (const [index, parameter] of parameters.entries())
    if (parameter.kind === 'variable' && parameter.name !== '_')
      meanings.set(parameter.name, { kind: 'parameter', origin: origins[index] });
  return { find: (name) => meanings.get(name), id: 'parameters' };
}

/**
 * Returns the scope of a query.
 * @param isRule returns whether a name belongs to a rule, to which `=` assigns no value
 */
export function createQueryScope(
  query: Query,
  outer: VariableScope,
  isRule: (name: string) => boolean,
  every?: Extract<Statement, { kind: 'every' }>,
): VariableScope {
  const meanings = new Map<string, Meaning>();
  const scope: VariableScope = {
    find: (name) => meanings.get(name) ?? outer.find(name),
    id: String(query.start),
  };
  const addElement = (key: Term | undefined, value: Term, list: Term, at: VariableScope): void => {
    const isNamed = key?.kind === 'variable' && key.name !== '_';
    const id = isNamed ? `${key.name}@${scope.id}` : String(value.start);
    if (isNamed) meanings.set(key.name, { kind: 'other', id });
    if (value.kind === 'variable') meanings.set(value.name, { kind: 'element', list, id, scope: at });
  };
  if (every !== undefined) addElement(every.key, every.value, every.collection, outer);
  for (const statement of query.statements) {
    if (statement.kind === 'some')
      for (const { name } of statement.names) meanings.set(name, { kind: 'other', id: `${name}@${scope.id}` });
    else if (statement.kind === 'some in') addElement(statement.key, statement.value, statement.collection, scope);
  }
  for (const statement of query.statements) {
    const assigned = findAssignment(statement);
    if (assigned === undefined) continue;
    const { variable, term, isDeclaration } = assigned;
    const known = scope.find(variable.name);
    const isFree = known === undefined ? !isRule(variable.name) : known.kind === 'other';
    if (isDeclaration || isFree) meanings.set(variable.name, { kind: 'alias', term, scope });
  }
  return scope;
}

/** An expression that assigns a value to a variable, or can do so. */
export interface Assignment {
  readonly variable: Variable;
  readonly term: Term;
  /** True for `:=`. */
  readonly isDeclaration: boolean;
}

/** Returns the assignment in a statement. `=` assigns only if the variable has no value yet. */
function findAssignment(statement: Statement): Assignment | undefined {
  return statement.kind !== 'expression' || statement.not !== undefined ? undefined : toAssignment(statement.term);
}

/** Returns the assignment in a term. */
export function toAssignment(term: Term): Assignment | undefined {
  if (term.kind !== 'binary' || (term.operator !== ':=' && term.operator !== '=')) return undefined;
  const { left, right } = term;
  const isDeclaration = term.operator === ':=';
  if (left.kind === 'variable' && left.name !== '_' && left.name !== 'input')
    return { variable: left, term: right, isDeclaration };
  if (!isDeclaration && right.kind === 'variable' && right.name !== '_' && right.name !== 'input')
    return { variable: right, term: left, isDeclaration };
  return undefined;
}
