/**
 * Reads and follows the status of a cluster for `osc-tools status`. Loaded on demand. Doesn't use VS Code. The
 * connection rejects all changes.
 */
import * as l10n from '@vscode/l10n';
import { installStatusOf } from '#core/assistants/results/installStatus.ts';
import { snapshotParts, type Snapshot } from '#core/cluster/snapshot.ts';
import { omitUndefined } from '#core/common/json.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { headLine, unverifiedWords } from '#core/operations/checks/preflightReport.ts';
import { summarizeCluster, type SummaryOutcome } from '#core/status/summary/clusterSummary.ts';
import { summaryLines } from '#core/status/summary/summaryText.ts';
import { workloadLines } from '#core/status/workloads/workloadSummary.ts';
import {
  describePlatform,
  platformJson,
  platformTexts,
  platformTitle,
  type PlatformState,
} from '#core/diagnosis/platform/platformReport.ts';
import { sanitizeLabel } from '#core/text/sanitize.ts';
import { realClock, type Clock } from '#client/kubernetes/clock.ts';
import {
  lookAtConnection,
  useCluster,
  type CheckOrder,
  type CommandConnection,
  type LookResult,
} from '#client/operations/preflight/checkCluster.ts';
import { readDrains } from '#core/operations/lookups/nodePods.ts';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';
import { DrainFollower } from './drainFollower.ts';
import { readPlatform } from './readPlatform.ts';
import { followSnapshots } from './followSnapshots.ts';
import { WorkloadsFollower } from './followWorkloads.ts';
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

export interface ReadStatusOptions {
  /** If specified, the report contains only the pods in this namespace. */
  readonly namespace?: string;
  /** True to add problems outside OpenShift sandboxed containers. */
  readonly all?: boolean;
  /** True to add the Kata pods by owner. */
  readonly workloads?: boolean;
}

/** Reads the status once. The error is one readable line without secrets. */
export async function readStatus(
  order: CheckOrder,
  { namespace, all = false, workloads = false }: ReadStatusOptions = {},
): Promise<Result<StatusReport, string>> {
  const read = await useCluster<Result<StatusReport, string>>(order, async (cluster) => {
    const { connection, signal } = cluster;
    const [look, platform, missing] = await Promise.all([
      lookAtConnection(cluster, namespace),
      all ? readPlatform(connection, signal, realClock.now()) : undefined,
      findMissingNamespace(cluster, namespace),
    ]);
    if (missing !== undefined) return { problems: look.problems, answer: () => fail(missing) };
    const owners = workloads ? await readWorkloads(connection, look.snapshot, signal, namespace) : undefined;
    return {
      ...look,
      answer: (head) => {
        const report = createStatusReport(look.answer(head), namespace);
        const withOwners = owners === undefined ? report : withWorkloads(report, owners);
        return succeed(platform === undefined ? withOwners : withPlatform(withOwners, platform));
      },
    };
  });
  return read.ok ? read.value : read;
}

/** Returns an error if the namespace doesn't exist. Without it, a misspelled name would hide all problems of pods. */
async function findMissingNamespace(
  { connection, signal }: Pick<CommandConnection, 'connection' | 'signal'>,
  namespace: string | undefined,
): Promise<string | undefined> {
  if (namespace === undefined) return undefined;
  const found = await createClusterReader(connection, signal).get(
    `/api/v1/namespaces/${encodeURIComponent(namespace)}`,
  );
  return found.kind === 'absent' ? `namespace ${sanitizeLabel(namespace)} not found` : undefined;
}

/** Adds the section about other problems. It doesn't change the outcome. */
function withPlatform(report: StatusReport, platform: PlatformState): StatusReport {
  return {
    ...report,
    lines: [
      ...report.lines,
      '',
      `${platformTitle()}:`,
      ...platformTexts(describePlatform(platform)).map((text) => `- ${text}`),
    ],
    json: { ...report.json, platform: platformJson(platform) },
  };
}

/** Adds the Kata pods by owner. */
function withWorkloads(report: StatusReport, workloads: Result<ReadWorkloads, string>): StatusReport {
  const title = `${l10n.t`Workloads`}:`;
  if (!workloads.ok)
    return {
      ...report,
      lines: [...report.lines, '', `${title} ${workloads.error}`],
      json: { ...report.json, workloads: null, workloadsProblem: workloads.error },
    };
  const { workloads: found, count, omitted, notes, unlisted } = workloads.value;
  return {
    ...report,
    lines: [
      ...report.lines,
      '',
      `${title} ${count}`,
      ...workloadLines(found).map((line) => `  ${line}`),
      ...notes.map((note) => `  ${note}`),
    ],
    json: { ...report.json, workloads: found, podsNotShown: omitted, workloadsNotListed: unlisted },
  };
}

/**
 * Reports the status, and reports it again each time it changes, until the caller stops. Errors are the same as for
 * `readStatus`.
 */
export async function followStatus(
  order: CheckOrder,
  options: FollowStatusOptions,
  onReport: (report: StatusReport) => void,
): Promise<Result<undefined, string>> {
  const followed = await useCluster<Result<undefined, string>>({ ...order, signal: options.stop }, async (cluster) => {
    const missing = await findMissingNamespace(cluster, options.namespace);
    if (missing !== undefined) return { problems: [], answer: () => fail(missing) };
    await reportStatus(cluster, options, realClock, onReport);
    return { problems: [], answer: () => succeed(undefined) };
  });
  return followed.ok ? followed.value : followed;
}

export interface FollowStatusOptions {
  /** If specified, the reports contain only the pods in this namespace. */
  readonly namespace?: string;
  /** True to add the Kata pods by owner. */
  readonly workloads?: boolean;
  readonly stop: AbortSignal;
}

/** Time after which the same data is evaluated again, in milliseconds, because some problems depend on the time. */
const evaluationInterval = 60_000;

/** Reports the status on an open connection each time it changes. */
export async function reportStatus(
  cluster: CommandConnection,
  { namespace, workloads = false, stop }: FollowStatusOptions,
  clock: Clock,
  onReport: (report: StatusReport) => void,
): Promise<void> {
  let last = '';
  let latest: Snapshot | undefined;
  const follower = workloads
    ? new WorkloadsFollower(cluster, { clock, namespace, changed: () => reportLatest() })
    : undefined;
  const reader = createClusterReader(cluster.connection, AbortSignal.any([cluster.signal, stop]));
  const drainFollower = new DrainFollower({
    clock,
    stop,
    read: (snapshot) => readDrains(reader, snapshot),
    onRead: () => reportLatest(),
  });
  const reportLatest = (): void => {
    const found = follower?.workloads;
    // The first report contains the workloads, too.
    if (latest === undefined || stop.aborted || (workloads && found === undefined)) return;
    const head = { ...cluster.head, at: cluster.now() };
    const drains = drainFollower.listDrains(latest);
    const status = createStatusReport({ snapshot: latest, head, drains }, namespace);
    const report = found === undefined ? status : withWorkloads(status, found);
    const text = report.lines.join('\n');
    if (text !== last) onReport(report);
    last = text;
  };
  const options = {
    clock,
    stop,
    parts: snapshotParts,
    interval: evaluationInterval,
    ...omitUndefined({ sandboxNamespace: namespace }),
  };
  try {
    await followSnapshots(cluster, options, (snapshot) => {
      latest = snapshot;
      follower?.snapshotChanged(snapshot);
      reportLatest();
      return false;
    });
  } finally {
    follower?.stop();
  }
}

/** Creates the report of a snapshot. With a namespace, it contains only the pods in this namespace. */
export function createStatusReport({ snapshot: all, head, drains }: LookResult, namespace?: string): StatusReport {
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
