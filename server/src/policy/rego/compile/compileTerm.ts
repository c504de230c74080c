/** Compiles terms to expressions. Resolves names and hoists loops. */
import type { Span } from '#server/engine/text/span.ts';
import { isComprehension, outputsOf } from './analyzeQuery.ts';
import type { CallTerm, Query, Ref, RefPart, Scalar, Term, Variable } from '../syntax/ast.ts';
import type { AnalyzedQuery } from './analyzeQuery.ts';
import { CompileScope } from './compileScope.ts';
import type { FunctionArities } from './functionArity.ts';
import { EvaluationStop } from '../evaluate/limits.ts';
import { negate, parseNumber } from '../values/numbers.ts';
import { createPattern, hasUnbound } from './compilePattern.ts';
import type { CallResult, CompiledQuery, CompiledExpression, Loop, Output, Slot } from './program.ts';
import { planAssignment } from './compileAssignment.ts';
import { isLiteralCollection } from '../syntax/literals.ts';
import type { RegoValue } from '../values/values.ts';

/** The data of a module that its terms need. */
export interface ModuleNames {
  readonly source: number;
  readonly packagePath: readonly string[];
  /** First part of the name of each rule in the package. */
  readonly rules: ReadonlySet<string>;
  /** Imported paths such as `['data', 'lib']` or `['input', 'a']`, by their local name. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
  readonly functions: FunctionArities;
}

const bare = ({ start, end }: Span): Span => ({ start, end });

/** Returns the value of a literal. Returns undefined for a number that is out of range. */
export const scalarValue = ({ value }: Scalar): RegoValue | undefined =>
  typeof value === 'object' && value !== null ? parseNumber(value.number) : value;

/**
 * Compiled lists, sets, and objects of literals, which are the same in each scope. The rules that read the data of
 * genpolicy are compiled with it several times.
 */
const compiledLiterals = new WeakMap<Term, CompiledExpression>();

/** Compiles terms of one module. */
export abstract class TermCompiler {
  readonly names: ModuleNames;
  protected readonly queries: ReadonlyMap<Query, AnalyzedQuery>;
  /** Slots of the current loop elements, by the part of the reference. */
  private readonly loopSlots = new Map<RefPart, Slot>();

  constructor(names: ModuleNames, queries: ReadonlyMap<Query, AnalyzedQuery>) {
    this.names = names;
    this.queries = queries;
  }

  abstract query(query: Query | undefined, scope: CompileScope, span: Span): CompiledQuery;

  stop(message: string, span: Span): EvaluationStop {
    return new EvaluationStop(message, bare(span), this.names.source);
  }

  /** Adds the loops that a term needs in evaluation order, and binds their keys. */
  hoist(term: Term, scope: CompileScope, loops: Loop[]): void {
    if (isLiteralCollection(term)) return;
    switch (term.kind) {
      case 'array':
      case 'set':
        for (const item of term.items) this.hoist(item, scope, loops);
        return;
      case 'object':
        for (const { key, value } of term.entries) {
          this.hoist(key, scope, loops);
          this.hoist(value, scope, loops);
        }
        return;
      case 'call':
        for (const argument of term.arguments) this.hoist(argument, scope, loops);
        return;
      case 'unary':
        this.hoist(term.operand, scope, loops);
        return;
      case 'binary':
        this.hoist(term.left, scope, loops);
        this.hoist(term.right, scope, loops);
        return;
      case 'membership':
        for (const inner of [term.key, term.value, term.collection])
          if (inner !== undefined) this.hoist(inner, scope, loops);
        return;
      case 'ref':
        this.hoistRef(term, scope, loops);
        return;
      default:
        return;
    }
  }

  private hoistRef(ref: Ref, scope: CompileScope, loops: Loop[]): void {
    this.hoist(ref.base, scope, loops);
    for (const [index, part] of ref.path.entries()) {
      if (part.dotted) continue;
      this.hoist(part.key, scope, loops);
      if (!hasUnbound(part.key, scope)) {
        // The same term can be a loop in another body of the rule.
        this.loopSlots.delete(part);
        continue;
      }
      const collection = this.ref(ref, index, scope);
      const slot = scope.slots.next();
      loops.push({ ...bare(part), collection, key: createPattern(part.key, scope, this), slot });
      this.loopSlots.set(part, slot);
    }
  }

  term(term: Term, scope: CompileScope): CompiledExpression {
    if (!isLiteralCollection(term)) return this.termInScope(term, scope);
    const known = compiledLiterals.get(term) ?? this.termInScope(term, scope);
    compiledLiterals.set(term, known);
    return known;
  }

  private termInScope(term: Term, scope: CompileScope): CompiledExpression {
    const span = bare(term);
    switch (term.kind) {
      case 'scalar': {
        const value = scalarValue(term);
        if (value === undefined) throw this.stop('a number is out of range', term);
        return { ...span, kind: 'constant', value };
      }
      case 'variable':
        return this.variable(term, scope);
      case 'ref':
        return this.ref(term, term.path.length, scope);
      case 'array':
      case 'set':
        return { ...span, kind: term.kind, items: term.items.map((item) => this.term(item, scope)) };
      case 'object':
        return {
          ...span,
          kind: 'object',
          entries: term.entries.map(({ key, value }) => ({
            key: this.term(key, scope),
            value: this.term(value, scope),
          })),
        };
      case 'call':
        return this.call(term, term.arguments, undefined, scope);
      case 'unary':
        return this.minus(term.operand, span);
      case 'binary':
        return this.binary(term, scope);
      case 'membership':
        return {
          ...span,
          kind: 'membership',
          key: term.key === undefined ? undefined : this.term(term.key, scope),
          value: this.term(term.value, scope),
          collection: this.term(term.collection, scope),
        };
      case 'broken':
        throw this.stop('a term is missing here', term);
      default:
        return this.comprehension(term, scope);
    }
  }

  private comprehension(term: Term, scope: CompileScope): CompiledExpression {
    if (!isComprehension(term)) throw this.stop('a term is missing here', term);
    const inner = CompileScope.forQuery(scope.slots, scope, this.queries.get(term.query));
    const query = this.query(term.query, inner, term);
    const outputs = outputsOf(term);
    const makes = term.kind === 'array comprehension' ? 'array' : term.kind === 'set comprehension' ? 'set' : 'object';
    return {
      ...bare(term),
      kind: 'comprehension',
      makes,
      query,
      output: this.output(outputs.length > 1 ? outputs[0] : undefined, outputs.at(-1), inner),
    };
  }

  /**
   * Compiles the key and value that each solution of a query outputs. The query must already be compiled in this scope.
   */
  output(key: Term | undefined, value: Term | undefined, scope: CompileScope): Output {
    const loops: Loop[] = [];
    if (key !== undefined) this.hoist(key, scope, loops);
    if (value !== undefined) this.hoist(value, scope, loops);
    return {
      loops,
      key: key === undefined ? undefined : this.term(key, scope),
      value: value === undefined ? undefined : this.term(value, scope),
    };
  }

  /** Compiles a call, including the use of its result if it has an output argument. */
  call(
    call: CallTerm,
    terms: readonly Term[],
    result: CallResult | undefined,
    scope: CompileScope,
  ): CompiledExpression {
    const callee = this.names.functions.resolve(call.callee);
    return {
      ...bare(call),
      kind: 'call',
      callee,
      arguments: terms.map((term) => this.term(term, scope)),
      at: { start: call.callee.end, end: call.end },
      result,
    };
  }

  private minus(operand: Term, span: Span): CompiledExpression {
    const value = operand.kind === 'scalar' ? scalarValue(operand) : undefined;
    const written =
      operand.kind === 'scalar' && typeof operand.value === 'object' && operand.value !== null
        ? operand.value.number
        : '-';
    if ((typeof value !== 'bigint' && typeof value !== 'number') || written.startsWith('-')) {
      return { ...span, kind: 'unsafe', message: 'unary - can only be used with numeric literals' };
    }
    return { ...span, kind: 'constant', value: negate(value) };
  }

  private binary(term: Extract<Term, { kind: 'binary' }>, scope: CompileScope): CompiledExpression {
    const { operator } = term;
    if (operator === '=' || operator === ':=')
      return { ...bare(term), kind: 'assign', pairs: planAssignment(term, scope, this) };
    const sides = { ...bare(term), left: this.term(term.left, scope), right: this.term(term.right, scope) };
    switch (operator) {
      case '+':
      case '-':
      case '*':
      case '/':
      case '%':
        return { ...sides, kind: 'arithmetic', operator };
      case '&':
      case '|':
        return { ...sides, kind: 'sets', operator };
      default:
        return { ...sides, kind: 'compare', operator };
    }
  }

  private variable(variable: Variable, scope: CompileScope): CompiledExpression {
    const span = bare(variable);
    const unsafe: CompiledExpression = {
      ...span,
      kind: 'unsafe',
      message: `use of undefined variable \`${variable.name}\` is unsafe`,
    };
    if (variable.name === '_') return unsafe;
    const found = scope.find(variable.name);
    if (found?.kind === 'bound' || (found !== undefined && scope.isDeclared(variable.name)))
      return { ...span, kind: 'slot', slot: found.slot };
    if (found !== undefined) return unsafe;
    if (variable.name === 'input') return { ...span, kind: 'input' };
    if (variable.name === 'data') return { ...span, kind: 'document', path: [], written: 'data' };
    const { packagePath, rules, imports } = this.names;
    if (rules.has(variable.name))
      return { ...span, kind: 'document', path: [...packagePath, variable.name], written: 'name' };
    const [root, ...path] = imports.get(variable.name) ?? [];
    if (root === 'data') return { ...span, kind: 'document', path, written: 'data' };
    if (root !== 'input') return unsafe;
    let expression: CompiledExpression = { ...span, kind: 'input' };
    for (const key of path)
      expression = {
        ...span,
        kind: 'lookup',
        base: expression,
        key: { ...span, kind: 'constant', value: key },
        rootedInData: false,
      };
    return expression;
  }

  /**
   * Compiles the first `length` parts of a reference. Starts at the slot of the last loop in them, which already
   * contains the value of all parts before it.
   */
  private ref(ref: Ref, length: number, scope: CompileScope): CompiledExpression {
    const loop = ref.path.findLastIndex((part, index) => index < length && this.loopSlots.has(part));
    const at = ref.path[loop];
    const slot = at === undefined ? undefined : this.loopSlots.get(at);
    const rootedInData = ref.base.kind === 'variable' && ref.base.name === 'data' && scope.find('data') === undefined;
    let expression: CompiledExpression =
      slot === undefined ? this.term(ref.base, scope) : { ...bare(ref), kind: 'slot', slot };
    for (const part of ref.path.slice(loop + 1, length)) {
      const span = { start: ref.start, end: part.end };
      const { key } = part;
      if (expression.kind === 'document' && key.kind === 'scalar' && typeof key.value === 'string') {
        expression = { ...span, kind: 'document', path: [...expression.path, key.value], written: expression.written };
      } else {
        expression = {
          ...span,
          kind: 'lookup',
          base: expression,
          key: this.term(key, scope),
          rootedInData: rootedInData && loop < 0,
        };
      }
    }
    return expression;
  }
}
