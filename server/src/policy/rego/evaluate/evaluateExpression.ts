/** Evaluates expressions. */
import type { Span } from '#server/engine/text/span.ts';
import { BuiltinProblem, showShort, type BuiltinCall } from '../builtins/builtin.ts';
import { difference, intersect, unite } from '../builtins/collections.ts';
import type { RE2JS } from 're2js';
import { formatValue, toJsonText } from '../values/formatValue.ts';
import { EvaluationStop, type EvaluationBudget, type Charge } from './limits.ts';
import type { Loaded } from './load.ts';
import { add, divide, isNumber, isZero, multiply, subtract, type RegoNumber } from '../values/numbers.ts';
import { costOfNumber } from '../values/numberSize.ts';
import type { Arithmetic, ComparisonOperator, CompiledExpression, Pattern, Slot } from '../compile/program.ts';
import {
  compareValues,
  isSameValue,
  RegoArray,
  RegoObject,
  RegoSet,
  costOf,
  costOfLookups,
  costOfSorting,
  listEntries,
  lookUp,
  makeObject,
  makeSet,
  sizeOf,
  type RegoEntry,
  type RegoValue,
} from '../values/values.ts';
import type { EvaluationState } from './evaluationState.ts';
import type { EvaluationObserver } from './observer.ts';

/** The variables of a rule during evaluation. */
export interface Frame {
  readonly slots: (RegoValue | undefined)[];
  readonly module: number;
}

type Of<Kind extends CompiledExpression['kind']> = Extract<CompiledExpression, { kind: Kind }>;

const namesOfOperators: Readonly<Record<Arithmetic, string>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'div',
  '%': 'mod',
};

const holds = (operator: ComparisonOperator, order: number): boolean => {
  switch (operator) {
    case '==':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    default:
      return order >= 0;
  }
};

export abstract class ExpressionEvaluator {
  protected readonly loaded: Loaded;
  protected readonly budget: EvaluationBudget;
  protected readonly strict: boolean;
  protected world: EvaluationState;
  protected readonly observer: EvaluationObserver | undefined;
  /** Latest value of each expression. Undefined unless the observer needs these values. */
  protected readonly latest: Map<CompiledExpression, RegoValue | undefined> | undefined;
  private readonly regexes = new Map<string, RE2JS | undefined>();

  constructor(
    loaded: Loaded,
    budget: EvaluationBudget,
    strict: boolean,
    world: EvaluationState,
    observer?: EvaluationObserver,
  ) {
    this.loaded = loaded;
    this.budget = budget;
    this.strict = strict;
    this.world = world;
    this.observer = observer;
    this.latest = observer?.wantsOperands === true ? new Map() : undefined;
  }

  protected abstract document(expression: Of<'document'>, frame: Frame): RegoValue | undefined;
  protected abstract ensureKey(path: readonly string[], key: RegoValue, frame: Frame): void;
  protected abstract comprehension(expression: Of<'comprehension'>, frame: Frame): RegoValue | undefined;
  protected abstract call(expression: Of<'call'>, frame: Frame): RegoValue | undefined;

  protected stop(message: string, span: Span, frame: Frame, bound = false): EvaluationStop {
    return new EvaluationStop(message, { start: span.start, end: span.end }, frame.module, bound);
  }

  evaluate(expression: CompiledExpression, frame: Frame): RegoValue | undefined {
    if (expression.kind === 'constant') return expression.value;
    if (expression.kind === 'slot') return frame.slots[expression.slot];
    this.budget.step(expression, frame.module);
    this.budget.enter(expression, frame.module);
    const value = this.compound(expression, frame);
    this.budget.leave();
    this.latest?.set(expression, value);
    return value;
  }

  private compound(
    expression: Exclude<CompiledExpression, Of<'constant'> | Of<'slot'>>,
    frame: Frame,
  ): RegoValue | undefined {
    switch (expression.kind) {
      case 'unsafe':
        throw this.stop(expression.message, expression, frame);
      case 'input':
        return this.world.input;
      case 'document':
        return this.document(expression, frame);
      case 'lookup':
        return this.lookup(expression, frame);
      case 'array':
      case 'set':
        return this.collection(expression, frame);
      case 'object':
        return this.object(expression, frame);
      case 'comprehension':
        return this.comprehension(expression, frame);
      case 'call':
        return this.call(expression, frame);
      case 'membership':
        return this.membership(expression, frame);
      case 'assign':
        return this.assign(expression, frame);
      default:
        return this.operation(expression, frame);
    }
  }

  private lookup({ base, key, rootedInData }: Of<'lookup'>, frame: Frame): RegoValue | undefined {
    const keyValue = this.evaluate(key, frame);
    if (keyValue === undefined) return undefined;
    if (rootedInData && base.kind === 'document') this.ensureKey(base.path, keyValue, frame);
    const collection = this.evaluate(base, frame);
    this.charge(costOf(keyValue), key, frame);
    const found = lookUp(collection, keyValue);
    // Numbers match data keys that have the same text.
    return found === undefined && rootedInData && isNumber(keyValue)
      ? lookUp(collection, toJsonText(keyValue, this.chargeAt(key, frame)))
      : found;
  }

  private collection({ kind, items }: Of<'array' | 'set'>, frame: Frame): RegoValue | undefined {
    const values: RegoValue[] = [];
    for (const item of items) {
      const value = this.evaluate(item, frame);
      if (value === undefined) return undefined;
      values.push(value);
    }
    if (kind === 'array') return new RegoArray(values);
    return this.set(values, items[0] ?? { start: 0, end: 0 }, frame);
  }

  /** Creates a set. Charges the cost of sorting it. */
  protected set(values: readonly RegoValue[], span: Span, frame: Frame): RegoSet {
    let size = 0;
    for (const value of values) size += sizeOf(value);
    this.charge(costOfSorting(values.length, size), span, frame);
    return makeSet(values);
  }

  /**
   * Returns the keys and values of a collection for a loop. Creates the entries of arrays and sets even if the loop
   * ends early.
   */
  protected entries(collection: RegoValue | undefined, span: Span, frame: Frame): readonly RegoEntry[] | undefined {
    if (collection instanceof RegoArray || collection instanceof RegoSet)
      this.charge(collection.items.length >> 3, span, frame);
    return listEntries(collection);
  }

  protected charge(steps: number, span: Span, frame: Frame): void {
    if (steps > 0) this.budget.spend(steps, span, frame.module);
  }

  private object({ entries }: Of<'object'>, frame: Frame): RegoValue | undefined {
    const values: RegoEntry[] = [];
    for (const { key, value } of entries) {
      const keyValue = this.evaluate(key, frame);
      const itemValue = keyValue === undefined ? undefined : this.evaluate(value, frame);
      if (keyValue === undefined || itemValue === undefined) return undefined;
      this.charge(costOf(keyValue), key, frame);
      values.push([keyValue, itemValue]);
    }
    return makeObject(values);
  }

  private membership({ key, value, collection }: Of<'membership'>, frame: Frame): RegoValue {
    const wanted = this.evaluate(value, frame);
    const within = this.evaluate(collection, frame);
    if (key !== undefined) {
      const keyValue = this.evaluate(key, frame);
      if (!(within instanceof RegoArray || within instanceof RegoObject)) return false;
      const found = keyValue === undefined ? undefined : lookUp(within, keyValue);
      this.charge(
        costOf(keyValue ?? null) + (found === undefined || wanted === undefined ? 0 : costOf(found, wanted)),
        collection,
        frame,
      );
      return isSameValue(found, wanted);
    }
    if (wanted === undefined) return false;
    if (within instanceof RegoSet) {
      this.charge(costOf(wanted), collection, frame);
      return within.has(wanted);
    }
    const entries = listEntries(within) ?? [];
    this.charge(entries.length * (1 + costOf(wanted)), collection, frame);
    return entries.some(([, item]) => isSameValue(item, wanted));
  }

  private assign({ pairs }: Of<'assign'>, frame: Frame): RegoValue | undefined {
    for (const { pattern, value } of pairs) {
      const found = this.evaluate(value, frame);
      if (found === undefined) return undefined;
      if (!this.matches(pattern, found, frame)) return false;
    }
    return true;
  }

  /** Matches a value against a pattern, and binds the variables of the pattern. */
  protected matches(pattern: Pattern, value: RegoValue, frame: Frame): boolean {
    switch (pattern.kind) {
      case 'any':
        return true;
      case 'bind':
        frame.slots[pattern.slot] = value;
        return true;
      case 'equal':
        return this.isSame(this.evaluate(pattern.to, frame), value, pattern.to, frame);
      case 'array':
        if (!(value instanceof RegoArray) || value.items.length !== pattern.items.length) return false;
        return pattern.items.every((item, index) => {
          const element = value.items[index];
          return element !== undefined && this.matches(item, element, frame);
        });
      default:
        if (!(value instanceof RegoObject)) return false;
        return pattern.entries.every((entry) => {
          const key = this.evaluate(entry.key, frame);
          const item = key === undefined ? undefined : value.get(key);
          return item !== undefined && this.matches(entry.pattern, item, frame);
        });
    }
  }

  private isSame(left: RegoValue | undefined, right: RegoValue, span: Span, frame: Frame): boolean {
    if (left !== undefined) this.charge(costOf(left, right), span, frame);
    return isSameValue(left, right);
  }

  private operation(expression: Of<'compare' | 'arithmetic' | 'sets'>, frame: Frame): RegoValue | undefined {
    const left = this.evaluate(expression.left, frame);
    const right = this.evaluate(expression.right, frame);
    if (left === undefined || right === undefined) return undefined;
    this.charge(costOf(left, right), expression, frame);
    if (expression.kind === 'compare') return holds(expression.operator, compareValues(left, right));
    if (expression.kind === 'sets') {
      const name = expression.operator === '|' ? 'union' : 'intersection';
      const sets = [
        this.setOperand(name, left, expression.left, frame),
        this.setOperand(name, right, expression.right, frame),
      ] as const;
      return expression.operator === '|' ? unite(...sets) : intersect(...sets);
    }
    if (expression.operator === '-' && (left instanceof RegoSet || right instanceof RegoSet)) {
      return difference(
        this.setOperand('difference', left, expression.left, frame),
        this.setOperand('difference', right, expression.right, frame),
      );
    }
    return this.arithmetic(expression, left, right, frame);
  }

  private setOperand(name: string, value: RegoValue, span: Span, frame: Frame): RegoSet {
    if (!(value instanceof RegoSet))
      throw this.stop(`\`${name}\` expects set argument. Got \`${showShort(value)}\` instead`, span, frame);
    this.budget.allocate(value.items.length, span, frame.module);
    this.charge(
      value.items.length + costOfLookups(value.items.length, value.items.length) + costOf(value),
      span,
      frame,
    );
    return value;
  }

  private numericOperand(operator: Arithmetic, value: RegoValue, span: Span, frame: Frame): RegoNumber {
    if (isNumber(value)) return value;
    throw this.stop(
      `\`${namesOfOperators[operator]}\` expects numeric argument. Got \`${showShort(value)}\` instead`,
      span,
      frame,
    );
  }

  private arithmetic(
    expression: Of<'arithmetic'>,
    left: RegoValue,
    right: RegoValue,
    frame: Frame,
  ): RegoValue | undefined {
    const one = this.numericOperand(expression.operator, left, expression.left, frame);
    const other = this.numericOperand(expression.operator, right, expression.right, frame);
    this.charge(costOfNumber(one) + costOfNumber(other), expression, frame);
    switch (expression.operator) {
      case '+':
        return add(one, other);
      case '-':
        return subtract(one, other);
      case '*':
        return multiply(one, other);
      default:
        break;
    }
    if (isZero(other)) {
      if (this.strict)
        throw this.stop(expression.operator === '/' ? 'divide by zero' : 'modulo by zero', expression, frame);
      return undefined;
    }
    if (expression.operator === '/') return divide(one, other);
    if (typeof one !== 'bigint' || typeof other !== 'bigint')
      throw this.stop('modulo on floating-point number', expression, frame);
    return one % other;
  }

  /** Creates a charge for the position of an expression. */
  protected chargeAt(span: Span, frame: Frame): Charge {
    return {
      spend: (steps) => this.budget.spend(steps, span, frame.module),
      allocate: (amount) => this.budget.allocate(amount, span, frame.module),
    };
  }

  /** Creates the call object for a built-in function. */
  protected builtinCall(name: string, span: Span, frame: Frame): BuiltinCall {
    return {
      ...this.chargeAt(span, frame),
      name,
      strict: this.strict,
      stop: (message) => {
        throw this.stop(message, span, frame, true);
      },
      regexes: this.regexes,
    };
  }

  /** Runs a built-in function. If it rejects its arguments, the result is undefined, or an error in strict mode. */
  protected runBuiltin(
    run: (call: BuiltinCall) => RegoValue | undefined,
    name: string,
    call: Of<'call'>,
    frame: Frame,
  ): RegoValue | undefined {
    try {
      return run(this.builtinCall(name, call, frame));
    } catch (error) {
      if (!(error instanceof BuiltinProblem)) throw error;
      if (!this.strict) return undefined;
      throw this.stop(
        error.message,
        (error.argument === undefined ? undefined : call.arguments[error.argument]) ?? call.at,
        frame,
      );
    }
  }

  protected show(value: RegoValue | undefined, span: Span, frame: Frame): string {
    return value === undefined ? '<undefined>' : formatValue(value, this.chargeAt(span, frame));
  }

  protected clear(slots: readonly Slot[], frame: Frame): void {
    for (const slot of slots) frame.slots[slot] = undefined;
  }
}
