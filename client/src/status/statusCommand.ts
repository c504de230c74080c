/**
 * Reads and follows the status of a cluster for `osc-tools status`. Loaded on demand. Doesn't use VS Code. The
 * connection rejects all changes.
 */
import * as l10n from '@vscode/l10n';
import { installStatusOf } from '#core/assistants/results/installStatus.ts';
import { snapshotParts, type Snapshot } from '#core/cluster/snapshot.ts';
import { omitUndefined } from '#core/common/json.ts';
import { succeed, type Result } from '#core/common/result.ts';
import { headLine, unverifiedWords } from '#core/operations/checks/preflightReport.ts';
import { summarizeCluster, type SummaryOutcome } from '#core/status/summary/clusterSummary.ts';
import { summaryLines } from '#core/status/summary/summaryText.ts';
import { realClock, type Clock } from '#client/kubernetes/clock.ts';
import {
  lookAtCluster,
  useCluster,
  type CheckOrder,
  type CommandConnection,
  type LookResult,
} from '#client/operations/preflight/checkCluster.ts';
import { workloadLines } from '#core/status/workloads/workloadSummary.ts';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';
import { readSnapshot } from '#client/kubernetes/read/readSnapshot.ts';
import { readDrains } from '#core/operations/lookups/nodePods.ts';
import { followSnapshots } from './followSnapshots.ts';
import { readWorkloads, type ReadWorkloads } from './readWorkloads.ts';

export { listContexts } from '#client/operations/preflight/checkCluster.ts';

export interface StatusReport {
  readonly outcome: SummaryOutcome;
  /** First lines: the cluster, the user, and the time. */
  readonly head: readonly string[];
  /** Lines of the summary. They contain text from the cluster, so the caller escapes control characters. */
  readonly lines: readonly string[];
  /** The same content as a value. */
  readonly json: object;
}

/**
 * Reads the status once. The error is one readable line without secrets.
 * @param namespace if specified, the report contains only the pods in this namespace
 */
export async function readStatus(order: CheckOrder, namespace?: string): Promise<Result<StatusReport, string>> {
  const read = await lookAtCluster(order, namespace);
  return read.ok ? succeed(createReport(read.value, namespace)) : read;
}

/** Reads the status with the Kata pods by owner. Errors are the same as for `readStatus`. */
export async function readStatusWithWorkloads(
  order: CheckOrder,
  namespace?: string,
): Promise<Result<StatusReport, string>> {
  return useCluster(order, async ({ connection, now, signal }) => {
    const read = await readSnapshot(connection, now, signal, undefined, namespace);
    const drains = await readDrains(createClusterReader(connection, signal), read.snapshot);
    const workloads = await readWorkloads(connection, read.snapshot, signal, namespace);
    return {
      ...read,
      answer: (head) => withWorkloads(createReport({ snapshot: read.snapshot, head, drains }, namespace), workloads),
    };
  });
}

function withWorkloads(report: StatusReport, workloads: Result<ReadWorkloads, string>): StatusReport {
  const title = `${l10n.t`Workloads`}:`;
  if (!workloads.ok)
    return {
      ...report,
      lines: [...report.lines, '', `${title} ${workloads.error}`],
      json: { ...report.json, workloads: null, workloadsProblem: workloads.error },
    };
  const { workloads: found, count, rest } = workloads.value;
  return {
    ...report,
    lines: [
      ...report.lines,
      '',
      `${title} ${count}`,
      ...workloadLines(found).map((line) => `  ${line}`),
      ...(rest === undefined ? [] : [`  ${rest}`]),
    ],
    json: { ...report.json, workloads: found, ...omitUndefined({ workloadsRest: rest }) },
  };
}

/**
 * Reports the status, and reports it again each time it changes, until the caller stops. Errors are the same as for
 * `readStatus`.
 */
export function followStatus(
  order: CheckOrder,
  options: FollowStatusOptions,
  onReport: (report: StatusReport) => void,
): Promise<Result<undefined, string>> {
  return useCluster({ ...order, signal: options.stop }, async (cluster) => {
    await reportStatus(cluster, options, realClock, onReport);
    return { problems: [], answer: () => undefined };
  });
}

export interface FollowStatusOptions {
  /** If specified, the reports contain only the pods in this namespace. */
  readonly namespace?: string;
  readonly stop: AbortSignal;
}

/** Time after which the same data is evaluated again, in milliseconds, because some problems depend on the time. */
const evaluationInterval = 60_000;

/** Reports the status on an open connection each time it changes. */
export async function reportStatus(
  cluster: CommandConnection,
  { namespace, stop }: FollowStatusOptions,
  clock: Clock,
  onReport: (report: StatusReport) => void,
): Promise<void> {
  let last = '';
  const options = {
    clock,
    stop,
    parts: snapshotParts,
    interval: evaluationInterval,
    ...omitUndefined({ sandboxNamespace: namespace }),
  };
  await followSnapshots(cluster, options, (snapshot) => {
    const report = createReport({ snapshot, head: { ...cluster.head, at: cluster.now() }, drains: [] }, namespace);
    const text = report.lines.join('\n');
    if (text !== last) onReport(report);
    last = text;
    return false;
  });
}

function createReport({ snapshot: all, head, drains }: LookResult, namespace: string | undefined): StatusReport {
  const snapshot = namespace === undefined ? all : withNamespace(all, namespace);
  const summary = summarizeCluster(snapshot, head.at, drains);
  return {
    outcome: summary.outcome,
    head: [headLine(head), ...(head.unverified === true ? [unverifiedWords()] : [])],
    lines: summaryLines(summary),
    json: installStatusOf(snapshot, head, summary, drains),
  };
}

/** Removes the pods of other namespaces. */
function withNamespace(snapshot: Snapshot, namespace: string): Snapshot {
  const { failedSandboxes } = snapshot;
  const items = new Map([...failedSandboxes.items].filter(([, pod]) => pod.namespace === namespace));
  return { ...snapshot, failedSandboxes: { ...failedSandboxes, items } };
}
