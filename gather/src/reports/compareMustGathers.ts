/** From two paths to a comparison. */
import * as l10n from '@vscode/l10n';
import path from 'node:path';
import { comparedGather } from '#core/diagnosis/comparison/comparedState.ts';
import { compareStates, type Comparison } from '#core/diagnosis/comparison/compareStates.ts';
import { failed, ok, type Result } from '#core/common/result.ts';
import type { ReadOptions } from '../read/readMustGather.ts';
import { reportOf } from './mustGatherReport.ts';

/** The error says which cannot be read, and why. When `signal` says so, it throws its reason. */
export async function comparisonOf(first: string, second: string, options: ReadOptions = {}): Promise<Result<Comparison, string>> {
  const before = await reportOf(first, options);
  if (!before.ok) return failed(l10n.t`cannot read ${first}: ${before.error.words}`);
  const after = await reportOf(second, options);
  if (!after.ok) return failed(l10n.t`cannot read ${second}: ${after.error.words}`);
  return ok(
    compareStates(
      comparedGather(path.basename(path.resolve(first)), before.value.gathered, before.value.findings),
      comparedGather(path.basename(path.resolve(second)), after.value.gathered, after.value.findings),
    ),
  );
}
