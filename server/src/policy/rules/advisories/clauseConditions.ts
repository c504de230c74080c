/** Lists the terms that a clause evaluates, with the variables that they can use. */
import type { Query, Statement, Term } from '../../rego/syntax/ast.ts';
import { originKey, type ValueOrigin } from './valueOrigin.ts';
import type { RuleClause } from './ruleClauses.ts';
import { calleeName, type TermReader } from './termReader.ts';
import { createParameterScope, createQueryScope, toAssignment, type VariableScope } from './variableScope.ts';

/** A use of a rule, with the origins of the arguments. */
export interface OriginUse {
  readonly name: string;
  readonly origins: readonly (ValueOrigin | undefined)[];
  /** Equal for uses with the same name and origins. */
  readonly key: string;
}

/** Returns the use of a rule. */
export function createOriginUse(name: string, origins: readonly (ValueOrigin | undefined)[]): OriginUse {
  return { name, origins, key: [name, ...origins.map(originKey)].join(' ') };
}

/** A term outside `print(...)`. */
export interface Condition {
  readonly term: Term;
  readonly scope: VariableScope;
  /** Origin of the value, if it is known. */
  readonly origin: ValueOrigin | undefined;
  /** The rule of the policy that the term uses. */
  readonly use: OriginUse | undefined;
  /** True if the clause requires that the term is false or undefined. */
  readonly isNegated: boolean;
  /** True if the term selects the elements of a set, a list, or an object, and isn't required itself. */
  readonly isSelection: boolean;
}

/** A clause with the origins of its arguments. */
export interface ClauseContext {
  readonly clause: RuleClause;
  readonly origins: readonly (ValueOrigin | undefined)[];
  readonly conditions: readonly Condition[];
}

/** Functions that only write a log. */
const isLog = (name: string): boolean => name === 'print' || name === 'trace';

/** Returns a clause with its conditions. */
export function createClauseContext(
  reader: TermReader,
  clause: RuleClause,
  origins: readonly (ValueOrigin | undefined)[],
): ClauseContext {
  const collector = new ConditionCollector(reader);
  const parameters = createParameterScope(clause.parameters, origins);
  for (const query of clause.failed) collector.addQuery(query, parameters, true, false);
  const scope = clause.query === undefined ? parameters : collector.addQuery(clause.query, parameters, false, false);
  if (clause.value !== undefined) collector.addTerm(clause.value, scope, false, false);
  return { clause, origins, conditions: collector.conditions };
}

class ConditionCollector {
  readonly conditions: Condition[] = [];
  readonly #reader: TermReader;

  constructor(reader: TermReader) {
    this.#reader = reader;
  }

  addQuery(
    query: Query,
    outer: VariableScope,
    isNegated: boolean,
    isSelection: boolean,
    every?: Extract<Statement, { kind: 'every' }>,
  ): VariableScope {
    const scope = createQueryScope(query, outer, (name) => this.#reader.rules.has(name), every);
    for (const statement of query.statements) this.#addStatement(statement, scope, isNegated, isSelection);
    return scope;
  }

  #addStatement(statement: Statement, scope: VariableScope, outer: boolean, isSelection: boolean): void {
    for (const { value } of statement.with) this.addTerm(value, scope, outer, isSelection);
    switch (statement.kind) {
      case 'expression':
        this.addTerm(statement.term, scope, (statement.not !== undefined) !== outer, isSelection);
        return;
      case 'some in':
        for (const term of [statement.key, statement.value, statement.collection])
          if (term !== undefined) this.addTerm(term, scope, outer, isSelection);
        return;
      case 'every':
        this.addTerm(statement.collection, scope, outer, isSelection);
        this.addQuery(statement.query, scope, outer, isSelection, statement);
        return;
      default:
    }
  }

  addTerm(term: Term, scope: VariableScope, isNegated: boolean, isSelection: boolean): void {
    if (term.kind === 'call' && isLog(calleeName(term))) return;
    // A constant isn't a test.
    if (term.kind === 'scalar') return;
    const origin = this.#reader.originOf(term, scope);
    const rule = this.#reader.ruleOf(term, scope);
    const use =
      rule &&
      createOriginUse(
        rule.name,
        rule.arguments.map((argument) => this.#reader.originOf(argument, scope)),
      );
    this.conditions.push({ term, scope, origin, use, isNegated, isSelection });
    const add = (...terms: readonly (Term | undefined)[]): void => {
      for (const one of terms) if (one !== undefined) this.addTerm(one, scope, isNegated, isSelection);
    };
    switch (term.kind) {
      case 'ref':
        add(term.base, ...term.path.map(({ key }) => key));
        return;
      case 'call':
        add(...term.arguments);
        return;
      case 'array':
      case 'set':
        add(...term.items);
        return;
      case 'object':
        for (const { key, value } of term.entries) add(key, value);
        return;
      case 'array comprehension':
      case 'set comprehension':
      case 'object comprehension':
        this.#addComprehension(term, scope, isNegated);
        return;
      case 'unary':
        add(term.operand);
        return;
      case 'binary':
        add(term.left, term.right);
        return;
      case 'membership':
        add(term.key, term.value, term.collection);
        return;
      default:
    }
  }

  #addComprehension(
    term: Extract<Term, { kind: 'array comprehension' | 'set comprehension' | 'object comprehension' }>,
    outer: VariableScope,
    isNegated: boolean,
  ): void {
    const scope = this.addQuery(term.query, outer, isNegated, true);
    this.addTerm(term.item, scope, isNegated, true);
    if (term.kind === 'object comprehension') this.addTerm(term.key, scope, isNegated, true);
  }
}

/** Returns whether a term gives a variable its value, so that it doesn't compare anything. */
export function isDefinition({ term, scope }: Pick<Condition, 'term' | 'scope'>): boolean {
  const assigned = toAssignment(term);
  if (assigned === undefined) return false;
  const meaning = scope.find(assigned.variable.name);
  return meaning?.kind === 'alias' && meaning.term === assigned.term;
}
