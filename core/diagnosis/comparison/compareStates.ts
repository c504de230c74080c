/**
 * Compares two states of a cluster: two must-gathers, or a must-gather and the live cluster. Compares only data that
 * both contain. Missing data is unknown, not added or removed.
 */
import { requiredKindIds } from '#core/cluster/optionalKinds.ts';
import { watchedKinds } from '#core/cluster/watchedKinds/index.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { changesBetween, type SnapshotChange } from './snapshotChanges.ts';
import { diagnoses } from '../allDiagnoses.ts';
import type { DiagnosisFinding } from '../diagnoses/diagnosis.ts';
import { logDataId } from '../evidence/mustGatherData.ts';
import { sameCluster, type SameCluster } from './sameCluster.ts';

/** One of the two cluster states that a comparison reads. */
export interface Compared {
  /** Name of the state: a file name or a context. */
  readonly name: string;
  readonly snapshot: Snapshot;
  /** Time of the state, in milliseconds since 1970. Undefined if unknown. */
  readonly at?: number;
  readonly findings: readonly DiagnosisFinding[];
  /** IDs of the collected data, as in `MustGatherData.seen`. */
  readonly seen: ReadonlySet<string>;
}

export interface StateComparison {
  readonly before: Compared;
  readonly after: Compared;
  readonly cluster: SameCluster;
  readonly changes: readonly SnapshotChange[];
  /** Findings by change, most likely cause first. */
  readonly findings: {
    readonly come: readonly DiagnosisFinding[];
    readonly gone: readonly DiagnosisFinding[];
    /** Findings in both states, as described by the second. */
    readonly stayed: readonly DiagnosisFinding[];
    /** Findings only in the first state. The second lacks the data that would show them. */
    readonly notShownAfter: readonly DiagnosisFinding[];
    /** Findings only in the second state. The first lacks the data that would show them. */
    readonly notShownBefore: readonly DiagnosisFinding[];
  };
  /** Kinds that only one state contains. They aren't compared. */
  readonly onlyBefore: readonly string[];
  readonly onlyAfter: readonly string[];
}

export function compareStates(before: Compared, after: Compared): StateComparison {
  const [was, is] = [keysOf(before), keysOf(after)];
  const gone = before.findings.filter((finding) => !is.has(keyOf(finding)));
  const come = after.findings.filter((finding) => !was.has(keyOf(finding)));
  return {
    before,
    after,
    cluster: sameCluster(before.snapshot, after.snapshot),
    changes: changesBetween(before.snapshot, after.snapshot),
    findings: {
      come: come.filter((finding) => wouldShow(before, after, finding)),
      gone: gone.filter((finding) => wouldShow(after, before, finding)),
      stayed: after.findings.filter((finding) => was.has(keyOf(finding))),
      notShownAfter: gone.filter((finding) => !wouldShow(after, before, finding)),
      notShownBefore: come.filter((finding) => !wouldShow(before, after, finding)),
    },
    onlyBefore: kindsOfFirst(before, after),
    onlyAfter: kindsOfFirst(after, before),
  };
}

/** Returns whether there is any difference worth showing. */
export function differs({
  changes,
  findings: { come, gone, notShownAfter, notShownBefore },
}: StateComparison): boolean {
  return changes.length + come.length + gone.length + notShownAfter.length + notShownBefore.length > 0;
}

/** Identifies a finding by rule and object, because its text might change. */
function keyOf({ id, about }: DiagnosisFinding): string {
  return `${id} ${about}`;
}

function keysOf({ findings }: Compared): ReadonlySet<string> {
  return new Set(findings.map(keyOf));
}

/**
 * Returns whether one state contains enough data to show a finding of the other state. A finding that is based on logs
 * requires at least one of these logs. Any other finding requires all data that the other state contains, except logs.
 */
function wouldShow(one: Compared, other: Compared, { id }: DiagnosisFinding): boolean {
  const log = diagnoses.find((diagnosis) => diagnosis.id === id)?.log;
  const needed =
    log === undefined
      ? [...other.seen].filter((key) => !key.startsWith('log:') && key !== elsewhere)
      : log.places.map(logDataId);
  return log === undefined ? needed.every((key) => one.seen.has(key)) : needed.some((key) => one.seen.has(key));
}

/**
 * Data ID of a Subscription in another namespace. It isn't required, because the file exists only if there is such a
 * Subscription.
 */
const elsewhere = 'beside:subscription';

function kindsOfFirst(one: Compared, other: Compared): readonly string[] {
  return requiredKindIds.filter((id) => one.seen.has(id) && !other.seen.has(id)).map((id) => watchedKinds[id].kind);
}
