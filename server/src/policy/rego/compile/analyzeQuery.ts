/** Orders the statements of queries and finds variables that are never bound. */
import type { Span } from '#server/engine/text/span.ts';
import type { Query, Statement, Term, Variable } from '../syntax/ast.ts';
import type { FunctionArities } from './functionArity.ts';
import { EvaluationStop } from '../evaluate/limits.ts';
import { schedule, type Definition } from './schedule.ts';
import {
  bracketKeys,
  VariableCollector,
  isAssignment,
  isDocument,
  isOwn,
  newScope,
  listPatternVariables,
  visitTerm,
  visitUses,
  type LineOf,
  type Scope,
} from '../syntax/scopes.ts';

/** The analysis of a query before compilation. */
export interface AnalyzedQuery {
  readonly scope: Scope;
  /** Variables declared by `some x`. They are unbound but known. */
  readonly declared: ReadonlySet<string>;
  readonly order: readonly number[];
}

/**
 * Maximum number of statements in a query. The policy engine counts them in 16 bits, and real policies have far fewer.
 */
const maximalStatements = 10_000;

type Comprehension = Extract<Term, { kind: 'array comprehension' | 'set comprehension' | 'object comprehension' }>;

/** Returns the outputs of a comprehension: its item, preceded by its key if it has one. */
export const outputsOf = (term: Comprehension): readonly Term[] =>
  term.kind === 'object comprehension' ? [term.key, term.item] : [term.item];

export const isComprehension = (term: Term): term is Comprehension => term.kind.endsWith('comprehension');

/** The variables and comprehensions that a term uses. */
interface Uses {
  readonly names: string[];
  readonly comprehensions: Set<Comprehension>;
}

/** The state while a query is analyzed. */
interface Frame {
  readonly scope: Scope;
  readonly firstUse: Map<string, Span>;
}

/** Analyzes the queries of one module. */
export class QueryAnalyzer {
  readonly queries = new Map<Query, AnalyzedQuery>();
  private readonly functions: FunctionArities;
  private readonly lineOf: LineOf;
  private readonly source: number;

  constructor(functions: FunctionArities, lineOf: LineOf, source: number) {
    this.functions = functions;
    this.lineOf = lineOf;
    this.source = source;
  }

  /** Analyzes a query and its outputs. */
  analyze(query: Query, outputs: readonly Term[], around: readonly Scope[]): AnalyzedQuery {
    if (query.statements.length > maximalStatements)
      throw new EvaluationStop(`a query has more than ${maximalStatements} statements`, query, this.source, true);
    const scope = newScope();
    new VariableCollector(around, scope, this.lineOf).query(query, outputs, this.functions);
    const frame: Frame = { scope, firstUse: new Map() };
    const inner = [...around, scope];
    const declared = new Set<string>();
    const statements = query.statements.map((statement) => {
      if (statement.kind === 'some') for (const { name } of statement.names) declared.add(name);
      const definitions = this.statement(statement, frame, inner);
      return definitions.length === 0 ? [{ name: '', uses: [] }] : definitions;
    });
    const analyzed = { scope, declared, order: schedule(statements) };
    this.queries.set(query, analyzed);
    this.terms(outputs, inner);
    return analyzed;
  }

  /** Analyzes the comprehensions in terms that aren't part of a query or its outputs. */
  terms(terms: readonly Term[], around: readonly Scope[]): void {
    for (const term of terms) {
      visitUses(term, (inner) => {
        if (isComprehension(inner) && !this.queries.has(inner.query))
          this.analyze(inner.query, outputsOf(inner), around);
        return true;
      });
    }
  }

  private statement(statement: Statement, frame: Frame, inner: readonly Scope[]): Definition[] {
    const definitions: Definition[] = [];
    const modifiers = statement.with.flatMap(({ value }) => this.uses(value, frame, inner, definitions));
    switch (statement.kind) {
      case 'some':
        for (const name of statement.names) this.checkFirstUse(name, frame);
        break;
      case 'some in': {
        const patterns = [...(statement.key === undefined ? [] : [statement.key]), statement.value];
        const uses = [...this.uses(statement.collection, frame, inner, definitions), ...modifiers];
        const [own, others] = splitPatterns(patterns, frame.scope);
        for (const name of own) definitions.push({ name, uses });
        definitions.push({ name: '', uses: others.flatMap((term) => this.uses(term, frame, inner, [])) });
        break;
      }
      case 'every': {
        definitions.push({
          name: '',
          uses: [...this.uses(statement.collection, frame, inner, definitions), ...modifiers],
        });
        const item = newScope();
        for (const variable of [statement.key, statement.value])
          if (variable !== undefined) item.locals.set(variable.name, variable);
        this.analyze(statement.query, [], [...inner, item]);
        // The policy engine ignores what the inner query uses. Without these uses, `every` could run before the
        // variables that it needs are bound.
        const needed = [...(this.queries.get(statement.query)?.scope.inputs ?? [])].filter(
          (name) => isOwn(frame.scope, name) && !item.locals.has(name),
        );
        definitions.push({ name: '', uses: needed });
        break;
      }
      default:
        this.expression(statement.term, modifiers, frame, inner, definitions);
    }
    return definitions;
  }

  private expression(
    term: Term,
    modifiers: readonly string[],
    frame: Frame,
    inner: readonly Scope[],
    definitions: Definition[],
  ): void {
    if (term.kind === 'binary' && isAssignment(term)) {
      this.assignment(term.left, term.right, term.operator === ':=', modifiers, frame, inner, definitions);
      return;
    }
    const output = this.functions.outputArgument(term);
    const assigned = new Set(
      output === undefined
        ? []
        : listPatternVariables(output)
            .map(({ name }) => name)
            .filter((name) => frame.scope.unscoped.has(name)),
    );
    const uses = [...this.uses(term, frame, inner, definitions, assigned), ...modifiers];
    if (assigned.size === 0) definitions.push({ name: '', uses });
    for (const name of assigned) definitions.push({ name, uses });
  }

  private assignment(
    left: Term,
    right: Term,
    declares: boolean,
    modifiers: readonly string[],
    frame: Frame,
    inner: readonly Scope[],
    definitions: Definition[],
  ): void {
    if (left.kind === 'array' && right.kind === 'array') {
      if (left.items.length !== right.items.length)
        throw new EvaluationStop('mismatch in number of array elements', right, this.source);
      for (const [index, item] of left.items.entries()) {
        const other = right.items[index];
        if (other !== undefined) this.assignment(item, other, declares, modifiers, frame, inner, definitions);
      }
      return;
    }
    const oneWay = (target: Term, value: Term, checks: boolean): void => {
      const uses = [...this.uses(value, frame, inner, definitions), ...modifiers];
      const assigned = this.assigned(target, checks, frame);
      for (const name of assigned) definitions.push({ name, uses: uses.filter((used) => used !== name) });
      if (assigned.length === 0) definitions.push({ name: '', uses });
    };
    oneWay(left, right, declares);
    oneWay(right, left, false);
  }

  private assigned(target: Term, checks: boolean, frame: Frame): readonly string[] {
    return listPatternVariables(target)
      .filter(({ name }) => isOwn(frame.scope, name))
      .map((variable) => {
        if (checks && frame.scope.locals.has(variable.name)) this.checkFirstUse(variable, frame);
        return variable.name;
      });
  }

  private checkFirstUse(variable: Variable, { firstUse }: Frame): void {
    const used = firstUse.get(variable.name);
    if (used !== undefined && used.start < variable.start)
      throw new EvaluationStop(`var \`${variable.name}\` used before definition below`, used, this.source);
  }

  /**
   * Returns the variables of the query that a term uses, including those in comprehensions. Adds a definition for each
   * variable that a loop binds as a key, such as `i` in `xs[i]`.
   */
  private uses(
    term: Term,
    frame: Frame,
    inner: readonly Scope[],
    definitions: Definition[],
    assigned: ReadonlySet<string> = new Set(),
  ): readonly string[] {
    const uses: Uses = { names: [], comprehensions: new Set() };
    this.gather(term, frame, definitions, assigned, uses);
    for (const comprehension of uses.comprehensions) {
      if (!this.queries.has(comprehension.query)) this.analyze(comprehension.query, outputsOf(comprehension), inner);
      for (const name of this.queries.get(comprehension.query)?.scope.inputs ?? []) {
        if (isOwn(frame.scope, name)) {
          if (!frame.firstUse.has(name)) frame.firstUse.set(name, comprehension);
          uses.names.push(name);
        } else {
          frame.scope.inputs.add(name);
        }
      }
    }
    return uses.names;
  }

  private gather(term: Term, frame: Frame, definitions: Definition[], assigned: ReadonlySet<string>, uses: Uses): void {
    visitUses(term, (inner) => {
      if (isComprehension(inner)) {
        uses.comprehensions.add(inner);
        return false;
      }
      if (inner.kind === 'variable') {
        this.variable(inner, frame, assigned, uses);
        return false;
      }
      if (inner.kind !== 'ref') return true;
      const below: Uses = { names: [], comprehensions: uses.comprehensions };
      this.gather(inner.base, frame, definitions, assigned, below);
      for (const key of bracketKeys(inner)) {
        const before = [...below.names];
        for (const { name } of listPatternVariables(key)) {
          if (!isOwn(frame.scope, name)) continue;
          definitions.push({ name, uses: before });
          below.names.push(name);
        }
        this.gather(key, frame, definitions, assigned, below);
      }
      uses.names.push(...below.names);
      return false;
    });
  }

  private variable(variable: Variable, { scope, firstUse }: Frame, assigned: ReadonlySet<string>, uses: Uses): void {
    const { name } = variable;
    if (name === '_' || (isDocument(name) && !isOwn(scope, name))) return;
    if (isOwn(scope, name)) {
      if (assigned.has(name)) return;
      uses.names.push(name);
      if (!firstUse.has(name)) firstUse.set(name, variable);
    } else if (!scope.inputs.has(name)) {
      throw new EvaluationStop(`use of undefined variable \`${name}\` is unsafe`, variable, this.source);
    }
  }
}

/** Returns the variables that patterns of `some ... in` bind, and the terms in them that are compared. */
const splitPatterns = (
  patterns: readonly Term[],
  scope: Scope,
): readonly [own: readonly string[], others: readonly Term[]] => {
  const own: string[] = [];
  const others: Term[] = [];
  for (const pattern of patterns) {
    visitTerm(pattern, (inner) => {
      if (inner.kind === 'array' || inner.kind === 'object') return true;
      if (inner.kind === 'variable' && scope.locals.has(inner.name)) own.push(inner.name);
      else others.push(inner);
      return false;
    });
  }
  return [own, others];
};
