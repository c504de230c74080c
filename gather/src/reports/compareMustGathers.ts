/** Compares two must-gathers, given by their paths. */
import * as l10n from '@vscode/l10n';
import path from 'node:path';
import { createComparedMustGather } from '#core/diagnosis/comparison/comparedState.ts';
import { compareStates, type StateComparison } from '#core/diagnosis/comparison/compareStates.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { ReadOptions } from '../read/mustGatherReadResult.ts';
import { createMustGatherReport, type MustGatherReport } from './mustGatherReport.ts';

/** A report with the name of its must-gather. */
interface NamedReport {
  readonly name: string;
  readonly report: MustGatherReport;
}

/**
 * Compares two must-gathers. The error says which one can't be read, and why.
 * @throws the reason of `signal` if it aborts
 */
export async function comparisonOf(
  first: string,
  second: string,
  options: ReadOptions = {},
): Promise<Result<StateComparison, string>> {
  const before = await createMustGatherReport(first, options);
  if (!before.ok) return fail(l10n.t`can't read ${first}: ${before.error.words}`);
  const after = await createMustGatherReport(second, options);
  if (!after.ok) return fail(l10n.t`can't read ${second}: ${after.error.words}`);
  return succeed(
    compareReports(
      { name: path.basename(path.resolve(first)), report: before.value },
      { name: path.basename(path.resolve(second)), report: after.value },
    ),
  );
}

/** Compares two reports, with names for the result. */
export function compareReports(first: NamedReport, second: NamedReport): StateComparison {
  return compareStates(
    createComparedMustGather(first.name, first.report.gathered, first.report.findings),
    createComparedMustGather(second.name, second.report.gathered, second.report.findings),
  );
}
