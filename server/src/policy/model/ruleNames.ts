/** Resolves the names in one rule according to the scopes of the policy engine. */
import type { CallTerm, Query, Ref, RegoRule, RuleBody, Statement, Term, Variable } from '../rego/syntax/ast.ts';
import { isComprehension, outputsOf } from '../rego/compile/analyzeQuery.ts';
import { getHeadForm } from '../rego/compile/compileRule.ts';
import { getRefNames } from '../rego/compile/functionArity.ts';
import {
  VariableCollector,
  isAssignment,
  isDocument,
  newScope,
  listPatternVariables,
  visitTerm,
  visitUses,
  type Scope,
} from '../rego/syntax/scopes.ts';
import type { Span } from '#server/engine/text/span.ts';
import type { NamedSymbol, UnsafeVariable, Unresolved } from './namedSymbol.ts';
import { NamedPlaces, type Globals, type NamedCall, type NamedPosition } from './namedPlaces.ts';
import { NameScope, type GrowingName } from './nameScope.ts';
import { listUnresolved, type MissingName } from './unresolvedNames.ts';

/** The variables of one scope that a term uses, collected while the term is read. */
interface Needs {
  readonly of: NameScope;
  readonly names: Set<string>;
}

const nothing: ReadonlySet<string> = new Set();

/** The resolved names of one rule. */
export class RuleNames {
  /** All uses and definitions, except for the name of the rule itself. */
  readonly places: NamedPosition[] = [];
  readonly index = new NamedPlaces();
  readonly calls: NamedCall[] = [];
  readonly unresolved: Unresolved[] = [];
  readonly unsafe: UnsafeVariable[] = [];
  /** The scopes, outer ones first. */
  readonly scopes: NameScope[] = [];
  readonly #rule: RegoRule;
  readonly #globals: Globals;
  readonly #missing: MissingName[] = [];
  readonly #needs: Needs[] = [];

  constructor(rule: RegoRule, globals: Globals) {
    this.#rule = rule;
    this.#globals = globals;
    this.#read(rule);
    this.#conclude();
  }

  #read(rule: RegoRule): void {
    const parameters = new NameScope(newScope(), rule, undefined, 'parameter');
    this.scopes.push(parameters);
    for (const parameter of rule.head.parameters ?? []) {
      visitTerm(parameter, (inner) => {
        if (inner.kind === 'variable' && inner.name !== '_') {
          parameters.scope.unscoped.add(inner.name);
          const named = parameters.named(inner.name);
          if (named.definitions.length === 0) this.#define(named, inner);
          else this.#place(named, inner);
        }
        return true;
      });
    }
    const form = getHeadForm(rule);
    const value = form.member ?? form.value;
    const head = value === undefined ? [] : [value];
    const keys = form.path.slice(1);
    const bodies: readonly (RuleBody | undefined)[] = rule.bodies.length === 0 ? [undefined] : rule.bodies;
    for (const [index, body] of bodies.entries()) {
      const own = body?.value === undefined ? [] : [body.value];
      const outputs = index === 0 ? [...head, ...own] : own;
      const first = index === 0 ? keys : [];
      const span = index === 0 ? { start: rule.start, end: body?.end ?? rule.end } : (body ?? rule);
      this.#body(body?.query, outputs, first, span, parameters);
    }
  }

  #body(query: Query | undefined, outputs: readonly Term[], keys: readonly Term[], span: Span, outer: NameScope): void {
    const scope =
      query === undefined ? this.#loopScope([...outputs, ...keys], outer) : this.#gather(query, outputs, outer);
    const level = new NameScope(scope, span, outer);
    this.scopes.push(level);
    for (const statement of query?.statements ?? []) this.#statement(statement, level);
    // The outputs are read last because they depend on the solution, although they come first in the text.
    level.noteUses = false;
    for (const term of [...keys, ...outputs]) this.#term(term, level);
  }

  /** Creates the scope of a head without a query. Only the loop keys in the head are variables. */
  #loopScope(terms: readonly Term[], outer: NameScope): Scope {
    const scope = newScope();
    for (const term of terms) {
      visitUses(term, (inner) => {
        if (inner.kind !== 'ref') return true;
        for (const { key, dotted } of inner.path) {
          if (dotted) continue;
          for (const { name } of listPatternVariables(key))
            if (name !== '_' && !isDocument(name) && !this.#globals.scope.unscoped.has(name) && !outer.owns(name))
              scope.unscoped.add(name);
        }
        return true;
      });
    }
    return scope;
  }

  #gather(query: Query, outputs: readonly Term[], outer: NameScope): Scope {
    const around: Scope[] = [];
    for (let level: NameScope | undefined = outer; level !== undefined; level = level.outer)
      around.unshift(level.scope);
    const scope = newScope();
    new VariableCollector([this.#globals.scope, ...around], scope, this.#globals.lineOf).query(
      query,
      outputs,
      this.#globals.functions,
    );
    return scope;
  }

  #statement(statement: Statement, level: NameScope): void {
    const modifiers = this.#gathering(level, () => {
      for (const { target, value } of statement.with) {
        this.#target(target, level);
        this.#term(value, level);
      }
    });
    switch (statement.kind) {
      case 'some':
        for (const name of statement.names) this.#declare(name, level, false);
        return;
      case 'some in': {
        const needs = this.#gathering(level, () => this.#term(statement.collection, level));
        for (const pattern of [statement.key, statement.value])
          if (pattern !== undefined) level.binds(this.#pattern(pattern, level, 'declares'), union(needs, modifiers));
        return;
      }
      case 'every': {
        this.#term(statement.collection, level);
        const item = new NameScope(newScope(), statement, level, 'variable');
        this.scopes.push(item);
        for (const variable of [statement.key, statement.value]) {
          if (variable === undefined || variable.name === '_' || variable.start === variable.end) continue;
          item.scope.locals.set(variable.name, variable);
          this.#define(item.named(variable.name), variable);
        }
        this.#body(statement.query, [], [], statement.query, item);
        return;
      }
      default:
        this.#expression(statement.term, level, modifiers);
    }
  }

  #expression(term: Term, level: NameScope, modifiers: ReadonlySet<string>): void {
    if (term.kind === 'binary' && isAssignment(term)) {
      this.#assignment(term.left, term.right, term.operator === ':=', level, modifiers);
      return;
    }
    const output = term.kind === 'call' ? this.#globals.functions.outputArgument(term) : undefined;
    if (term.kind !== 'call' || output === undefined) {
      this.#term(term, level);
      return;
    }
    const needs = this.#gathering(level, () => this.#call(term, term.arguments.slice(0, -1), level));
    level.binds(this.#pattern(output, level, 'output'), union(needs, modifiers));
  }

  #assignment(left: Term, right: Term, declares: boolean, level: NameScope, modifiers: ReadonlySet<string>): void {
    if (left.kind === 'array' && right.kind === 'array' && left.items.length === right.items.length) {
      for (const [index, item] of left.items.entries()) {
        const other = right.items[index];
        if (other !== undefined) this.#assignment(item, other, declares, level, modifiers);
      }
      return;
    }
    let targets: readonly string[] = [];
    let sources: readonly string[] = [];
    const needsRight = this.#gathering(level, () => {
      sources = this.#pattern(right, level, 'unifies');
    });
    const needsLeft = this.#gathering(level, () => {
      targets = this.#pattern(left, level, declares ? 'declares' : 'unifies');
    });
    level.binds(targets, union(needsRight, new Set(sources), modifiers));
    level.binds(sources, union(needsLeft, new Set(targets), modifiers));
  }

  /** Reads a pattern and returns the variables that it can bind. All other variables in it are uses. */
  #pattern(pattern: Term, level: NameScope, how: 'declares' | 'output' | 'unifies'): readonly string[] {
    const names: string[] = [];
    const visit = (term: Term): void => {
      switch (term.kind) {
        case 'variable':
          if (term.name === '_' || term.start === term.end) return;
          if (how === 'declares' && level.scope.locals.has(term.name)) this.#declare(term, level, true);
          else if (level.owns(term.name)) {
            if (how === 'unifies') level.uses(term.name, term);
            this.#bindingPlace(level.named(term.name), term);
          } else {
            this.#variable(term, level);
            return;
          }
          names.push(term.name);
          return;
        case 'array':
          for (const item of term.items) visit(item);
          return;
        case 'object':
          for (const { key, value } of term.entries) {
            this.#term(key, level);
            visit(value);
          }
          return;
        default:
          this.#term(term, level);
      }
    };
    visit(pattern);
    return names;
  }

  #declare(variable: Variable, level: NameScope, gives: boolean): void {
    if (variable.name === '_' || variable.start === variable.end) return;
    level.declares(variable.name, variable, gives);
    this.#define(level.named(variable.name), variable);
  }

  /** Returns the variables of the scope that are used while `read` runs. */
  #gathering(of: NameScope, read: () => void): ReadonlySet<string> {
    const names = new Set<string>();
    this.#needs.push({ of, names });
    read();
    this.#needs.pop();
    return names;
  }

  #term(term: Term, level: NameScope): void {
    visitUses(term, (inner) => {
      switch (inner.kind) {
        case 'variable':
          this.#variable(inner, level);
          return false;
        case 'ref':
          this.#ref(inner, level);
          return false;
        case 'call':
          this.#call(inner, inner.arguments, level);
          return false;
        default:
      }
      if (!isComprehension(inner)) return true;
      this.#body(inner.query, outputsOf(inner), [], inner, level);
      return false;
    });
  }

  #ref(ref: Ref, level: NameScope): void {
    const needs = new Set(
      this.#gathering(level, () => {
        if (!this.#ruleOfData(ref, level)) this.#term(ref.base, level);
      }),
    );
    for (const { key, dotted } of ref.path) {
      if (dotted) continue;
      const before = new Set(needs);
      let names: readonly string[] = [];
      const more = this.#gathering(level, () => {
        names = this.#pattern(key, level, 'unifies');
      });
      for (const name of [...more, ...names]) needs.add(name);
      level.binds(names, before);
    }
    for (const { of, names } of this.#needs) if (of === level) for (const need of needs) names.add(need);
  }

  #call(call: CallTerm, given: readonly Term[], level: NameScope): void {
    const callee = this.#callee(call.callee, level);
    this.calls.push({ call, rule: this.#rule, callee });
    for (const argument of given) this.#term(argument, level);
  }

  /** Finds a called function by its name, regardless of variables with the same name. */
  #callee(callee: Variable | Ref, level: NameScope): NamedSymbol | undefined {
    const base = callee.kind === 'variable' ? callee : callee.base;
    if (base.kind !== 'variable') {
      this.#term(base, level);
      return undefined;
    }
    const resolved = this.#globals.functions.resolve(callee);
    if (resolved.kind !== 'user' && this.#globals.functions.resolve(callee).kind !== 'unknown') return undefined;
    if (callee.kind === 'ref' && base.name === 'data')
      return this.#ruleOfData(callee, level) ? this.#lastPlaced() : undefined;
    const imported = this.#globals.imports.get(base.name);
    const named =
      resolved.kind === 'user' && imported !== undefined ? imported : (this.#globals.rules.get(base.name) ?? imported);
    if (named === undefined) return undefined;
    this.#place(named, base);
    if (named !== imported) return named;
    return resolved.kind === 'user'
      ? this.#globals.rules.get(resolved.path[this.#globals.packagePath.length] ?? '')
      : imported;
  }

  #lastPlaced(): NamedSymbol | undefined {
    return this.places.at(-1)?.named;
  }

  #target(target: Term, level: NameScope): void {
    const ref = target.kind === 'variable' || target.kind === 'ref' ? target : undefined;
    const [first = ''] = (ref === undefined ? undefined : getRefNames(ref)) ?? [];
    if (ref === undefined || isDocument(first)) {
      if (ref?.kind === 'ref') this.#ruleOfData(ref, level);
      return;
    }
    const named = this.#globals.imports.get(first) ?? this.#globals.rules.get(first);
    const base = ref.kind === 'variable' ? ref : ref.base;
    if (named !== undefined) this.#place(named, { start: base.start, end: base.end });
  }

  /**
   * Adds a reference such as `data.agent_policy.x` to a rule of the policy. Returns whether the term is such a
   * reference.
   */
  #ruleOfData({ base, path }: Ref, level: NameScope): boolean {
    if (base.kind !== 'variable' || base.name !== 'data' || this.#find('data', base, level) !== undefined) return false;
    if (this.#globals.packagePath.some((name, index) => textOf(path[index]?.key) !== name)) return false;
    const part = path[this.#globals.packagePath.length];
    const named = part === undefined ? undefined : this.#globals.rules.get(textOf(part.key) ?? '');
    if (part === undefined || named === undefined || !part.dotted) return false;
    this.#place(named, part.key);
    return true;
  }

  #variable(variable: Variable, level: NameScope): void {
    const { name, start, end } = variable;
    if (name === '_' || start === end) return;
    const owner = this.#find(name, variable, level);
    if (owner !== undefined) {
      if (owner === level) level.uses(name, variable);
      for (const { of, names } of this.#needs) if (of === owner) names.add(name);
      this.#place(owner.named(name), variable);
      return;
    }
    const named = this.#globals.rules.get(name) ?? this.#globals.imports.get(name);
    if (named !== undefined) this.#place(named, variable);
    else if (!isDocument(name)) this.#missing.push({ name, at: { start, end }, scope: level });
  }

  /**
   * Returns the scope that owns a name. For outer scopes, only variables that are declared on an earlier line are
   * visible.
   */
  #find(name: string, at: Span, level: NameScope): NameScope | undefined {
    if (level.owns(name)) return level;
    for (let around = level.outer; around !== undefined; around = around.outer) {
      if (around.scope.unscoped.has(name)) return around;
      const declared = around.scope.locals.get(name);
      if (declared !== undefined && this.#globals.lineOf(declared.start) <= this.#globals.lineOf(at.start))
        return around;
    }
    return undefined;
  }

  #define(named: GrowingName, span: Span): void {
    named.definitions.push({ start: span.start, end: span.end });
    this.#place(named, span);
  }

  /** Adds a place that binds a variable. If no place declares it, the first such place is its definition. */
  #bindingPlace(named: GrowingName, span: Span): void {
    if (named.definitions.length === 0) this.#define(named, span);
    else this.#place(named, span);
  }

  #place(named: GrowingName, { start, end }: Span): void {
    named.add({ start, end });
    const place = { start, end, named };
    this.places.push(place);
    this.index.add(place);
  }

  /** Collects the names without a value after the whole rule is read. */
  #conclude(): void {
    for (const level of this.scopes)
      this.unsafe.push(...level.unsafe((name, at) => this.#missing.push({ name, at, scope: undefined })));
    this.unresolved.push(...listUnresolved(this.#missing, this.scopes));
  }
}

const textOf = (term: Term | undefined): string | undefined =>
  term?.kind === 'scalar' && typeof term.value === 'string' ? term.value : undefined;

const union = (...sets: readonly ReadonlySet<string>[]): ReadonlySet<string> => {
  const filled = sets.filter(({ size }) => size > 0);
  return filled.length < 2 ? (filled[0] ?? nothing) : new Set(filled.flatMap((set) => [...set]));
};
