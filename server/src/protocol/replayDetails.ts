/** Defines parts of a replayed request: the change of the policy, and the evaluated expressions. See protocol.ts. */
import type { LspRange, TextEdit } from './textEdit.ts';

/** A change of the file with the policy. */
export interface ReplayFix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/** Evaluated expressions of a request in the order of evaluation. */
export interface ReplayTrace {
  readonly steps: readonly ReplayTraceStep[];
  /** Number of evaluated expressions that aren't in the list. */
  readonly omitted: number;
}

interface ReplayTraceStep {
  readonly range: LspRange;
  /** Name of the rule that contains the expression. */
  readonly rule: string;
  /** Expression as written, in one line. */
  readonly expression: string;
  /** Value as text. Missing if an error stopped the evaluation. */
  readonly value?: string;
  /** True if the expression doesn't prevent a solution. */
  readonly succeeded: boolean;
  /**
   * Nesting depth: 0 for an expression in the request's own rule, larger for an expression that is evaluated as part of
   * another one.
   */
  readonly depth: number;
  /** Values of the references, variables, and calls in the expression. */
  readonly values: readonly { readonly expression: string; readonly value: string }[];
}
