/**
 * Describes the gaps of a must-gather: the missing data, its effect, and how to collect it. There is one entry per gap.
 */
import * as l10n from '@vscode/l10n';
import { logDataId } from '#core/diagnosis/evidence/mustGatherData.ts';
import { isVerboseLogLevel, getEffectiveLogLevel } from '#core/status/kataConfig/verboseLogLevel.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { formatNames } from '#core/text/phrases.ts';
import type { WorkloadCoverage } from '#core/mustGather/workloadCoverage.ts';

export interface ReadParts {
  readonly snapshot: Snapshot;
  /** See `MustGatherData.seen`. */
  readonly seen: ReadonlySet<string>;
  /** True if the must-gather contains OSC data. */
  readonly hasOperator: boolean;
  /** True if CRI-O journals were read. */
  readonly hasNodeLogs: boolean;
  /** Kinds without any file. */
  readonly unknownKinds: readonly string[];
  readonly coverage: WorkloadCoverage | undefined;
  /** True if the collection time is known. */
  readonly hasTime: boolean;
}

/** Maximum number of namespaces in one entry. */
const mostNames = 20;

/** Returns the gaps as sentences for a report. */
export function missingParts({
  snapshot,
  seen,
  hasOperator,
  hasNodeLogs,
  unknownKinds,
  coverage,
  hasTime,
}: ReadParts): readonly string[] {
  const { kataConfig } = indexSnapshot(snapshot);
  const hasJournals = seen.has(logDataId('crio')) || seen.has(logDataId('kubelet'));
  const level = kataConfig === undefined ? undefined : getEffectiveLogLevel(kataConfig);
  const { notAllowed, failed } = coverage ?? { notAllowed: [], failed: [] };
  return [
    !hasOperator &&
      l10n.t`The must-gather has no KataConfig and no OpenShift sandboxed containers Operator. It might be incomplete, or it might have been collected for another product. Collect a must-gather with the image osc-must-gather-rhel9.`,
    unknownKinds.length > 0 &&
      l10n.t`The must-gather doesn't include these resource kinds, so they weren't checked: ${unknownKinds.join(', ')}.`,
    level !== undefined &&
      hasNodeLogs &&
      !isVerboseLogLevel(level) &&
      l10n.t`The log level was ${level.slice(0, 20)} when the must-gather was collected. The debug level adds detail to the node logs.`,
    (kataConfig !== undefined || coverage !== undefined) &&
      !hasJournals &&
      l10n.t`Not collected: node journals (CRI-O, kubelet). The reason why a pod has no VM is often recorded only in these journals. To collect them, run oc adm must-gather with the image osc-must-gather-rhel9.`,
    notAllowed.length > 0 &&
      l10n.t`No permission to list pods in ${formatNames(notAllowed, mostNames)}, so Kata pods there aren't included.`,
    failed.length > 0 &&
      l10n.t`Can't list pods in ${formatNames(failed, mostNames)}, so Kata pods there aren't included.`,
    !hasTime && l10n.t`The collection time is unknown, so the checks can't determine how long an operation has taken.`,
  ].filter((entry) => entry !== false);
}
