/** The values of rules and functions. */
import type { Span } from '#server/engine/text/span.ts';
import { builtinFunctions } from '../builtins/index.ts';
import {
  addToSet,
  makeObjectAt,
  getDocumentPathKey,
  readDocument,
  writeDocument,
  type WriteProblem,
} from './document.ts';
import type { Frame } from './evaluateExpression.ts';
import { QueryEvaluator, type SolutionCollector, type FailureReason } from './evaluateQuery.ts';
import { toJsonText } from '../values/formatValue.ts';
import { getFunctionKey, type Callee } from '../compile/functionArity.ts';
import { calleeKey } from '../compile/compileQuery.ts';
import { EvaluationStop } from './limits.ts';
import type {
  CompiledBody,
  CompiledRule,
  CompiledStatement,
  CompiledExpression,
  RuleTree,
} from '../compile/program.ts';
import {
  isSameValue,
  costOf,
  emptySet,
  lookUp,
  RegoSet,
  sizeOf,
  getTypeName,
  type RegoValue,
} from '../values/values.ts';
import { allBelow, treeAt } from './evaluationState.ts';

/** The first statement of a body, in the order in which they run, behind which no solution went. */
export interface BodyFailure {
  readonly rule: CompiledRule;
  readonly body: Span;
  readonly statement: Span;
  readonly reason: FailureReason;
}

/** What one body of a rule gives, by its place. */
type Written = Map<string, { readonly path: readonly RegoValue[]; readonly values: RegoValue[] }>;

const problems: Readonly<Record<WriteProblem, string>> = {
  'not an object': 'previous value is not an object',
  'not a set': 'previous value is not a set',
  'another value': 'complete rules should not produce multiple outputs',
};

export class RuleEvaluator extends QueryEvaluator {
  readonly prints: string[] = [];
  /** By rule and body; filled when `explain` was asked for. */
  readonly failures = new Map<CompiledBody, BodyFailure>();
  protected explain = false;
  /** The data that was handed over: rules do not change what is in it. */
  protected initial: RegoValue | undefined;
  private readonly active: CompiledRule[] = [];
  private readonly activeSet = new Set<CompiledRule>();

  protected document(
    { path, written }: Extract<CompiledExpression, { kind: 'document' }>,
    frame: Frame,
  ): RegoValue | undefined {
    this.ensure(path, written === 'data', frame);
    return readDocument(this.world.document, path);
  }

  protected ensureKey(path: readonly string[], key: RegoValue, frame: Frame): void {
    const name = typeof key === 'string' ? key : toJsonText(key, this.chargeAt({ start: 0, end: 0 }, frame));
    this.ensure([...path, name], true, frame);
  }

  /** Evaluates what rules there are at a path, above it and below. */
  private ensure(path: readonly string[], withModules: boolean, frame: Frame): void {
    let node: RuleTree | undefined = this.loaded.tree;
    let deepest: RuleTree | undefined;
    for (const name of path) {
      node = node.children.get(name);
      if (node === undefined) break;
      if (this.world.ready.has(node)) return;
      if (node.rules.length > 0 || node.defaults.length > 0) deepest = node;
    }
    if (withModules && node !== undefined) this.ensureModules(node, frame);
    if (deepest !== undefined) this.ensureRules(deepest);
  }

  /** All of the modules at a place or below, apart from the one that asks. */
  private ensureModules(place: RuleTree, frame: Frame): void {
    for (const { modules } of allBelow(place)) {
      for (const index of modules) {
        if (index === frame.module) continue;
        const rules = this.loaded.modules[index]?.rules ?? [];
        for (const rule of rules) this.rule(rule);
        for (const rule of rules) this.default(rule);
      }
    }
  }

  private ensureRules(place: RuleTree): void {
    for (const rule of place.rules) this.rule(rule);
    for (const rule of place.defaults) this.default(rule);
    this.world.ready.add(place);
  }

  private rule(rule: CompiledRule): void {
    if (rule.kind === 'default' || this.world.processed.has(rule)) return;
    const frame: Frame = { slots: [], module: rule.module };
    if (this.activeSet.has(rule)) {
      const chain = [...this.active.slice(this.active.indexOf(rule)), rule].map(({ name }) => name).join(' → ');
      throw this.stop(`recursion detected when evaluating rule: ${chain}`, rule.ref, frame);
    }
    this.active.push(rule);
    this.activeSet.add(rule);
    try {
      this.budget.enter(rule, rule.module);
      if (rule.kind === 'function') this.noArguments(rule, frame);
      else this.write(rule, frame);
      this.budget.leave();
      this.world.processed.add(rule);
    } finally {
      this.active.pop();
      this.activeSet.delete(rule);
    }
  }

  /** A body with a solution, the first one; undefined when there is none. */
  private bodies<T>(
    rule: CompiledRule,
    frame: Frame,
    collect: (body: CompiledBody, index: number) => { readonly collector: SolutionCollector; readonly result: T },
  ): T | undefined {
    for (const [index, body] of rule.bodies.entries()) {
      const { collector, result } = collect(body, index);
      const explaining = this.explain ? new Explainer(collector) : collector;
      if (this.run(body.query, frame, explaining)) return result;
      if (explaining instanceof Explainer) this.note(rule, body, explaining);
    }
    return undefined;
  }

  private note(rule: CompiledRule, body: CompiledBody, { furthest }: Explainer): void {
    if (furthest === undefined) return;
    const { statement, reason } = furthest;
    this.failures.set(body, {
      rule,
      body: { start: body.start, end: body.end },
      statement: { start: statement.start, end: statement.end },
      reason,
    });
  }

  private write(rule: CompiledRule, frame: Frame): void {
    const written = this.bodies(rule, frame, (body, index) =>
      this.ruleCollector(rule, body, rule.constant[index] ?? false),
    );
    const packagePath = this.loaded.modules[rule.module]?.packagePath ?? [];
    for (const { path, values } of written?.values() ?? []) {
      const value = rule.kind === 'set' ? this.set(values, rule, frame) : values[0];
      if (value !== undefined) this.put(rule, [...packagePath, ...path], value, frame);
    }
    if ((written === undefined || written.size === 0) && rule.emptyAt !== undefined)
      this.writeEmpty(rule, rule.emptyAt, packagePath, frame);
  }

  /** What no body gave a member to is an empty set or object, unless its place needs variables of the bodies. */
  private writeEmpty(
    rule: CompiledRule,
    parts: readonly CompiledExpression[],
    packagePath: readonly string[],
    frame: Frame,
  ): void {
    if (parts.some(({ kind }) => kind === 'unsafe')) return;
    const path: RegoValue[] = [...packagePath];
    for (const part of parts) {
      const value = this.evaluate(part, frame);
      if (value === undefined) break;
      path.push(value);
    }
    if (!this.isFree(path)) return;
    const complete = path.length === packagePath.length + parts.length;
    if (rule.kind === 'set' && complete) this.checkWrite(addToSet(this.world.document, path, emptySet), rule, frame);
    else makeObjectAt(this.world.document, path);
  }

  /** Whether the data that was handed over has nothing there. */
  private isFree(path: readonly RegoValue[]): boolean {
    return this.initial === undefined || valueAt(this.initial, path) === undefined;
  }

  private ruleCollector(
    rule: CompiledRule,
    body: CompiledBody,
    constant: boolean,
  ): { readonly collector: SolutionCollector; readonly result: Written } {
    const result: Written = new Map();
    let finished = false;
    const solution = (frame: Frame): boolean => {
      const found = this.outputs(body.output, frame, (_, output) => {
        const path = body.path.map((part) => this.evaluate(part, frame));
        const defined = path.filter((part) => part !== undefined);
        const value = body.output.value === undefined ? true : output;
        if (value === undefined || defined.length < path.length) return false;
        this.budget.allocate(1, body, frame.module);
        for (const part of defined) this.charge(sizeOf(part) >> 1, body, frame);
        this.charge(costOf(value), body, frame);
        const text = getDocumentPathKey(defined);
        const before = result.get(text);
        if (before === undefined) result.set(text, { path: defined, values: [value] });
        else if (rule.kind === 'set') before.values.push(value);
        else if (!isSameValue(before.values[0], value))
          throw this.stop('rules must not produce multiple outputs', rule.ref, frame);
        return true;
      });
      finished ||= constant;
      return found;
    };
    return { collector: { solution, finished: () => finished, failed: () => undefined }, result };
  }

  private put(rule: CompiledRule, path: readonly RegoValue[], value: RegoValue, frame: Frame): void {
    const { written, document } = this.world;
    for (let length = path.length; length > 0; length -= 1) {
      const other = written.get(getDocumentPathKey(path.slice(0, length)));
      if (other === undefined || (length === path.length && (rule.kind === 'set' || isSameValue(other.value, value))))
        continue;
      throw this.stop(`rule conflicts with the following rule: \`${other.rule.name}\``, rule.ref, frame);
    }
    written.set(getDocumentPathKey(path), { value, rule });
    if (!this.isFree(path)) return;
    if (value instanceof RegoSet) this.charge(value.items.length + costOf(value), rule, frame);
    this.checkWrite(
      rule.kind === 'set' && value instanceof RegoSet
        ? addToSet(document, path, value)
        : writeDocument(document, path, value),
      rule,
      frame,
    );
  }

  private checkWrite(problem: WriteProblem | undefined, rule: CompiledRule, frame: Frame): void {
    if (problem !== undefined) throw this.stop(problems[problem], rule, frame);
  }

  /** A function is an object's member only if it takes no argument. */
  private noArguments(rule: CompiledRule, frame: Frame): void {
    if (rule.path.length > 1) makeObjectAt(this.world.document, rule.path.slice(0, -1));
    if (rule.parameters.length > 0) return;
    const value = this.functionBodies(rule, frame, rule.ref);
    if (value === undefined || !this.isFree(rule.path)) return;
    if (writeDocument(this.world.document, rule.path, value) !== undefined)
      throw this.stop('rules should not produce multiple outputs.', rule.ref, frame);
  }

  private default(rule: CompiledRule): void {
    if (rule.kind !== 'default' || rule.parameters.length > 0 || this.world.processed.has(rule)) return;
    const frame: Frame = { slots: [], module: rule.module };
    const [body] = rule.bodies;
    const value = body?.output.value === undefined ? undefined : this.evaluate(body.output.value, frame);
    const path = (body?.path ?? []).map((part) => this.evaluate(part, frame)).filter((part) => part !== undefined);
    const packagePath = this.loaded.modules[rule.module]?.packagePath ?? [];
    if (value !== undefined) writeDocument(this.world.document, [...packagePath, ...path], value, true);
    this.world.processed.add(rule);
  }

  protected call(expression: Extract<CompiledExpression, { kind: 'call' }>, frame: Frame): RegoValue | undefined {
    const value = this.called(expression, expression.callee, frame);
    const { result } = expression;
    if (result === undefined) return value;
    if (result.kind === 'compare') return isSameValue(value, this.evaluate(result.with, frame));
    return value === undefined ? undefined : this.matches(result.pattern, value, frame);
  }

  private called(
    expression: Extract<CompiledExpression, { kind: 'call' }>,
    callee: Callee,
    frame: Frame,
  ): RegoValue | undefined {
    const args = expression.arguments.map((argument) => this.evaluate(argument, frame));
    const key = calleeKey(callee);
    const override = key === undefined ? undefined : this.world.overrides.get(key);
    const defined = args.filter((argument) => argument !== undefined);
    const complete = defined.length === args.length;
    if (override?.kind === 'value') return complete ? override.value : undefined;
    const before = this.world;
    if (override !== undefined) this.world = { ...before, overrides: new Map() };
    try {
      return this.invoke(expression, override?.callee ?? callee, args, complete ? defined : undefined, frame);
    } finally {
      this.world = before;
    }
  }

  private invoke(
    expression: Extract<CompiledExpression, { kind: 'call' }>,
    callee: Callee,
    args: readonly (RegoValue | undefined)[],
    defined: readonly RegoValue[] | undefined,
    frame: Frame,
  ): RegoValue | undefined {
    if (callee.kind === 'unknown') throw this.stop(`could not find function ${callee.name}`, expression.at, frame);
    if (callee.kind === 'print') return this.print(args, expression.at, frame);
    if (defined === undefined) return undefined;
    if (callee.kind === 'user') return this.userFunction(callee.path, defined, expression.at, frame);
    const builtin = builtinFunctions.get(callee.name);
    if (builtin === undefined) throw this.stop(`could not find function ${callee.name}`, expression.at, frame);
    if (defined.length !== builtin.arity) {
      if (!this.strict) return undefined;
      throw this.stop(
        `\`${callee.name}\` expects ${builtin.arity} argument${builtin.arity === 1 ? '' : 's'}`,
        expression.at,
        frame,
      );
    }
    return this.runBuiltin((call) => builtin.run(defined, call), callee.name, expression, frame);
  }

  private print(args: readonly (RegoValue | undefined)[], span: Span, frame: Frame): RegoValue {
    if (args.length > 100) throw this.stop('print supports up to 100 arguments', span, frame);
    const message = args.map((argument) => this.show(argument, span, frame)).join(' ');
    this.budget.allocate(message.length + 1, span, frame.module);
    const name = this.loaded.sources[frame.module]?.name ?? 'policy.rego';
    this.prints.push(`${name}:${this.lineOf(frame.module, span.start)}: ${message}`);
    return true;
  }

  protected lineOf(_module: number, _offset: number): number {
    return 0;
  }

  private userFunction(
    path: readonly string[],
    args: readonly RegoValue[],
    span: Span,
    frame: Frame,
  ): RegoValue | undefined {
    const rules = this.loaded.functions.get(getFunctionKey(path)) ?? [];
    const results: RegoValue[] = [];
    const errors: EvaluationStop[] = [];
    for (const rule of rules) {
      if (rule.kind === 'default') continue;
      if (rule.parameters.length !== args.length) {
        throw this.stop(
          `mismatch in number of arguments. supplied ${args.length}, expected ${rule.parameters.length}`,
          span,
          frame,
        );
      }
      const nesting = this.budget.nesting;
      try {
        const result = this.definition(rule, args, span);
        if (result !== undefined) results.push(result);
      } catch (error) {
        if (!(error instanceof EvaluationStop) || error.bound) throw error;
        this.budget.nesting = nesting;
        errors.push(error);
      }
    }
    const [error] = errors;
    if (error !== undefined && (this.strict || results.length === 0)) throw error;
    if (results.length === 0) results.push(...this.defaultResults(rules));
    const [first] = results;
    if (results.some((result) => !isSameValue(result, first)))
      throw this.stop('functions must not produce multiple outputs for same inputs', span, frame);
    return first;
  }

  private definition(rule: CompiledRule, args: readonly RegoValue[], span: Span): RegoValue | undefined {
    const frame: Frame = { slots: [], module: rule.module };
    this.budget.step(rule, rule.module);
    const matched = rule.parameters.every((parameter, index) => {
      const argument = args[index];
      return argument !== undefined && this.matches(parameter, argument, frame);
    });
    if (!matched) return undefined;
    this.budget.enter(rule, rule.module);
    const value = this.functionBodies(rule, frame, span);
    this.budget.leave();
    return value;
  }

  private functionBodies(rule: CompiledRule, frame: Frame, span: Span): RegoValue | undefined {
    const values = this.bodies(rule, frame, (body) => {
      const result: RegoValue[] = [];
      const solution = (solved: Frame): boolean => {
        this.outputs(body.output, solved, (_, output) => {
          const value = body.output.value === undefined ? true : output;
          if (value !== undefined && !result.some((before) => isSameValue(before, value))) result.push(value);
          if (result.length > 1)
            throw this.stop(
              `function produced multiple outputs, of types ${result.map(getTypeName).join(' and ')}`,
              span,
              frame,
            );
          return true;
        });
        return true;
      };
      return { collector: { solution, finished: () => false, failed: () => undefined }, result };
    });
    return values?.[0];
  }

  private defaultResults(rules: readonly CompiledRule[]): readonly RegoValue[] {
    return rules.flatMap((rule) => {
      const value = rule.kind === 'default' ? rule.bodies[0]?.output.value : undefined;
      const result = value === undefined ? undefined : this.evaluate(value, { slots: [], module: rule.module });
      return result === undefined ? [] : [result];
    });
  }

  protected rulesAt(path: readonly string[]): RuleTree | undefined {
    return treeAt(this.loaded.tree, path);
  }
}

/** Remembers how far a body came. */
class Explainer implements SolutionCollector {
  furthest:
    | { readonly index: number; readonly statement: CompiledStatement; readonly reason: FailureReason }
    | undefined;
  private readonly collector: SolutionCollector;

  constructor(collector: SolutionCollector) {
    this.collector = collector;
  }

  solution(frame: Frame): boolean {
    return this.collector.solution(frame);
  }

  finished(): boolean {
    return this.collector.finished();
  }

  failed(index: number, statement: CompiledStatement, reason: FailureReason): void {
    if (this.furthest === undefined || index > this.furthest.index) this.furthest = { index, statement, reason };
  }
}

const valueAt = (value: RegoValue | undefined, path: readonly RegoValue[]): RegoValue | undefined => {
  let found = value;
  for (const part of path) {
    if (found === undefined) return undefined;
    found = lookUp(found, part);
  }
  return found;
};
