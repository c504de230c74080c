/** Adds the reports of a cluster to a support bundle. Doesn't use VS Code. Doesn't change the cluster. */
import * as l10n from '@vscode/l10n';
import { bundleFiles, type BundlePartId } from '#core/mustGather/supportBundle.ts';
import type { ClusterHistory } from '#core/cluster/history.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { omitUndefined } from '#core/common/json.ts';
import { eventReportText } from '#core/explain/events/eventReport.ts';
import { preflightMarkdown, type ReportHead } from '#core/operations/checks/preflightReport.ts';
import { permissionText } from '#core/operations/permissions/permissionReport.ts';
import { reviewTasks } from '#core/operations/permissions/permissionTasks.ts';
import { machineConfigNamespace, operatorNamespace } from '#core/product/namespaces.ts';
import { historyAsMarkdown } from '#core/status/health/timeline.ts';
import { sanitizeLines } from '#core/text/sanitize.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { describeListProblem, listEvents } from '#client/events/listEvents.ts';
import { imageJobName, readImageJob, type ImageJobSnapshot } from '#client/logs/imageJob/readImageJob.ts';
import { checkConnection, lookAtConnection } from '#client/operations/preflight/checkCluster.ts';
import { reviewConnection } from '#client/operations/permissions/checkPermissions.ts';
import { createStatusReport } from '#client/status/statusCommand.ts';
import type { BundleFolder } from './bundleFolder.ts';

/** The cluster of a bundle. */
export interface BundleCluster {
  readonly connection: Pick<Connection, 'ask' | 'send' | 'stream'>;
  readonly head: Omit<ReportHead, 'at'>;
  /** Namespace of the kubeconfig context. */
  readonly namespace: string | undefined;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** Recorded history. Undefined if nothing records it. */
  readonly history: ClusterHistory | undefined;
}

/** Parts that only a cluster provides. */
export const clusterPartIds: readonly BundlePartId[] = [
  'podLogs',
  'status',
  'preflight',
  'permissions',
  'history',
  'events',
  'imageJob',
];

/** What all parts need. */
export interface PartOptions {
  readonly folder: BundleFolder;
  readonly cluster: BundleCluster;
  readonly signal: AbortSignal;
}

/**
 * Adds the status and the preflight checks.
 * @returns the snapshot of the cluster
 * @throws if a file can't be written, or the reason of `signal`
 */
export async function addStatus({ folder, cluster, signal }: PartOptions): Promise<Snapshot> {
  const { connection, now } = cluster;
  const read = await lookAtConnection({ connection, now, signal });
  signal.throwIfAborted();
  const at = { ...cluster.head, at: now() };
  const { head, lines } = createStatusReport(read.answer(at));
  await folder.write(bundleFiles.status, sanitizeLines([...head, '', ...lines, ''].join('\n')));
  for (const { message } of read.problems) folder.miss('status', message);
  return read.snapshot;
}

/** Adds the preflight checks. A check without data is unknown in its report. */
export async function addPreflight({ folder, cluster, signal }: PartOptions): Promise<void> {
  const { connection, now, head } = cluster;
  const { answer, problems } = await checkConnection({ connection, now, signal });
  signal.throwIfAborted();
  const checked = answer({ ...head, at: now() });
  await folder.write(bundleFiles.preflight, preflightMarkdown(checked.result, checked.head));
  for (const { message } of problems) folder.miss('preflight', message);
}

/** Adds the permissions of the user. */
export async function addPermissions({ folder, cluster, signal }: PartOptions): Promise<void> {
  const { connection, now, head, namespace } = cluster;
  const { review, userName } = await reviewConnection(connection, signal, namespace);
  signal.throwIfAborted();
  const report = {
    head: { ...head, at: now() },
    tasks: reviewTasks(review),
    ...omitUndefined({ namespace: review.namespace, userName }),
  };
  await folder.write(bundleFiles.permissions, permissionText(report));
  if (review.problem !== undefined) folder.miss('permissions', review.problem.message);
}

/** Adds the recorded history. */
export async function addHistory({ folder, cluster: { history, head } }: PartOptions): Promise<void> {
  if (history === undefined) return folder.skip('history', l10n.t`Only VS Code records the history of a cluster.`);
  await folder.write(bundleFiles.history, historyAsMarkdown(history, { cluster: head.cluster }));
}

/**
 * Adds the events of the namespaces of the product and of other namespaces.
 * @param others such as those with failing pods
 */
export async function addEvents(
  { folder, cluster: { connection }, signal }: PartOptions,
  others: readonly string[],
): Promise<void> {
  for (const namespace of new Set([operatorNamespace, 'default', machineConfigNamespace, ...others])) {
    const scope = { namespace, warningsOnly: false };
    const read = await listEvents(connection, scope, signal);
    signal.throwIfAborted();
    if (!read.ok) folder.miss('events', describeListProblem(read.error, scope));
    else await folder.write(`${bundleFiles.events}${namespace}.txt`, eventReportText(read.value));
  }
}

/** Adds the report of the job that creates the pod VM image. */
export async function addImageJob({ folder, cluster: { connection }, signal }: PartOptions): Promise<void> {
  const job = await readImageJob(connection, signal);
  signal.throwIfAborted();
  for (const problem of job.problems) folder.miss('imageJob', problem);
  const isThere = job.job !== undefined || job.events.length + job.pods.length > 0;
  if (isThere) await folder.write(bundleFiles.imageJob, sanitizeLines(imageJobText(job)));
  else if (job.problems.length === 0) folder.skip('imageJob', l10n.t`The cluster has no image creation job.`);
}

/** Returns the report in English. */
function imageJobText({ job, events, pods }: ImageJobSnapshot): string {
  return [
    `Job ${imageJobName}: ${job?.words ?? 'deleted, or not readable'}`,
    '',
    eventReportText({ namespaces: [operatorNamespace], events, notes: [] }),
    ...pods.flatMap(({ name, phase, containers }) => [
      `Pod ${name} (${phase})`,
      ...containers.flatMap(({ name: container, ended, lines, problem }) => [
        '',
        `Container ${container}${ended === undefined ? '' : ` (${ended})`}`,
        ...(problem === undefined ? [] : [`Can't read the log: ${problem}`]),
        ...lines,
      ]),
      '',
    ]),
  ].join('\n');
}
