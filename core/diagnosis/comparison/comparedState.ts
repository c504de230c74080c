/** Creates one side of a comparison from a must-gather or a live cluster. */
import { watchedKindIds } from '#core/cluster/watchedKinds/index.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { isKnown } from '#core/status/snapshotIndex.ts';
import type { Compared } from './compareStates.ts';
import { diagnose } from '../diagnose.ts';
import type { DiagnosisFinding } from '../diagnoses/diagnosis.ts';
import type { MustGatherData } from '../evidence/mustGatherData.ts';

export function createComparedMustGather(
  name: string,
  { snapshot, at, seen = new Set() }: MustGatherData,
  findings: readonly DiagnosisFinding[],
): Compared {
  return { name, snapshot, findings, seen, ...(at === undefined ? {} : { at }) };
}

/** Sorts two states by time, earliest first. Keeps their order if a time is unknown. */
export function earlierFirst(one: Compared, other: Compared): readonly [before: Compared, after: Compared] {
  return one.at !== undefined && other.at !== undefined && other.at < one.at ? [other, one] : [one, other];
}

/**
 * Returns a live cluster as one side of a comparison. It is diagnosed like a must-gather without logs.
 * @param now milliseconds since 1970
 */
export function comparedCluster(name: string, snapshot: Snapshot, now: number): Compared {
  const findings = diagnose({ snapshot, at: now, marks: new Map(), besides: [], logs: new Map() });
  return { name, snapshot, at: now, findings, seen: new Set(watchedKindIds.filter((id) => isKnown(snapshot, id))) };
}
