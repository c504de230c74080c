/**
 * Defines the data of a must-gather: the cluster state in the same form as that of a live cluster, the evidence lines,
 * and the log matches.
 */
import type { KataPod } from '#core/cluster/objects/kataPod.ts';
import type { KataWorkload } from '#core/cluster/objects/kataWorkload.ts';
import type { RelatedResource } from '#core/status/relatedResources.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { ExtraObject, BesideKind } from './extraObject.ts';
import type { EvidenceLine } from './evidenceLine.ts';
import type { MustGatherEvent } from './mustGatherEvent.ts';
import type { LogSourceKind } from '#core/status/logMessages/logMessage.ts';

/** Log lines that match one diagnosis. */
export interface LogHits {
  /** Number of matching lines. */
  readonly count: number;
  /** The first matching lines. */
  readonly marks: readonly EvidenceLine[];
  /** Names of the nodes whose journals contain matching lines. */
  readonly nodes?: readonly string[];
  /** Pods named in the matching kubelet lines, as `namespace/name`. */
  readonly pods?: readonly string[];
}

export interface MustGatherData {
  readonly snapshot: Snapshot;
  /** Time of the collection in milliseconds since 1970. Undefined if the must-gather doesn't contain it. */
  readonly at?: number;
  /** Evidence lines of each object, in file order. The keys are those of `getEvidenceKey`. */
  readonly marks: ReadonlyMap<string, readonly EvidenceLine[]>;
  readonly besides: readonly ExtraObject[];
  /** Log matches by diagnosis ID. */
  readonly logs: ReadonlyMap<string, LogHits>;
  /** Collected events, unsorted. */
  readonly events?: readonly MustGatherEvent[];
  /** Pods with a Kata runtime class. Undefined if no list of pods was collected. */
  readonly pods?: readonly KataPod[];
  /** Collected workloads whose pod template names a Kata runtime class. */
  readonly workloads?: readonly KataWorkload[];
  /** Collected objects of other components. */
  readonly related?: readonly RelatedResource[];
  /** Path of the file with the events of each namespace. */
  readonly eventFiles?: ReadonlyMap<string, string>;
  /**
   * IDs of the data that the must-gather contains: resource kind IDs, and IDs from `logDataId` and `besideDataId`. If
   * data isn't listed, its state is unknown. Undefined if the IDs weren't recorded.
   */
  readonly seen?: ReadonlySet<string>;
}

export function logDataId(place: LogSourceKind): string {
  return `log:${place}`;
}

export function besideDataId(what: BesideKind): string {
  return `beside:${what}`;
}
