/** Finds the error with which the policy engine rejects a module during parsing. */
import type { Span } from '#server/engine/text/span.ts';
import type { Module, RegoProblem } from '../syntax/ast.ts';

/** The error message of the policy engine and its position. */
export interface EngineError {
  readonly message: string;
  readonly span: Span;
}

/**
 * Returns the first error of a module at the position that the policy engine reports. Returns undefined if the engine
 * accepts the module.
 */
export function getFirstEngineError(module: Module): EngineError | undefined {
  const [problem] = module.problems;
  return problem === undefined ? undefined : { message: problem.message, span: placeOf(module, problem) };
}

/**
 * Returns the position that the policy engine reports. If `if` isn't a keyword, the engine parses it as the name of a
 * rule and first warns about the name. According to recorded verdicts, the engine reports errors in the body of that
 * rule at the position of the name.
 */
function placeOf({ rules }: Module, { start, end }: RegoProblem): Span {
  const around = rules.find(
    (rule) =>
      rule.start <= start && start < rule.end && rule.head.ref.kind === 'variable' && rule.head.ref.name === 'if',
  );
  const { start: from, end: to } = around?.head.ref ?? { start, end };
  return { start: from, end: to };
}
