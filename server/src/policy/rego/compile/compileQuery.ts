/** Compiles queries and their statements in evaluation order. */
import type { Span } from '#server/engine/text/span.ts';
import type { EveryStatement, Query, SomeInStatement, Statement, Term, WithModifier } from '../syntax/ast.ts';
import { structureMismatch } from './compileAssignment.ts';
import { checkNew, createPattern } from './compilePattern.ts';
import { CompileScope } from './compileScope.ts';
import { TermCompiler } from './compileTerm.ts';
import { getRefNames, getFunctionKey, type Callee } from './functionArity.ts';
import type {
  CallResult,
  CompiledQuery,
  CompiledStatement,
  CompiledCondition,
  CompiledExpression,
  Loop,
  With,
  WithTarget,
} from './program.ts';

const bare = ({ start, end }: Span): Span => ({ start, end });

/** Returns the key of a function for `with` replacements. Returns undefined for an unknown function. */
export const calleeKey = (callee: Callee): string | undefined => {
  if (callee.kind === 'user') return `user ${getFunctionKey(callee.path)}`;
  if (callee.kind === 'print') return 'built-in print';
  return callee.kind === 'built-in' ? `built-in ${callee.name}` : undefined;
};

export class QueryCompiler extends TermCompiler {
  query(query: Query | undefined, scope: CompileScope, span: Span): CompiledQuery {
    const order = query === undefined ? [] : (this.queries.get(query)?.order ?? query.statements.keys());
    const statements: CompiledStatement[] = [];
    for (const index of order) {
      const statement = query?.statements[index];
      if (statement !== undefined) statements.push(this.statement(statement, scope));
    }
    return { ...bare(query ?? span), statements, slots: [...scope.names.values()], names: scope.names };
  }

  private statement(statement: Statement, scope: CompileScope): CompiledStatement {
    const withLoops: Loop[] = [];
    for (const { value } of statement.with) this.hoist(value, scope, withLoops);
    const modifiers = statement.with.map((modifier) => this.modifier(modifier, scope));
    const loops: Loop[] = [];
    const condition = this.condition(statement, scope, loops);
    return { ...bare(statement), withLoops, with: modifiers, loops, condition };
  }

  private condition(statement: Statement, scope: CompileScope, loops: Loop[]): CompiledCondition {
    switch (statement.kind) {
      case 'some':
        return { kind: 'nothing' };
      case 'some in':
        return this.someIn(statement, scope, loops);
      case 'every':
        return this.every(statement, scope, loops);
      default:
        return {
          kind: 'holds',
          negated: statement.not !== undefined,
          expression: this.expression(statement.term, statement.not !== undefined, scope, loops),
        };
    }
  }

  private expression(term: Term, negated: boolean, scope: CompileScope, loops: Loop[]): CompiledExpression {
    const output = this.names.functions.outputArgument(term);
    if (output === undefined || term.kind !== 'call') {
      this.hoist(term, scope, loops);
      return this.term(term, scope);
    }
    const inputs = term.arguments.slice(0, -1);
    for (const argument of inputs) this.hoist(argument, scope, loops);
    const result: CallResult = negated
      ? { kind: 'compare', with: this.term(output, scope) }
      : { kind: 'bind', pattern: createPattern(output, scope, this) };
    return this.call(term, inputs, result, scope);
  }

  private someIn({ key, value, collection }: SomeInStatement, scope: CompileScope, loops: Loop[]): CompiledCondition {
    this.hoist(collection, scope, loops);
    const compiled = this.term(collection, scope);
    for (const pattern of [key, value]) if (pattern !== undefined) checkNew(pattern, scope, this);
    if (collection.kind === 'array') {
      const found = collection.items.map((item) => structureMismatch(value, item));
      const [first] = found;
      if (first !== undefined && found.every((result) => typeof result === 'object') && typeof first === 'object')
        throw this.stop(first.message, first.span);
    }
    for (const pattern of [key, value]) if (pattern !== undefined) this.hoist(pattern, scope, []);
    const keyPattern = key === undefined ? undefined : createPattern(key, scope, this);
    return { kind: 'some in', key: keyPattern, value: createPattern(value, scope, this), collection: compiled };
  }

  private every(
    { key, value, collection, query }: EveryStatement,
    scope: CompileScope,
    loops: Loop[],
  ): CompiledCondition {
    this.hoist(collection, scope, loops);
    const compiled = this.term(collection, scope);
    const item = new CompileScope(scope.slots, scope);
    const slotOf = (name: string | undefined): number | undefined => {
      if (name === undefined || name === '_') return undefined;
      const slot = item.own(name);
      item.bind(name);
      return slot;
    };
    const [keySlot, valueSlot] = [slotOf(key?.name), slotOf(value.name)];
    const inner = CompileScope.forQuery(scope.slots, item, this.queries.get(query));
    return {
      kind: 'every',
      key: keySlot,
      value: valueSlot,
      collection: compiled,
      query: this.query(query, inner, query),
    };
  }

  private modifier({ start, end, target, value }: WithModifier, scope: CompileScope): With {
    const span = { start, end };
    const compiledTarget = this.target(target);
    if (compiledTarget.kind !== 'function')
      return { ...span, target: compiledTarget, value: this.term(value, scope), replacement: undefined };
    const isName = value.kind === 'variable' || value.kind === 'ref';
    const isLocal = value.kind === 'variable' && scope.find(value.name) !== undefined;
    const callee = isName && !isLocal ? this.names.functions.resolve(value) : undefined;
    const replacement = callee === undefined || callee.kind === 'unknown' ? undefined : callee;
    // The name of a function has no value.
    const undefinedValue: CompiledExpression = { ...bare(value), kind: 'set', items: [] };
    return {
      ...span,
      target: compiledTarget,
      value: replacement === undefined ? this.term(value, scope) : undefinedValue,
      replacement,
    };
  }

  private target(term: Term): WithTarget {
    const names = term.kind === 'variable' || term.kind === 'ref' ? getRefNames(term) : undefined;
    if (names === undefined || (term.kind !== 'variable' && term.kind !== 'ref'))
      return { kind: 'invalid', message: 'not a valid target for with modifier' };
    const key = calleeKey(this.names.functions.resolve(term));
    if (key !== undefined) return { kind: 'function', key };
    const [first = '', ...rest] = names;
    const [root, ...path] =
      first === 'input' || first === 'data' ? names : [...(this.names.imports.get(first) ?? [first]), ...rest];
    if (root === 'input') return { kind: 'input', path };
    if (root === 'data' && path.length > 0) return { kind: 'data', path };
    return { kind: 'invalid', message: root === 'data' ? 'not a valid target for with modifier' : 'undefined rule' };
  }
}
