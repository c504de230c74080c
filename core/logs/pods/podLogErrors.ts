/** Summarizes the errors in the logs of containers. */
import { ErrorSummary, type ErrorGroup } from '../errorSummary.ts';
import { readWhole } from '../readLine.ts';

export interface PodLogErrors {
  /** Number of lines that were read, and of errors among them. */
  readonly lines: number;
  readonly errors: number;
  /** Groups of similar errors, most frequent first. */
  readonly groups: readonly ErrorGroup[];
}

/**
 * Returns a function that adds lines, and one that returns the summary so far. The memory use is limited.
 * @param latest latest possible time of a line, in milliseconds since 1970
 */
export function summarizeErrors(latest: number): {
  readonly add: (line: string) => void;
  readonly summary: () => PodLogErrors;
} {
  const summary = new ErrorSummary();
  let [lines, errors] = [0, 0];
  return {
    add(text) {
      const line = readWhole(text, lines, { latest });
      lines += 1;
      if (line.level === 'error') errors += 1;
      summary.look(line);
    },
    summary: () => ({ lines, errors, groups: summary.list() }),
  };
}
