import type { Span } from '#server/engine/text/span.ts';

/** How much one evaluation may take. */
export interface EvaluationLimits {
  /** Terms, statements and elements looked at. */
  readonly steps: number;
  /** Elements of collections and characters of strings made, together. */
  readonly allocation: number;
  /**
   * How deep rules, functions, queries and terms may be nested in each other while they are evaluated. The stack of a
   * thread of Node holds about 1100.
   */
  readonly depth: number;
  /** How long it may take; without it only the counts above end it. */
  readonly time?: EvaluationTimeLimit;
}

/**
 * Counts are the same on every machine, but no count knows what each step takes. The clock is handed in: this room has
 * none.
 */
interface EvaluationTimeLimit {
  readonly now: () => number;
  readonly milliseconds: number;
}

/** So many steps lie between two looks at the clock. */
const stepsBetweenLooks = 1000;

export const defaultLimits: EvaluationLimits = { steps: 5_000_000, allocation: 20_000_000, depth: 600 };

/** Why an evaluation or a load ended early. Thrown inside, a value outside. */
export class EvaluationStop extends Error {
  readonly span: Span;
  /** Which of the sources, as handed over. */
  readonly source: number;
  /** A bound was reached, which nothing in the policy may swallow. */
  readonly bound: boolean;

  constructor(message: string, span: Span, source: number, bound = false) {
    super(message);
    this.span = span;
    this.source = source;
    this.bound = bound;
  }
}

/** Charges work before it is done. */
export interface Charge {
  /** Charges steps before the work. */
  spend(steps: number): void;
  /** Charges elements or characters before they are created. */
  allocate(amount: number): void;
}

/** Charges nothing. For work within other limits. */
export const freeOfCharge: Charge = { spend: () => undefined, allocate: () => undefined };

/** The resources that an evaluation used. */
export interface Spent {
  readonly steps: number;
  readonly allocated: number;
}

/** Counts what an evaluation takes and stops it where it takes too much. */
export class EvaluationBudget {
  private readonly limits: EvaluationLimits;
  private steps = 0;
  private allocated = 0;
  private readonly until: number;
  private nextLook = stepsBetweenLooks;
  /** How deep it is just now; set back where an error is swallowed. */
  nesting = 0;

  constructor(limits: EvaluationLimits) {
    this.limits = limits;
    this.until = limits.time === undefined ? Number.POSITIVE_INFINITY : limits.time.now() + limits.time.milliseconds;
  }

  /** Where the evaluation is: for errors that do not know their place. */
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

  /** Many steps at once: what a built-in goes through inside. */
  spend(steps: number, span: Span, source: number): void {
    this.steps += steps;
    this.step(span, source);
  }

  allocate(amount: number, span: Span, source: number): void {
    this.allocated += amount;
    if (this.allocated > this.limits.allocation)
      throw new EvaluationStop(
        `stopped: values of more than ${this.limits.allocation} elements and characters were made`,
        span,
        source,
        true,
      );
    // What is made takes time, too.
    if (amount >= 16) this.spend(amount >> 4, span, source);
  }

  enter(span: Span, source: number): void {
    this.nesting += 1;
    if (this.nesting > this.limits.depth)
      throw new EvaluationStop(
        `stopped: rules, functions and terms are nested more than ${this.limits.depth} deep`,
        span,
        source,
        true,
      );
  }

  leave(): void {
    this.nesting -= 1;
  }
}
