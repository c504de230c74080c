/** Why the engine refuses a module while it reads it. */
import type { Span } from '#server/engine/text/span.ts';
import type { Module, RegoProblem } from '../syntax/ast.ts';

/** What the engine says of it, and where. */
export interface EngineError {
  readonly message: string;
  readonly span: Span;
}

/**
 * The first problem of a module, at the place that the engine's own verdicts have for it; undefined when the engine
 * reads the module.
 */
export function getFirstEngineError(module: Module): EngineError | undefined {
  const [problem] = module.problems;
  return problem === undefined ? undefined : { message: problem.message, span: placeOf(module, problem) };
}

/**
 * Where `if` is no keyword, it is the name of a rule. The verdicts that were recorded of the engine have, for what it
 * refuses in the body of that one, the place of this name, of which it warns first.
 */
function placeOf({ rules }: Module, { start, end }: RegoProblem): Span {
  const around = rules.find(
    (rule) =>
      rule.start <= start && start < rule.end && rule.head.ref.kind === 'variable' && rule.head.ref.name === 'if',
  );
  const { start: from, end: to } = around?.head.ref ?? { start, end };
  return { start: from, end: to };
}
