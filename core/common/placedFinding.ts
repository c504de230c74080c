/** A finding of a rule, as those read it who have only text: the command line and assistants. */
import type { Severity } from './severity.ts';

/** Lines and columns start at 1, columns count UTF-16 units, the end is exclusive. */
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
}
