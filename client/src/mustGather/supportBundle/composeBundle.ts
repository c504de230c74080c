/**
 * Composes a support bundle: a must-gather, reports of the cluster, and versions, redacted and in one archive. Doesn't
 * use VS Code. Doesn't change the cluster.
 */
import * as l10n from '@vscode/l10n';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import {
  bundleFiles,
  describeMissing,
  findingLines,
  largestBundle,
  missingFile,
  mustGatherFolder,
  type BundleContents,
  type FindingLocation,
} from '#core/mustGather/supportBundle.ts';
import type { Result } from '#core/common/result.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { formatTimestamp } from '#core/common/time.ts';
import { getString, omitUndefined } from '#core/common/json.ts';
import { getOperatorVersion } from '#core/status/operator/operatorParts.ts';
import type { MustGatherReport } from '#gather/reports/mustGatherReport.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import type { ArchiveManifest } from '../supportArchive/archiveManifest.ts';
import type { PackOrder } from '../supportArchive/packMessages.ts';
import { collectAndRecord } from '../collect/api/collectAndRecord.ts';
import { openShiftOf } from '../collect/run/collectPreflight.ts';
import type { BundleFolder } from './bundleFolder.ts';
import {
  addEvents,
  addHistory,
  addImageJob,
  addPermissions,
  addPreflight,
  addStatus,
  clusterPartIds,
  type BundleCluster,
} from './clusterParts.ts';
import { extractMustGather, isFolder } from './extractMustGather.ts';
import { addFailingPodLogs, addOperatorLogs } from './podLogParts.ts';

export interface BundleOptions {
  readonly folder: BundleFolder;
  /** Undefined to use only files. */
  readonly cluster: BundleCluster | undefined;
  /** Folder or archive. If undefined, the must-gather is collected through the API of the cluster. */
  readonly mustGather: string | undefined;
  /** Findings in the user's files. Undefined if no files were checked. */
  readonly findings: readonly FindingLocation[] | undefined;
  /** Versions of the tools, such as `{ "osc-tools": "1.0.0" }`. */
  readonly tools: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Receives the current step. */
  readonly say: (text: string) => void;
  /** Reads a must-gather. The error is a message, or undefined after a cancellation. */
  readonly read: (path: string) => Promise<Result<MustGatherReport, string | undefined>>;
  /** Formats a report as Markdown. */
  readonly formatReport: (report: MustGatherReport) => string;
  /** Writes the archive. */
  readonly pack: (order: PackOrder) => Promise<ArchiveManifest>;
}

/**
 * Composes a bundle in its folder. The caller shows the contents, and saves or discards the folder.
 * @throws if a file can't be read or written, or the reason of `signal`; the caller then discards the folder
 */
export async function composeBundle(options: BundleOptions): Promise<BundleContents> {
  const { folder, cluster, findings, signal, say, pack } = options;
  const snapshot = cluster === undefined ? undefined : await addReports(options, cluster);
  const { place, redacted } = await addMustGather(options, snapshot);
  const report = place === undefined ? undefined : await addReport(options, place);
  if (cluster === undefined) for (const part of clusterPartIds) folder.skip(part, l10n.t`You didn't select a cluster.`);
  if (findings === undefined) folder.skip('findings', l10n.t`You didn't select any files.`);
  else await folder.write(bundleFiles.findings, findingLines(findings));
  await addVersions(options, snapshot, report);
  signal.throwIfAborted();
  say(l10n.t`Redacting credentials...`);
  const isOutside = place !== undefined && !place.startsWith(folder.contents + path.sep);
  const { files, leftOut } = await pack({
    folder: folder.contents,
    target: folder.zip,
    redact: true,
    include: [],
    maxBytes: largestBundle,
    redactedBefore: Object.fromEntries([...redacted].map(([file, count]) => [`${mustGatherFolder}/${file}`, count])),
    ...(isOutside ? { extra: { folder: place, under: mustGatherFolder } } : {}),
  });
  return { files, leftOut, missing: folder.missing };
}

/** Adds the reports of a cluster. Returns the snapshot. */
async function addReports(
  { folder, signal, say, mustGather }: BundleOptions,
  cluster: BundleCluster,
): Promise<Snapshot> {
  const options = { folder, cluster, signal };
  const step = (what: string): void => {
    signal.throwIfAborted();
    say(l10n.t`Reading ${what}...`);
  };
  step(cluster.head.cluster);
  const snapshot = await addStatus(options);
  await addPreflight(options);
  await addPermissions(options);
  await addHistory(options);
  step('pods');
  const namespaces = await addFailingPodLogs(options, snapshot);
  if (mustGather !== undefined) await addOperatorLogs(options);
  step('events');
  await addEvents(options, namespaces);
  await addImageJob(options);
  return snapshot;
}

interface AddedMustGather {
  /** Its folder, which is outside of the bundle folder if the user already has it. Undefined if there is none. */
  readonly place: string | undefined;
  /** Number of values that were redacted during the collection, by file. */
  readonly redacted: ReadonlyMap<string, number>;
}

/** Adds the must-gather. */
async function addMustGather(
  { folder, cluster, mustGather, clock, signal, say }: BundleOptions,
  snapshot: Snapshot | undefined,
): Promise<AddedMustGather> {
  const nothing = new Map<string, number>();
  const to = path.join(folder.contents, mustGatherFolder);
  if (mustGather !== undefined) {
    if (await isFolder(mustGather)) return { place: mustGather, redacted: nothing };
    say(l10n.t`Extracting ${path.basename(mustGather)}...`);
    await extractMustGather(mustGather, to, signal, (reason) => folder.miss('mustGather', reason));
    return { place: to, redacted: nothing };
  }
  if (cluster === undefined || snapshot === undefined) {
    folder.skip('mustGather', l10n.t`You didn't select a cluster.`);
    return { place: undefined, redacted: nothing };
  }
  await mkdir(to, { mode: 0o700 });
  const { connection, head } = cluster;
  const { outcome, problems, hasFiles, redacted } = await collectAndRecord({
    connection,
    snapshot,
    context: head.cluster,
    server: head.server,
    folder: to,
    clock,
    signal,
    say,
    maxBytes: largestBundle,
  });
  signal.throwIfAborted();
  // Redaction would remove a reason after `secrets:`.
  for (const problem of problems) folder.miss('mustGather', problem.replace(/^([^:]{1,100}): (.+)$/, '$1 ($2)'));
  if (outcome.end !== 'partial') folder.miss('mustGather', outcome.words);
  return { place: hasFiles ? to : undefined, redacted };
}

/** Adds the report of the must-gather. */
async function addReport(
  { folder, mustGather, signal, say, read, formatReport }: BundleOptions,
  place: string,
): Promise<MustGatherReport | undefined> {
  say(l10n.t`Reading ${path.basename(place)}...`);
  const report = await read(place);
  signal.throwIfAborted();
  if (report.ok) {
    await folder.write(bundleFiles.report, formatReport(report.value));
    return report.value;
  }
  // A must-gather that was just collected can't be read if the user may read nothing.
  if (mustGather !== undefined) throw new Error(l10n.t`Can't read ${mustGather}: ${report.error ?? ''}`);
  folder.miss('report', report.error ?? '');
  return undefined;
}

/** Adds the versions, and the list of missing data. */
async function addVersions(
  { folder, cluster, tools, clock, signal }: BundleOptions,
  snapshot: Snapshot | undefined,
  report: MustGatherReport | undefined,
): Promise<void> {
  const version = await cluster?.connection.ask('/version', { signal });
  signal.throwIfAborted();
  const kata = [...(report?.gathered.packages.values() ?? [])].flat();
  const versions = {
    version: 1,
    created: formatTimestamp(clock.now()),
    versions: omitUndefined({
      ...tools,
      openShift: (snapshot === undefined ? undefined : openShiftOf(snapshot)) ?? report?.summary.openShift,
      kubernetes: version?.ok === true ? getString(version.value, 'gitVersion') : undefined,
      operator: (snapshot === undefined ? undefined : getOperatorVersion(snapshot)) ?? report?.summary.operator,
    }),
    kataPackages: [...new Set(kata)],
  };
  await folder.write(bundleFiles.versions, `${JSON.stringify(versions, undefined, 2)}\n`);
  await folder.write(missingFile, [...describeMissing(folder.missing), ''].join('\n'));
}
