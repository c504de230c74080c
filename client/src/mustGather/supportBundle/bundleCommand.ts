/**
 * Creates a support bundle for `osc-tools must-gather bundle`. Loaded on demand. Doesn't use VS Code. The connection
 * rejects all changes.
 */
import { access } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { createBundleName, type BundleContents, type FindingLocation } from '#core/mustGather/supportBundle.ts';
import { createMustGatherReport, formatReport } from '#gather/main.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import { findOc } from '#client/oc/findOc.ts';
import { askVersion } from '#client/oc/ocVersion.ts';
import { findHomeFolder, findWorkingFolder } from '#client/processes/homeFolder.ts';
import { useCluster, type CheckOrder } from '#client/operations/preflight/checkCluster.ts';
import { archiveOptionsOf } from '../supportArchive/packMessages.ts';
import { assertNewFile, BundleFolder } from './bundleFolder.ts';
import { composeBundle, type BundleOptions } from './composeBundle.ts';

export { bundleListText } from '#core/mustGather/supportBundle.ts';
export { listContexts } from '#client/operations/preflight/checkCluster.ts';

export interface BundleCommandOptions {
  /** Archive to create. By default, a file with the name of the context or of the must-gather, and the time. */
  readonly output?: string | undefined;
  /** Folder or archive of a must-gather. By default, it's collected from the cluster. */
  readonly mustGather?: string | undefined;
  readonly findings: readonly FindingLocation[] | undefined;
  /** Version of `osc-tools`. */
  readonly version: string;
  /** Folder for relative paths. */
  readonly folder: string;
  readonly stop: AbortSignal;
  /** Receives the current step. */
  readonly onProgress: (text: string) => void;
}

/** A composed bundle. The caller must save or discard it. */
export interface ComposedBundle {
  /** Absolute path of the archive to create. */
  readonly target: string;
  readonly contents: BundleContents;
  /** Saves the archive. Throws if the target exists. */
  readonly save: () => Promise<void>;
  readonly discard: () => Promise<void>;
}

/**
 * Composes the bundle of a cluster, or without an order, of a must-gather. The error is one readable line without
 * secrets.
 * @throws if a file can't be read or written, or the reason of `stop`; leaves no files behind
 */
export async function composeForCommand(
  order: CheckOrder | undefined,
  options: BundleCommandOptions,
): Promise<Result<ComposedBundle, string>> {
  const { output, mustGather: given, folder: base, stop } = options;
  const mustGather = given === undefined ? undefined : path.resolve(base, given);
  const isReadable =
    mustGather === undefined ||
    (await access(mustGather).then(
      () => true,
      () => false,
    ));
  if (!isReadable) return fail(`can't read ${mustGather}: no such file or folder, or permission denied`);
  const source = order?.context ?? path.basename(mustGather ?? '');
  const target = path.resolve(base, output ?? `${createBundleName(source, realClock.now())}.zip`);
  await assertNewFile(target);
  const folder = await BundleFolder.create(target, mustGather);
  try {
    const composed = await composeIn(folder, order, options, mustGather);
    stop.throwIfAborted();
    if (composed.ok)
      return succeed({
        target,
        contents: composed.value,
        save: () => folder.save(target, false),
        discard: () => folder.discard(),
      });
    await folder.discard();
    return fail(composed.error);
  } catch (error) {
    await folder.discard();
    throw error;
  }
}

async function composeIn(
  folder: BundleFolder,
  order: CheckOrder | undefined,
  { findings, version, stop, onProgress }: BundleCommandOptions,
  mustGather: string | undefined,
): Promise<Result<BundleContents, string>> {
  const shared = {
    folder,
    mustGather,
    findings,
    tools: {
      'osc-tools': version,
      oc: await ocVersion(),
      node: process.versions.node,
      system: `${process.platform} ${process.arch}`,
    },
    clock: realClock,
    signal: stop,
    say: onProgress,
    read: readReport(stop),
    formatReport: (report) => textOf(formatReport(report, 'md', version)),
    async pack(packOrder) {
      const { writeArchive } = await import('../supportArchive/writeArchive.ts');
      const options = { ...archiveOptionsOf(packOrder), signal: stop, progress: () => undefined };
      return writeArchive(packOrder.folder, packOrder.target, options);
    },
  } satisfies Omit<BundleOptions, 'cluster'>;
  if (order === undefined) return succeed(await composeBundle({ ...shared, cluster: undefined }));
  return useCluster({ ...order, signal: stop }, async ({ connection, head, now, withoutLimit }) => {
    const namespace = connection.identity.namespace;
    const cluster = { connection, head, namespace, now, history: undefined };
    const contents = await withoutLimit(() => composeBundle({ ...shared, cluster }));
    return { problems: [], answer: () => contents };
  });
}

function readReport(signal: AbortSignal): BundleOptions['read'] {
  return async (at) => {
    const report = await createMustGatherReport(at, { signal });
    return report.ok ? report : fail(report.error.words);
  };
}

function textOf(formatted: ReturnType<typeof formatReport>): string {
  return 'text' in formatted ? formatted.text : '';
}

/** Returns the version of `oc`. Returns undefined if `oc` isn't on the PATH. */
async function ocVersion(): Promise<string | undefined> {
  const { env } = process;
  const home = findHomeFolder();
  const found = await findOc({ setting: '', env, home, never: [] });
  if (!found.ok) return undefined;
  const asked = await askVersion(found.value, findWorkingFolder(home), realClock, env);
  return asked.ok ? asked.value.version : undefined;
}
