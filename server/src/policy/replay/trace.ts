/** Records each expression that an evaluation of a policy evaluates, with its value. */
import { findLastIndexNotAfter } from '#core/common/binarySearch.ts';
import type { Span } from '#server/engine/text/span.ts';
import { showShort } from '../rego/builtins/builtin.ts';
import type { EvaluatedStatement, EvaluationObserver } from '../rego/evaluate/observer.ts';
import type { Module } from '../rego/syntax/ast.ts';
import type { RegoValue } from '../rego/values/values.ts';

/** A part of an expression with its value, as text. */
interface TracedValue {
  readonly expression: string;
  readonly value: string;
}

/** An evaluated expression. Offsets are in the policy. */
export interface TraceStep extends Span {
  /** Name of the rule that contains the expression. */
  readonly rule: string;
  /** Expression as written, in one line. */
  readonly expression: string;
  /** Value as text, `undefined`, or a type if the value is large. Missing if an error stopped the evaluation. */
  readonly value?: string;
  /** True if the expression doesn't prevent a solution. */
  readonly succeeded: boolean;
  /**
   * Nesting depth: 0 for an expression in the request's own rule, larger for an expression that is evaluated as part of
   * another one.
   */
  readonly depth: number;
  /** Values of the references, variables, and calls in the expression. */
  readonly operands: readonly TracedValue[];
}

/** A recorded evaluation. */
export interface Trace {
  readonly steps: readonly TraceStep[];
  /** Number of evaluated expressions that weren't recorded because of the limit. */
  readonly omitted: number;
}

/** Maximum number of recorded expressions, of characters of an expression, and of operands of one expression. */
const maxSteps = 2000;
const maxExpression = 200;
const maxOperands = 8;

/** Text to show for an expression without a value. */
const noValue = 'undefined';

/** Records the evaluation of one policy, which must be the first source. */
export class TraceRecorder implements EvaluationObserver {
  readonly wantsOperands = true;
  readonly #text: string;
  readonly #module: Module;
  readonly #ruleStarts: readonly number[];
  readonly #steps: TraceStep[] = [];
  /** Expressions that are being evaluated, with their nesting depth and the index of their step. */
  readonly #open: { readonly start: number; readonly nesting: number; readonly index: number | undefined }[] = [];
  #omitted = 0;

  constructor(text: string, module: Module) {
    this.#text = text;
    this.#module = module;
    this.#ruleStarts = module.rules.map(({ start }) => start);
  }

  get trace(): Trace {
    return { steps: this.#steps, omitted: this.#omitted };
  }

  enter({ start, end }: Span, source: number, nesting: number): void {
    if (source !== 0) return;
    // After an ignored error, expressions are still open.
    while ((this.#open.at(-1)?.nesting ?? -1) >= nesting) this.#open.pop();
    const depth = this.#open.length;
    const isRecorded = this.#steps.length < maxSteps;
    this.#open.push({ start, nesting, index: isRecorded ? this.#steps.length : undefined });
    if (!isRecorded) {
      this.#omitted += 1;
      return;
    }
    const expression = this.#written(start, end);
    this.#steps.push({ start, end, rule: this.#ruleAt(start), expression, succeeded: false, depth, operands: [] });
  }

  leave({ start }: Span, source: number, { value, succeeded, operands }: EvaluatedStatement): void {
    if (source !== 0) return;
    let open = this.#open.pop();
    while (open !== undefined && open.start !== start) open = this.#open.pop();
    const step = open?.index === undefined ? undefined : this.#steps[open.index];
    if (open?.index === undefined || step === undefined) return;
    const values = new Map<string, string>();
    for (const { span, value: operand } of operands) {
      if (values.size >= maxOperands) break;
      values.set(this.#written(span.start, span.end), describeValue(operand));
    }
    this.#steps[open.index] = {
      ...step,
      value: describeValue(value),
      succeeded,
      operands: [...values].map(([expression, text]) => ({ expression, value: text })),
    };
  }

  body(): void {}

  #written(start: number, end: number): string {
    const text = this.#text
      .slice(start, Math.min(end, start + maxExpression))
      .replaceAll(/\s+/g, ' ')
      .trim();
    return end - start > maxExpression ? `${text}…` : text;
  }

  #ruleAt(offset: number): string {
    const ref = this.#module.rules[findLastIndexNotAfter(this.#ruleStarts, offset)]?.head.ref;
    return ref === undefined ? '' : this.#written(ref.start, ref.end);
  }
}

function describeValue(value: RegoValue | undefined): string {
  return value === undefined ? noValue : showShort(value);
}
