/** Problems with initdata or its encoding. They are values and never thrown. */
import type { Span } from '../text/span.ts';

/**
 * Level of a problem. An error prevents the pod from starting, a warning probably causes problems, and information is
 * only for reference.
 */
export type ProblemLevel = 'error' | 'warning' | 'information';

/** A problem with initdata or its encoding, at a position in the document. */
export interface InitdataProblem<Code extends string = string> {
  readonly code: Code;
  readonly level: ProblemLevel;
  readonly message: string;
  readonly range: Span;
}

/** Creates a problem, by default with the level error. */
export function createInitdataProblem<Code extends string>(
  code: Code,
  message: string,
  range: Span,
  level: ProblemLevel = 'error',
): InitdataProblem<Code> {
  return { code, level, message, range };
}
