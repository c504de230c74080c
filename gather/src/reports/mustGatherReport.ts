/** Reads a must-gather from a path and diagnoses it. */
import { diagnose } from '#core/diagnosis/diagnose.ts';
import type { DiagnosisFinding } from '#core/diagnosis/diagnoses/diagnosis.ts';
import { healthOf, type HealthSeverity } from '#core/status/health/clusterHealth.ts';
import { describeKataHealth } from '#core/status/health/healthSummary.ts';
import { getOperatorState, getOperatorVersion } from '#core/status/operator/operatorParts.ts';
import { listItems } from '#core/status/snapshotIndex.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { describeFileError } from '../sources/fileError.ts';
import { readGather } from '../read/readMustGather.ts';
import type { MustGatherReadResult, ReadOptions } from '../read/mustGatherReadResult.ts';
import { MultipleMustGathersError, UnreadableSourceError } from '../sources/mustGatherSource.ts';
import { openSource, type OpenSourceOptions } from '../sources/openSource.ts';

export interface MustGatherReport {
  readonly gathered: MustGatherReadResult;
  readonly findings: readonly DiagnosisFinding[];
  readonly summary: Summary;
}

/** Short description of the cluster. Values are undefined if the must-gather doesn't contain them. */
export interface Summary {
  readonly openShift: string | undefined;
  readonly operator: string | undefined;
  readonly operatorState: string;
  readonly kata: string;
  /** Health of Kata at the time of collection, as shown in the tree. */
  readonly health: HealthSeverity;
  readonly nodes: number | undefined;
  /** Collection time in milliseconds since 1970. */
  readonly at: number | undefined;
}

/** Reason a must-gather can't be read. */
export interface MustGatherReadProblem {
  /** Message that is safe to show. */
  readonly words: string;
  /** Folders that can be read individually. */
  readonly folders?: readonly string[];
}

/**
 * Reads and diagnoses a must-gather. The error describes why it can't be read and is safe to show.
 * @throws the reason of `signal` if it aborts
 */
export async function createMustGatherReport(
  path: string,
  options: ReadOptions & OpenSourceOptions = {},
): Promise<Result<MustGatherReport, MustGatherReadProblem>> {
  try {
    const gathered = await readGather(await openSource(path, options), options);
    return succeed({ gathered, findings: diagnose(gathered), summary: summaryOf(gathered) });
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof MultipleMustGathersError) return fail({ words: error.message, folders: error.folders });
    if (error instanceof UnreadableSourceError) return fail({ words: error.message });
    if (error instanceof Error && 'code' in error)
      return fail({ words: describeFileError(error.code) ?? error.message });
    throw error;
  }
}

/** Returns the summary at the start of the report. */
export function summaryOf({ snapshot, at }: MustGatherReadResult): Summary {
  const [version] = listItems(snapshot, 'clusterVersions');
  const health = healthOf(snapshot);
  return {
    openShift: version?.version ?? version?.desired,
    operator: getOperatorVersion(snapshot),
    operatorState: getOperatorState(snapshot).headline,
    kata: describeKataHealth(health),
    // A must-gather has no connection.
    health: health.kata.severity,
    nodes: snapshot.nodes.asOf === undefined ? undefined : snapshot.nodes.items.size,
    at,
  };
}
