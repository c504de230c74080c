/**
 * Checks or reads the current state of an open cluster. Reads the watched kinds again if they aren't up to date.
 * Doesn't use VS Code.
 */
import * as l10n from '@vscode/l10n';
import type { Result } from '#core/common/result.ts';
import { omitUndefined } from '#core/common/json.ts';
import { getLookupValue } from '#core/operations/observedCluster.ts';
import { listRequiredLookups, evaluatePreflight, type PreflightResult } from '#core/operations/checks/preflight.ts';
import type { ReportHead } from '#core/operations/checks/preflightReport.ts';
import { isKindNeeded, isOptionalKind, requiredKindIds } from '#core/cluster/optionalKinds.ts';
import { watchedKindIds } from '#core/cluster/watchedKinds/index.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';
import { readDrains } from '#core/operations/lookups/nodePods.ts';
import type { NodeDrain } from '#core/status/nodes/blockingPods.ts';
import { ReadBudget } from '#client/kubernetes/readBudget.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import { TimeLimit } from '#client/kubernetes/timeLimit.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { formatTimeOfDay } from '#client/text/timeOfDay.ts';
import { observeCluster } from './observeCluster.ts';
import { readSnapshot } from '#client/kubernetes/read/readSnapshot.ts';

export type Checkable = Pick<
  OpenCluster,
  'context' | 'server' | 'user' | 'unverified' | 'snapshot' | 'history' | 'connection'
>;

export interface CheckOptions {
  readonly clock: Clock;
  /** Time limit in milliseconds for all requests to the cluster. */
  readonly timeout: number;
  readonly signal?: AbortSignal;
}

export interface PreflightRun {
  readonly result: PreflightResult;
  readonly head: ReportHead;
  readonly snapshot: Snapshot;
  /** Permissions of the user, by `NamedRight.id`. Undefined if the cluster didn't respond. */
  readonly allowed?: ReadonlyMap<string, boolean>;
}

/** Runs the preflight checks. Rejects if the cluster doesn't respond in time. */
export async function runPreflight(cluster: Checkable, options: CheckOptions): Promise<PreflightRun> {
  const { clock } = options;
  return withinTime(cluster, options, async (signal) => {
    const budget = new ReadBudget();
    const [situation, snapshot] = await Promise.all([
      observeCluster(cluster, listRequiredLookups(), clock, signal, [], budget),
      snapshotOf(cluster, clock, signal, budget),
    ]);
    const all = { ...situation, snapshot };
    return {
      result: evaluatePreflight(all),
      head: headOf(cluster, situation.now),
      snapshot,
      ...omitUndefined({ allowed: getLookupValue(all, 'access')?.allowed }),
    };
  });
}

/** Reads all watched kinds and the pods that block drains. Rejects if the cluster doesn't respond in time. */
export async function readClusterSnapshot(
  cluster: Checkable,
  options: CheckOptions,
): Promise<{ readonly snapshot: Snapshot; readonly head: ReportHead; readonly drains: readonly NodeDrain[] }> {
  const { clock } = options;
  return withinTime(cluster, options, async (signal) => {
    const budget = new ReadBudget();
    const snapshot = await snapshotOf(cluster, clock, signal, budget);
    const drains = await readDrains(createClusterReader(cluster.connection, signal, budget), snapshot);
    return { snapshot, head: headOf(cluster, clock.now()), drains };
  });
}

/** Reads a report. Rejects if the cluster doesn't respond in time, or if the report can't be created. */
export async function readReport<T>(
  cluster: Checkable,
  options: CheckOptions,
  read: (signal: AbortSignal) => Promise<Result<T, string>>,
): Promise<{ readonly report: T; readonly head: ReportHead }> {
  const report = await withinTime(cluster, options, read);
  if (!report.ok) throw new Error(report.error);
  return { report: report.value, head: headOf(cluster, options.clock.now()) };
}

/** Runs `read` with a time limit. If the limit is reached, aborts and rejects, even if some results are available. */
async function withinTime<T>(
  { context }: Checkable,
  { clock, timeout, signal }: CheckOptions,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new TimeLimit(clock, timeout);
  const [reading] = await Promise.allSettled([
    read(signal === undefined ? limit.signal : AbortSignal.any([limit.signal, signal])),
  ]);
  const { isOver } = limit;
  limit.end();
  if (isOver)
    throw new Error(
      l10n.t`${context} didn't send complete responses within ${timeout / 1000} s. If the cluster is large or slow, increase the osc.preflight.timeout setting.`,
    );
  if (reading.status === 'rejected') throw reading.reason;
  return reading.value;
}

function headOf({ context, server, user, unverified }: Checkable, now: number): ReportHead {
  return {
    cluster: context,
    server,
    user,
    ...omitUndefined({ unverified }),
    at: now,
    clock: formatTimeOfDay(now, now),
  };
}

async function snapshotOf(
  { context, snapshot, connection }: Checkable,
  clock: Clock,
  signal: AbortSignal,
  budget: ReadBudget,
): Promise<Snapshot> {
  if (isFresh(snapshot)) return snapshot;
  const read = await readSnapshot(connection, () => clock.now(), signal, budget);
  const silence = read.problems.find(({ kind }) => kind !== 'forbidden' && kind !== 'notFound');
  // A report without any data isn't useful.
  if (silence !== undefined && read.problems.length === requiredKindIds.length)
    throw new Error(l10n.t`Can't read ${context}: ${silence.message}`);
  return read.snapshot;
}

/** Returns whether the snapshot is current. The snapshot of a cluster that isn't being followed is never current. */
function isFresh(snapshot: Snapshot): boolean {
  return watchedKindIds.every(
    (id) =>
      ['live', 'forbidden', 'absent'].includes(snapshot[id].state.kind) ||
      (isOptionalKind(id) && !isKindNeeded(id, snapshot)),
  );
}
