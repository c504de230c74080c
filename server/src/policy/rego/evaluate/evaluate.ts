/** Evaluates requests with a loaded policy. */
import type { Span } from '#server/engine/text/span.ts';
import type { Query } from '../syntax/ast.ts';
import { QueryAnalyzer } from '../compile/analyzeQuery.ts';
import { CompileScope, Slots } from '../compile/compileScope.ts';
import { QueryCompiler } from '../compile/compileQuery.ts';
import type { ModuleNames } from '../compile/compileTerm.ts';
import type { Frame } from './evaluateExpression.ts';
import type { FailureReason } from './evaluateQuery.ts';
import { RuleEvaluator } from './evaluateRule.ts';
import { FunctionArities } from '../compile/functionArity.ts';
import { EvaluationBudget, defaultLimits, EvaluationStop, type EvaluationLimits, type Spent } from './limits.ts';
import { createLineFinder, type EvaluationError, type Loaded } from './load.ts';
import type { CompiledQuery, CompiledExpression } from '../compile/program.ts';
import { newScope } from '../syntax/scopes.ts';
import { emptyObject, makeObject, ValueTooLarge, type RegoEntry, type RegoValue } from '../values/values.ts';
import { newWorld } from './evaluationState.ts';
import type { EvaluationObserver } from './observer.ts';

export interface ServerHooks {
  readonly input: RegoValue | undefined;
  /** The values under `data`, except for those of rules. Defaults to an empty object. */
  readonly data?: RegoValue;
  readonly limits?: EvaluationLimits;
  /** True if a built-in function that rejects its arguments stops the evaluation. The guest doesn't enable this. */
  readonly strictBuiltinErrors?: boolean;
  /** True to collect `failures`. */
  readonly explain?: boolean;
  /** Receives the steps of the evaluation. */
  readonly observer?: EvaluationObserver | undefined;
}

export interface EvaluationRequest extends ServerHooks {
  /** Name of the rule, such as `ExecProcessRequest`. */
  readonly rule: string;
  /** Package of the rule. Defaults to `agent_policy`. */
  readonly package?: string;
}

/** A position where the body of an evaluated rule failed: its first false condition. */
export interface ConditionFailure {
  readonly rule: string;
  readonly source: number;
  readonly body: Span;
  readonly statement: Span;
  readonly reason: FailureReason;
}

interface EvaluationResult {
  readonly error?: undefined;
  readonly value: RegoValue | undefined;
  /** Printed messages in the format of the policy engine: name of the source, line, and text. */
  readonly prints: readonly string[];
  /** Failures in evaluation order. Empty unless `explain` is true. */
  readonly failures: readonly ConditionFailure[];
  readonly spent: Spent;
}

interface EvaluationStopped {
  readonly error: EvaluationError;
  readonly prints: readonly string[];
  readonly failures: readonly ConditionFailure[];
  readonly spent: Spent;
}

export type Evaluation = EvaluationResult | EvaluationStopped;

/** A solution of a query: its variables and the values of its expressions. */
export interface QuerySolution {
  readonly bindings: ReadonlyMap<string, RegoValue>;
  readonly values: readonly (RegoValue | undefined)[];
}

export type QueryEvaluation =
  | { readonly error?: undefined; readonly solutions: readonly QuerySolution[]; readonly prints: readonly string[] }
  | { readonly error: EvaluationError; readonly prints: readonly string[] };

/** Evaluates a request. Never throws. */
export const evaluateRequest = (loaded: Loaded, request: EvaluationRequest): Evaluation => {
  const evaluator = new RequestEvaluator(loaded, request);
  const path = [...(request.package ?? 'agent_policy').split('.'), request.rule];
  const outcome = guarded(evaluator, () => evaluator.value(path));
  const result = { prints: evaluator.prints, failures: evaluator.explanation(), spent: evaluator.spent };
  return outcome.error === undefined ? { value: outcome.result, ...result } : { error: outcome.error, ...result };
};

/**
 * Returns the solutions of a standalone query. For errors in the query, the source index is one higher than that of the
 * last source.
 */
export const evaluateQuery = (loaded: Loaded, query: Query, surroundings: ServerHooks): QueryEvaluation => {
  const evaluator = new RequestEvaluator(loaded, surroundings);
  const outcome = guarded(evaluator, () => evaluator.query(query));
  return outcome.error === undefined
    ? { solutions: outcome.result, prints: evaluator.prints }
    : { error: outcome.error, prints: evaluator.prints };
};

type Outcome<T> = { readonly error?: undefined; readonly result: T } | { readonly error: EvaluationError };

const guarded = <T>(evaluator: RequestEvaluator, act: () => T): Outcome<T> => {
  try {
    return { result: act() };
  } catch (error) {
    const failure = evaluator.failure(error);
    if (failure === undefined) throw error;
    return { error: failure };
  }
};

class RequestEvaluator extends RuleEvaluator {
  private readonly lines = new Map<number, (offset: number) => number>();
  /** The conditions of a standalone query with their latest values. */
  private readonly watched = new Map<CompiledExpression, RegoValue | undefined>();

  constructor(
    loaded: Loaded,
    {
      input,
      data = emptyObject,
      limits = defaultLimits,
      strictBuiltinErrors = false,
      explain = false,
      observer,
    }: ServerHooks,
  ) {
    super(
      loaded,
      new EvaluationBudget(limits),
      strictBuiltinErrors,
      newWorld(loaded, input, data, new Map()),
      observer,
    );
    this.initial = data;
    this.explain = explain;
  }

  get spent(): Spent {
    return this.budget.spent;
  }

  /** Returns the value at a path under `data`. */
  value(path: readonly string[]): RegoValue | undefined {
    const expression: CompiledExpression = { start: 0, end: 0, kind: 'document', path, written: 'data' };
    return this.evaluate(expression, { slots: [], module: this.loaded.modules.length });
  }

  query(query: Query): readonly QuerySolution[] {
    const module = this.loaded.modules.length;
    const compiled = compileQuery(this.loaded, query, module);
    for (const { condition } of compiled.statements)
      if (condition.kind === 'holds') this.watched.set(condition.expression, undefined);
    const frame: Frame = { slots: [], module };
    const solutions: QuerySolution[] = [];
    const values = (): readonly (RegoValue | undefined)[] =>
      [...this.watched].toSorted((left, right) => left[0].start - right[0].start).map(([, value]) => value);
    const solution = (): boolean => {
      const bindings = [...compiled.names].flatMap(([name, slot]): [string, RegoValue][] => {
        const value = frame.slots[slot];
        return value === undefined ? [] : [[name, value]];
      });
      solutions.push({ bindings: new Map(bindings), values: values() });
      return true;
    };
    const found = this.run(compiled, frame, { solution, finished: () => false, failed: () => undefined });
    // A single expression that is false is also a result.
    if (!found && compiled.statements.length === 1 && values()[0] === false)
      solutions.push({ bindings: new Map(), values: [false] });
    return solutions;
  }

  protected override observe(expression: CompiledExpression, value: RegoValue | undefined): void {
    if (this.watched.has(expression))
      this.watched.set(expression, expression.kind === 'assign' && value === false ? undefined : value);
  }

  /** Converts a thrown error to a value. Returns undefined for unexpected errors. */
  failure(error: unknown): EvaluationError | undefined {
    if (error instanceof EvaluationStop) return { message: error.message, span: error.span, source: error.source };
    const { span, source } = this.budget.at;
    const place = { span: { start: span.start, end: span.end }, source };
    if (error instanceof ValueTooLarge) return { message: `stopped: ${error.message}`, ...place };
    // The depth is limited. If the stack is smaller than expected, the evaluation still stops without a crash.
    return error instanceof RangeError ? { message: 'stopped: too deep or too large', ...place } : undefined;
  }

  explanation(): readonly ConditionFailure[] {
    return [...this.failures.values()].map(({ rule, ...failure }) => ({
      rule: rule.name,
      source: rule.module,
      ...failure,
    }));
  }

  protected override lineOf(module: number, offset: number): number {
    const finder = this.lines.get(module) ?? createLineFinder(this.loaded.sources[module]?.text ?? '');
    this.lines.set(module, finder);
    return finder(offset);
  }
}

const compileQuery = (loaded: Loaded, query: Query, source: number): CompiledQuery => {
  const functions = new FunctionArities([], new Map(), loaded.arities, loaded.builtins);
  const names: ModuleNames = { source, packagePath: [], rules: new Set(), imports: new Map(), functions };
  const analyzer = new QueryAnalyzer(functions, () => 0, source);
  const analyzed = analyzer.analyze(query, [], [newScope()]);
  const scope = CompileScope.forQuery(new Slots(), undefined, analyzed);
  return new QueryCompiler(names, analyzer.queries).query(query, scope, query);
};

/** Returns the bindings of a solution as an object. */
export const bindingsOf = ({ bindings }: QuerySolution): RegoValue =>
  makeObject([...bindings].map(([name, value]): RegoEntry => [name, value]));
