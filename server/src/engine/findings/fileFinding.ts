/** Findings that checks report for a file. */
import type { Severity } from '#core/common/severity.ts';
import type { Advisory } from '#core/common/advisory.ts';
import type { CommandLineFinding, ExplainedSpan, Fix, RuleInfo } from './rule.ts';
import type { Related } from './related.ts';

/** A finding in a file. All offsets are relative to the start of the file. */
export interface FileFinding {
  readonly rule: RuleInfo;
  readonly severity: Severity;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly fixes: readonly Fix[];
  readonly related: readonly Related[];
  readonly alsoAt?: readonly ExplainedSpan[];
  readonly advisory?: Advisory;
  readonly offersReleases?: true;
  /** What the command line reports instead, with the severities before the user's settings apply. */
  readonly onCommandLine?: readonly CommandLineFinding[];
}

/** Compares two findings by their positions in the file. */
export function compareByPosition(one: FileFinding, other: FileFinding): number {
  return one.start - other.start || one.end - other.end;
}
