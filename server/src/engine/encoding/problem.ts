/** What is wrong with initdata or with what packs it: values, never thrown. */
import type { Span } from '../text/span.ts';

/** Errors stop the pod, warnings probably do harm, information is to be known. */
export type ProblemLevel = 'error' | 'warning' | 'information';

/** One thing that is wrong. */
export interface InitdataProblem<Code extends string = string> {
  readonly code: Code;
  readonly level: ProblemLevel;
  readonly message: string;
  readonly range: Span;
}

/** Makes one. */
export function createInitdataProblem<Code extends string>(
  code: Code,
  message: string,
  range: Span,
  level: ProblemLevel = 'error',
): InitdataProblem<Code> {
  return { code, level, message, range };
}
