/**
 * Represents problems that the user can solve, with actions. Errors cross bundles, so code recognizes them by their
 * fields. Doesn't use VS Code.
 */

/** An action that solves a problem, shown as a button of its message. */
export interface Solution {
  readonly title: string;
  run(): PromiseLike<unknown>;
}

/** A problem that the user can solve. */
export class SolvableError extends Error {
  override readonly name = 'SolvableError';
  readonly solutions: readonly Solution[];

  /**
   * @param message a sentence that names the problem
   * @param solutions the best one first
   */
  constructor(message: string, ...solutions: readonly Solution[]) {
    super(message);
    this.solutions = solutions;
  }
}

/** Returns the actions that solve a problem. Empty for other errors. */
export function solutionsOf(error: unknown): readonly Solution[] {
  if (!(error instanceof Error) || !('solutions' in error) || !Array.isArray(error.solutions)) return [];
  return error.solutions.filter(isSolution);
}

function isSolution(value: unknown): value is Solution {
  return (
    typeof value === 'object' &&
    value !== null &&
    'title' in value &&
    typeof value.title === 'string' &&
    'run' in value &&
    typeof value.run === 'function'
  );
}

/**
 * Returns whether the log contains more than the message of an error. The stack of a plain `Error` doesn't count,
 * because its message is written for users.
 * @param message the displayed message
 * @param cause the logged cause
 */
export function logHasMore(message: string, cause: unknown): boolean {
  if (cause === undefined || solutionsOf(cause).length > 0) return false;
  if (!(cause instanceof Error)) return typeof cause !== 'string' || !message.includes(cause);
  return cause.name !== 'Error' || cause.cause !== undefined || !message.includes(cause.message);
}
