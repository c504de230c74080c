/** Compares two must-gathers, given by their paths. */
import * as l10n from '@vscode/l10n';
import path from 'node:path';
import { createComparedMustGather } from '#core/diagnosis/comparison/comparedState.ts';
import { compareStates, type StateComparison } from '#core/diagnosis/comparison/compareStates.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { ReadOptions } from '../read/mustGatherReadResult.ts';
import { createMustGatherReport } from './mustGatherReport.ts';

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
    compareStates(
      createComparedMustGather(path.basename(path.resolve(first)), before.value.gathered, before.value.findings),
      createComparedMustGather(path.basename(path.resolve(second)), after.value.gathered, after.value.findings),
    ),
  );
}
