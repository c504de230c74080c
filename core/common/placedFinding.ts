/** Finding of a rule in the form that the CLI and assistants use. */
import type { Advisory } from './advisory.ts';
import type { Severity } from './severity.ts';

/**
 * A finding with its location. Lines and columns start at 1, columns count UTF-16 code units, and the end is exclusive.
 */
export interface PlacedFinding {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly severity: Severity;
  readonly rule: string;
  readonly message: string;
  readonly fixable: boolean;
  /** Address of the page that explains the source of the rule, if it is known. */
  readonly docs?: string;
  /** Published advisory that the finding is about. */
  readonly advisory?: Advisory;
  /** Other places in the same file that the finding is about. */
  readonly alsoAt?: readonly PlacedMessage[];
}

/** A place in a file with a message. Counts as in `PlacedFinding`. */
export interface PlacedMessage {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly message: string;
}
