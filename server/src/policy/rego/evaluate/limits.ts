import type { Span } from '#server/engine/text/span.ts';

/** Limits for one evaluation. */
export interface EvaluationLimits {
  /** Maximum number of evaluated terms, statements, and elements. */
  readonly steps: number;
  /** Maximum number of created elements in collections and characters in strings, combined. */
  readonly allocation: number;
  /**
   * Maximum nesting depth of rules, functions, queries, and terms during evaluation. The stack of a Node thread allows
   * about 1,100.
   */
  readonly depth: number;
  /** Time limit. If undefined, only the other limits apply. */
  readonly time?: EvaluationTimeLimit;
}

/**
 * Time limit of an evaluation. The other limits don't depend on the computer, but the time for a step does. The caller
 * provides the clock, so that this module doesn't depend on one.
 */
interface EvaluationTimeLimit {
  readonly now: () => number;
  readonly milliseconds: number;
}

/** Number of steps between two checks of the clock. */
const stepsBetweenLooks = 1000;

export const defaultLimits: EvaluationLimits = { steps: 5_000_000, allocation: 20_000_000, depth: 600 };

/** Thrown when an evaluation or load stops early. Callers receive it as a value. */
export class EvaluationStop extends Error {
  readonly span: Span;
  /** Index of the source. */
  readonly source: number;
  /** True if a limit was reached. The policy can't ignore such an error. */
  readonly bound: boolean;

  constructor(message: string, span: Span, source: number, bound = false) {
    super(message);
    this.span = span;
    this.source = source;
    this.bound = bound;
  }
}

/** Charges work before it's done. */
export interface Charge {
  /** Charges steps before the work is done. */
  spend(steps: number): void;
  /** Charges elements or characters before they are created. */
  allocate(amount: number): void;
}

/** Charges nothing. Used for work that other limits cover. */
export const freeOfCharge: Charge = { spend: () => undefined, allocate: () => undefined };

/** The resources that an evaluation has used. */
export interface Spent {
  readonly steps: number;
  readonly allocated: number;
}

/** Counts the resources of an evaluation, and stops it when it exceeds a limit. */
export class EvaluationBudget {
  private readonly limits: EvaluationLimits;
  private steps = 0;
  private allocated = 0;
  private readonly until: number;
  private nextLook = stepsBetweenLooks;
  /** Current nesting depth. It's restored when an error is ignored. */
  nesting = 0;

  constructor(limits: EvaluationLimits) {
    this.limits = limits;
    this.until = limits.time === undefined ? Number.POSITIVE_INFINITY : limits.time.now() + limits.time.milliseconds;
  }

  /** Current position of the evaluation, for errors without a position. */
  at: { readonly span: Span; readonly source: number } = { span: { start: 0, end: 0 }, source: 0 };

  get spent(): Spent {
    return { steps: this.steps, allocated: this.allocated };
  }

  step(span: Span, source: number): void {
    this.steps += 1;
    this.at = { span, source };
    if (this.steps > this.limits.steps)
      throw new EvaluationStop(`stopped after ${this.limits.steps} steps`, span, source, true);
    if (this.steps >= this.nextLook) this.look(span, source);
  }

  private look(span: Span, source: number): void {
    this.nextLook = this.steps + stepsBetweenLooks;
    const { time } = this.limits;
    if (time !== undefined && time.now() > this.until)
      throw new EvaluationStop(`stopped after ${time.milliseconds} ms`, span, source, true);
  }

  /** Charges several steps, for the internal work of a built-in function. */
  spend(steps: number, span: Span, source: number): void {
    this.steps += steps;
    this.step(span, source);
  }

  allocate(amount: number, span: Span, source: number): void {
    this.allocated += amount;
    if (this.allocated > this.limits.allocation)
      throw new EvaluationStop(
        `stopped: more than ${this.limits.allocation} elements and characters were created`,
        span,
        source,
        true,
      );
    // Creating values also takes time.
    if (amount >= 16) this.spend(amount >> 4, span, source);
  }

  enter(span: Span, source: number): void {
    this.nesting += 1;
    if (this.nesting > this.limits.depth)
      throw new EvaluationStop(
        `stopped: rules, functions, and terms are nested more than ${this.limits.depth} levels deep`,
        span,
        source,
        true,
      );
  }

  leave(): void {
    this.nesting -= 1;
  }
}
