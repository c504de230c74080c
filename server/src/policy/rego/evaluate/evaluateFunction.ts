/** Evaluates the bodies of rules, and calls of functions and built-in functions. */
import type { Span } from '#server/engine/text/span.ts';
import { builtinFunctions } from '../builtins/index.ts';
import type { Frame } from './evaluateExpression.ts';
import { QueryEvaluator, type SolutionCollector, type FailureReason } from './evaluateQuery.ts';
import { getFunctionKey, type Callee } from '../compile/functionArity.ts';
import { calleeKey } from '../compile/compileQuery.ts';
import { EvaluationStop } from './limits.ts';
import type { CompiledBody, CompiledRule, CompiledStatement, CompiledExpression } from '../compile/program.ts';
import { isSameValue, getTypeName, type RegoValue } from '../values/values.ts';

/** The first statement of a body, in evaluation order, that no solution passed. */
export interface BodyFailure {
  readonly rule: CompiledRule;
  readonly body: Span;
  readonly statement: Span;
  readonly reason: FailureReason;
}

/** Evaluates the bodies of rules, and calls of policy functions, built-in functions, and `print`. */
export abstract class FunctionEvaluator extends QueryEvaluator {
  readonly prints: string[] = [];
  /** Failures by body. Collected only if `explain` is true. */
  readonly failures = new Map<CompiledBody, BodyFailure>();
  protected explain = false;

  /** Returns the result of the first body with a solution. Returns undefined if there is none. */
  protected bodies<T>(
    rule: CompiledRule,
    frame: Frame,
    collect: (body: CompiledBody, index: number) => { readonly collector: SolutionCollector; readonly result: T },
  ): T | undefined {
    for (const [index, body] of rule.bodies.entries()) {
      const { collector, result } = collect(body, index);
      const explaining = this.explain ? new Explainer(collector) : collector;
      const found = this.run(body.query, frame, explaining);
      this.observer?.body(body, rule.module, found);
      if (found) return result;
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

  /** Returns the line of an offset in a module. */
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

  protected functionBodies(rule: CompiledRule, frame: Frame, span: Span): RegoValue | undefined {
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
}

/** Records how far the evaluation of a body got. */
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
