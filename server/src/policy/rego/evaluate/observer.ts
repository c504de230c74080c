/** Defines what an observer of an evaluation receives, for coverage and traces. */
import type { Span } from '#server/engine/text/span.ts';
import type { CompiledExpression, CompiledStatement } from '../compile/program.ts';
import type { RegoValue } from '../values/values.ts';

/** A part of an evaluated statement, with its value. */
export interface Operand {
  readonly span: Span;
  readonly value: RegoValue | undefined;
}

/** A statement that has been evaluated. */
export interface EvaluatedStatement {
  /** Value of the statement. Undefined if it has none. */
  readonly value: RegoValue | undefined;
  /** True if the statement doesn't prevent a solution. */
  readonly succeeded: boolean;
  /** Values of references, variables, and calls in the statement. Empty unless `wantsOperands` is true. */
  readonly operands: readonly Operand[];
}

/** Receives the steps of an evaluation in their order. Must not throw. */
export interface EvaluationObserver {
  /** True if `leave` needs the values of operands, which costs memory. */
  readonly wantsOperands: boolean;
  /**
   * Called before a statement is evaluated, for each element that its loops iterate over.
   * @param source index of the source that contains the statement
   * @param nesting nesting depth, which is larger for a statement that is evaluated as part of another one
   */
  enter(statement: Span, source: number, nesting: number): void;
  /** Called after a statement was evaluated. Not called if an error stopped the evaluation of the statement. */
  leave(statement: Span, source: number, evaluated: EvaluatedStatement): void;
  /**
   * Called after the body of a rule was evaluated.
   * @param found true if the body has a solution
   */
  body(body: Span, source: number, found: boolean): void;
}

/** Returns the references, variables, and calls whose values explain a statement, in the order of the text. */
export function listOperands({ condition }: CompiledStatement): readonly CompiledExpression[] {
  switch (condition.kind) {
    case 'holds':
      return operandsIn(condition.expression, !condition.negated);
    case 'every':
    case 'some in':
      return operandsIn(condition.collection, false);
    default:
      return [];
  }
}

/**
 * Returns the operands in an expression.
 * @param isWhole true if the expression is the entire statement. It isn't an operand itself then, because its value is
 * the value of the statement
 */
function operandsIn(expression: CompiledExpression, isWhole: boolean): readonly CompiledExpression[] {
  const inside = (...parts: readonly (CompiledExpression | undefined)[]) =>
    parts.flatMap((part) => (part === undefined ? [] : operandsIn(part, false)));
  const own = isWhole ? [] : [expression];
  switch (expression.kind) {
    case 'slot':
    case 'document':
    case 'lookup':
    case 'input':
    case 'comprehension':
      return own;
    case 'call':
      return [...own, ...inside(...expression.arguments)];
    case 'compare':
    case 'arithmetic':
    case 'sets':
      return inside(expression.left, expression.right);
    case 'membership':
      return inside(expression.key, expression.value, expression.collection);
    case 'assign':
      return expression.pairs.flatMap(({ pattern, value }) => [
        ...(pattern.kind === 'equal' ? operandsIn(pattern.to, false) : []),
        ...(value.kind === 'constant' ? [] : [value]),
      ]);
    case 'array':
    case 'set':
      return inside(...expression.items);
    case 'object':
      return inside(...expression.entries.map(({ value }) => value));
    default:
      return [];
  }
}
