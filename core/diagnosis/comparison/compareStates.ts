/**
 * What differs between two states of a cluster: two must-gathers, or one and what is live. Only what both of them know
 * is compared: what one lacks is unknown, and neither new nor gone.
 */
import { watchedKindIds, watchedKinds } from '#core/cluster/watchedKinds/index.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { changesBetween, type SnapshotChange } from './snapshotChanges.ts';
import { diagnoses } from '../allDiagnoses.ts';
import type { DiagnosisFinding } from '../diagnoses/diagnosis.ts';
import { logSeen } from '../evidence/mustGatherData.ts';
import { sameCluster, type SameCluster } from './sameCluster.ts';

/** One of the two. */
export interface Compared {
  /** What it is called: the name of a file, of a context. */
  readonly name: string;
  readonly snapshot: Snapshot;
  /** Milliseconds since 1970; undefined: nothing says when it was taken. */
  readonly at?: number;
  readonly findings: readonly DiagnosisFinding[];
  /** As `Gathered.seen`. */
  readonly seen: ReadonlySet<string>;
}

export interface StateComparison {
  readonly before: Compared;
  readonly after: Compared;
  readonly cluster: SameCluster;
  readonly changes: readonly SnapshotChange[];
  /** In the order in which they are likely the cause. */
  readonly findings: {
    readonly come: readonly DiagnosisFinding[];
    readonly gone: readonly DiagnosisFinding[];
    /** As the second tells it. */
    readonly stayed: readonly DiagnosisFinding[];
    /** Of the first alone: the second does not hold what would show it. */
    readonly notShownAfter: readonly DiagnosisFinding[];
    /** Of the second alone: the first does not hold what would have shown it. */
    readonly notShownBefore: readonly DiagnosisFinding[];
  };
  /** Kinds that one of them alone holds: of those nothing is compared. */
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

/** Whether anything differs that somebody would want to know. */
export function differs({
  changes,
  findings: { come, gone, notShownAfter, notShownBefore },
}: StateComparison): boolean {
  return changes.length + come.length + gone.length + notShownAfter.length + notShownBefore.length > 0;
}

/** Of one thing: its words may change. */
function keyOf({ id, about }: DiagnosisFinding): string {
  return `${id} ${about}`;
}

function keysOf({ findings }: Compared): ReadonlySet<string> {
  return new Set(findings.map(keyOf));
}

/**
 * Whether one state would show what was found in the other: it holds the logs that it rests on, or all objects that the
 * other holds.
 */
function wouldShow(one: Compared, other: Compared, { id }: DiagnosisFinding): boolean {
  const log = diagnoses.find((diagnosis) => diagnosis.id === id)?.log;
  const needed =
    log === undefined
      ? [...other.seen].filter((key) => !key.startsWith('log:') && key !== elsewhere)
      : log.places.map(logSeen);
  return log === undefined ? needed.every((key) => one.seen.has(key)) : needed.some((key) => one.seen.has(key));
}

/** There is a file of it only where there is such a Subscription. */
const elsewhere = 'beside:subscription';

function kindsOfFirst(one: Compared, other: Compared): readonly string[] {
  return watchedKindIds.filter((id) => one.seen.has(id) && !other.seen.has(id)).map((id) => watchedKinds[id].kind);
}
