/** Compares the findings that the rules report for two releases. */
import type { PlacedFinding } from '../common/placedFinding.ts';

/** The part of a finding that a comparison shows. */
export type ComparedFinding = Pick<PlacedFinding, 'file' | 'line' | 'column' | 'severity' | 'rule'>;

/** Findings that only one of two releases has. */
export interface FindingDifferences {
  /** Number of checked files. */
  readonly files: number;
  readonly appeared: readonly ComparedFinding[];
  readonly disappeared: readonly ComparedFinding[];
  /** Numbers of findings that aren't in the lists, because there are too many. */
  readonly omitted?: { readonly appeared: number; readonly disappeared: number };
}

/** Returns the findings of the first list that the second one doesn't contain. Messages can name the release. */
export function subtractFindings<Finding extends ComparedFinding>(
  all: readonly Finding[],
  known: readonly ComparedFinding[],
): readonly Finding[] {
  const keyOf = ({ file, line, column, severity, rule }: ComparedFinding) =>
    JSON.stringify([file, line, column, severity, rule]);
  const keys = new Set(known.map(keyOf));
  return all.filter((problem) => !keys.has(keyOf(problem)));
}
