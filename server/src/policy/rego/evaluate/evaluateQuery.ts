/** Evaluates queries statement by statement. Each loop runs the statements after it. */
import type { Span } from '#server/engine/text/span.ts';
import { costOfReplacing, getDocumentPathKey, withValueAt } from './document.ts';
import { ExpressionEvaluator, type Frame } from './evaluateExpression.ts';
import { showShort } from '../builtins/builtin.ts';
import type {
  CompiledQuery,
  CompiledStatement,
  CompiledCondition,
  CompiledExpression,
  Loop,
  Output,
  With,
} from '../compile/program.ts';
import {
  compareValues,
  costOf,
  costOfSorting,
  makeObject,
  RegoArray,
  sizeOf,
  type RegoEntry,
  type RegoValue,
} from '../values/values.ts';
import { listOperands, type Operand } from './observer.ts';
import { allBelow, newWorld, treeAt, type Override, type EvaluationState } from './evaluationState.ts';

/** The reason why a statement failed. */
export type FailureReason = 'false' | 'undefined';

/** Receives the solutions of a query. */
export interface SolutionCollector {
  /** Handles a solution with the variables in the frame. Returns whether the solution counts. */
  solution(frame: Frame): boolean;
  /** Returns whether no more solutions are required. */
  finished(): boolean;
  /** Called when a statement fails. */
  failed(index: number, statement: CompiledStatement, reason: FailureReason): void;
}

/** Accepts every solution and ignores failures. */
const anySolution: SolutionCollector = { solution: () => true, finished: () => false, failed: () => undefined };

export abstract class QueryEvaluator extends ExpressionEvaluator {
  /** Runs a query. Returns whether it has a solution that counts. */
  protected run(query: CompiledQuery, frame: Frame, collector: SolutionCollector): boolean {
    this.clear(query.slots, frame);
    this.budget.enter(query, frame.module);
    const found = this.from(query, 0, frame, collector);
    this.budget.leave();
    return found;
  }

  private from(query: CompiledQuery, start: number, frame: Frame, collector: SolutionCollector): boolean {
    for (let index = start; index < query.statements.length; index += 1) {
      const statement = query.statements[index];
      if (statement === undefined) break;
      const { withLoops, with: modifiers, loops, condition } = statement;
      this.budget.step(statement, frame.module);
      if (withLoops.length > 0 || modifiers.length > 0 || loops.length > 0 || condition.kind === 'some in') {
        return this.nested(query, index, statement, frame, collector);
      }
      const reason = this.check(statement, condition, frame);
      if (reason !== undefined) {
        collector.failed(index, statement, reason);
        return false;
      }
    }
    return collector.solution(frame);
  }

  /** Runs a statement with loops or `with`. The following statements run inside its loops. */
  private nested(
    query: CompiledQuery,
    index: number,
    statement: CompiledStatement,
    frame: Frame,
    collector: SolutionCollector,
  ): boolean {
    const outside = this.world;
    const rest = (): boolean => this.from(query, index + 1, frame, collector);
    const inLoops = (): boolean => {
      const inside = statement.with.length === 0 ? outside : this.modified(statement.with, frame);
      if (inside === undefined) {
        this.observeMissing(statement, frame);
        collector.failed(index, statement, 'undefined');
        return false;
      }
      let reached = false;
      const found = this.loop(statement.loops, 0, frame, collector, inside, () => {
        reached = true;
        return this.inWorld(inside, () => {
          if (statement.condition.kind === 'some in')
            return this.someIn(statement.condition, index, statement, frame, collector, rest);
          const reason = this.check(statement, statement.condition, frame);
          if (reason === undefined) return this.inWorld(outside, rest);
          collector.failed(index, statement, reason);
          return false;
        });
      });
      if (!reached) {
        this.observeMissing(statement, frame);
        collector.failed(index, statement, 'undefined');
      }
      return found;
    };
    this.budget.enter(statement, frame.module);
    const found = this.loop(statement.withLoops, 0, frame, collector, outside, inLoops);
    this.budget.leave();
    return found;
  }

  private inWorld<T>(world: EvaluationState, act: () => T): T {
    const before = this.world;
    this.world = world;
    try {
      return act();
    } finally {
      this.world = before;
    }
  }

  /** Runs the nested loops. Returns whether any iteration succeeded. */
  private loop(
    loops: readonly Loop[],
    depth: number,
    frame: Frame,
    collector: SolutionCollector,
    world: EvaluationState,
    inside: () => boolean,
  ): boolean {
    const loop = loops[depth];
    if (loop === undefined) return inside();
    const entries =
      this.entries(
        this.inWorld(world, () => this.evaluate(loop.collection, frame)),
        loop,
        frame,
      ) ?? [];
    this.budget.enter(loop, frame.module);
    let found = false;
    for (const [key, value] of entries) {
      this.budget.step(loop, frame.module);
      frame.slots[loop.slot] = value;
      if (this.matches(loop.key, key, frame) && this.loop(loops, depth + 1, frame, collector, world, inside))
        found = true;
      if (collector.finished()) break;
    }
    frame.slots[loop.slot] = undefined;
    this.budget.leave();
    return found;
  }

  private someIn(
    condition: Extract<CompiledCondition, { kind: 'some in' }>,
    index: number,
    statement: CompiledStatement,
    frame: Frame,
    collector: SolutionCollector,
    rest: () => boolean,
  ): boolean {
    const collection = this.evaluate(condition.collection, frame);
    const entries = this.entries(collection, condition.collection, frame);
    if (entries === undefined && collection !== undefined) {
      throw this.stop(
        `\`some .. in collection\` expects array/set/object. Got \`${showShort(collection)}\``,
        condition.collection,
        frame,
      );
    }
    let found = false;
    let matched = false;
    this.budget.enter(statement, frame.module);
    for (const [key, value] of entries ?? []) {
      this.budget.step(statement, frame.module);
      if (condition.key !== undefined && !this.matches(condition.key, key, frame)) continue;
      if (!this.matches(condition.value, value, frame)) continue;
      matched = true;
      this.observer?.enter(statement, frame.module, this.budget.nesting);
      this.observer?.leave(statement, frame.module, { value, succeeded: true, operands: [] });
      if (rest()) found = true;
      if (collector.finished()) break;
    }
    this.budget.leave();
    if (!matched) {
      this.observeMissing(statement, frame);
      collector.failed(index, statement, collection === undefined ? 'undefined' : 'false');
    }
    return found;
  }

  /** Returns why a condition fails, or undefined if it succeeds. */
  private check(statement: CompiledStatement, condition: CompiledCondition, frame: Frame): FailureReason | undefined {
    this.observer?.enter(statement, frame.module, this.budget.nesting);
    if (condition.kind === 'holds') {
      const value = this.evaluate(condition.expression, frame);
      this.observe(condition.expression, condition.negated ? true : value);
      const isTrue = value !== undefined && value !== false;
      const failed = isTrue ? 'false' : undefined;
      const reason = condition.negated ? failed : isTrue ? undefined : value === false ? 'false' : 'undefined';
      this.observeChecked(statement, condition.negated ? !isTrue : value, reason === undefined, frame);
      return reason;
    }
    const reason = condition.kind === 'every' ? this.every(condition, frame) : undefined;
    this.observeChecked(statement, reason === undefined, reason === undefined, frame);
    return reason;
  }

  private observeChecked(
    statement: CompiledStatement,
    value: RegoValue | undefined,
    succeeded: boolean,
    frame: Frame,
  ): void {
    const { observer, latest } = this;
    if (observer === undefined) return;
    const operands =
      latest === undefined
        ? []
        : listOperands(statement).map((expression): Operand => ({
            span: { start: expression.start, end: expression.end },
            value: expression.kind === 'slot' ? frame.slots[expression.slot] : latest.get(expression),
          }));
    observer.leave(statement, frame.module, { value, succeeded, operands });
  }

  /** Reports a statement that wasn't evaluated because its loops found no matching element. */
  private observeMissing(statement: CompiledStatement, frame: Frame): void {
    this.observer?.enter(statement, frame.module, this.budget.nesting);
    this.observer?.leave(statement, frame.module, { value: undefined, succeeded: false, operands: [] });
  }

  /**
   * Called with the value of every condition that is an expression. These values are the result of a standalone query.
   */
  protected observe(_expression: CompiledExpression, _value: RegoValue | undefined): void {}

  private every(
    { key, value, collection, query }: Extract<CompiledCondition, { kind: 'every' }>,
    frame: Frame,
  ): FailureReason | undefined {
    const domain = this.evaluate(collection, frame);
    const entries = this.entries(domain, collection, frame);
    if (entries === undefined) return 'undefined';
    for (const [itemKey, item] of entries) {
      this.budget.step(query, frame.module);
      if (key !== undefined) frame.slots[key] = itemKey;
      if (value !== undefined) frame.slots[value] = item;
      if (!this.run(query, frame, anySolution)) return 'false';
    }
    return undefined;
  }

  /** Returns the state with the `with` modifiers applied. Returns undefined if one of their values is undefined. */
  private modified(modifiers: readonly With[], frame: Frame): EvaluationState | undefined {
    let { input, data } = this.world;
    const overrides = new Map<string, Override>(this.world.overrides);
    const replaced: (readonly string[])[] = [];
    for (const { target, value, replacement, start, end } of modifiers) {
      const span: Span = { start, end };
      if (target.kind === 'invalid') throw this.stop(target.message, span, frame);
      if (target.kind === 'function' && replacement !== undefined) {
        overrides.set(target.key, { kind: 'function', callee: replacement });
        continue;
      }
      const evaluated = this.evaluate(value, frame);
      if (evaluated === undefined) return undefined;
      if (target.kind === 'function') {
        overrides.set(target.key, { kind: 'value', value: evaluated });
      } else if (target.kind === 'input') {
        this.charge(costOfReplacing(input, target.path), span, frame);
        input = withValueAt(input, target.path, evaluated);
      } else {
        this.charge(costOfReplacing(data, target.path), span, frame);
        data = withValueAt(data, target.path, evaluated);
        replaced.push(target.path);
      }
    }
    const world = newWorld(this.loaded, input, data, overrides);
    const span = modifiers[0] ?? { start: 0, end: 0 };
    this.charge(this.loaded.objects.length + (sizeOf(data) >> 8), span, frame);
    for (const path of replaced) {
      const place = treeAt(this.loaded.tree, path);
      for (const { rules } of place === undefined ? [] : allBelow(place)) {
        this.charge(rules.length, span, frame);
        for (const rule of rules) world.processed.add(rule);
      }
    }
    return world;
  }

  /** Passes the key and value of each output to `take`. Returns whether any of them counted. */
  protected outputs(
    output: Output,
    frame: Frame,
    take: (key: RegoValue | undefined, value: RegoValue | undefined) => boolean,
    depth = 0,
  ): boolean {
    const loop = output.loops[depth];
    if (loop === undefined) {
      const key = output.key === undefined ? undefined : this.evaluate(output.key, frame);
      return take(key, output.value === undefined ? undefined : this.evaluate(output.value, frame));
    }
    const entries = this.entries(this.evaluate(loop.collection, frame), loop, frame);
    if (entries === undefined) throw this.stop('item cannot be indexed', loop, frame);
    let found = false;
    for (const [key, value] of entries) {
      this.budget.step(loop, frame.module);
      frame.slots[loop.slot] = value;
      if (this.matches(loop.key, key, frame) && this.outputs(output, frame, take, depth + 1)) found = true;
    }
    return found;
  }

  protected comprehension(
    { makes, query, output, start, end }: Extract<CompiledExpression, { kind: 'comprehension' }>,
    frame: Frame,
  ): RegoValue {
    const values: RegoValue[] = [];
    const entries: RegoEntry[] = [];
    const span = { start, end };
    let keys = 0;
    const take = (key: RegoValue | undefined, value: RegoValue | undefined): boolean => {
      if (value === undefined) return true;
      this.budget.allocate(1, span, frame.module);
      if (makes !== 'object') values.push(value);
      else if (key !== undefined) {
        this.charge(costOf(key), span, frame);
        keys += sizeOf(key);
        entries.push([key, value]);
      }
      return true;
    };
    this.run(query, frame, { ...anySolution, solution: () => this.outputs(output, frame, take) });
    if (makes === 'array') return new RegoArray(values);
    if (makes === 'set') return this.set(values, span, frame);
    this.charge(costOfSorting(entries.length, keys), span, frame);
    const object = makeObject(entries);
    if (object.entries.length < entries.length) this.checkKeys(entries, output.key ?? span, frame);
    return object;
  }

  /** Throws if a key occurs with two values. */
  private checkKeys(entries: readonly RegoEntry[], span: Span, frame: Frame): void {
    const seen = new Map<string, RegoValue>();
    for (const [key, value] of entries) {
      this.charge(sizeOf(key), span, frame);
      const text = getDocumentPathKey([key]);
      const before = seen.get(text) ?? value;
      seen.set(text, before);
      if (compareValues(before, value) === 0) continue;
      throw this.stop(
        `value for key \`${showShort(key)}\` generated multiple times: \`${showShort(before)}\` and \`${showShort(value)}\``,
        span,
        frame,
      );
    }
  }
}
