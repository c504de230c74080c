/**
 * What was read of a must-gather, as a value: the state of its cluster as if it were followed, where each thing stands
 * in its files, and what its logs say.
 */
import type { KataPod } from '#core/cluster/objects/kataPod.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { ExtraObject, BesideKind } from './extraObject.ts';
import type { EvidenceLine } from './evidenceLine.ts';
import type { GatheredEvent } from './mustGatherEvent.ts';
import type { LogPlace } from '#core/status/logMessages/logMessage.ts';

/** What the logs say of one thing that is looked for. */
export interface LogHits {
  /** How many lines say it. */
  readonly count: number;
  /** The first of them. */
  readonly marks: readonly EvidenceLine[];
  /** The names of the nodes whose journals contain such lines. */
  readonly nodes?: readonly string[];
  /** The pods that such lines of a kubelet name, as `namespace/name`. */
  readonly pods?: readonly string[];
}

export interface MustGatherData {
  readonly snapshot: Snapshot;
  /** When it was taken. Milliseconds since 1970. Undefined: nothing in it says so. */
  readonly at?: number;
  /** The lines of each object that are evidence, in the order of its file. The key is that of `getEvidenceKey`. */
  readonly marks: ReadonlyMap<string, readonly EvidenceLine[]>;
  readonly besides: readonly ExtraObject[];
  /** By the id of a diagnosis that looks into logs. */
  readonly logs: ReadonlyMap<string, LogHits>;
  /** In no order; those that were kept. */
  readonly events?: readonly GatheredEvent[];
  /** Pods with a Kata runtime class; undefined if no list of pods was collected. */
  readonly pods?: readonly KataPod[];
  /**
   * What it let one see: ids of kinds, `logSeen`, `besideSeen`. Of what is not there nothing follows. Undefined: nobody
   * has counted.
   */
  readonly seen?: ReadonlySet<string>;
}

export function logSeen(place: LogPlace): string {
  return `log:${place}`;
}

export function besideSeen(what: BesideKind): string {
  return `beside:${what}`;
}
