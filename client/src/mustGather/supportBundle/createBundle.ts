/** Creates a support bundle in VS Code: asks for the file, composes the bundle, and saves it after a confirmation. */
import * as l10n from '@vscode/l10n';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { commands, type DiagnosticSeverity, languages, Uri, version, window, workspace } from 'vscode';
import { fail } from '#core/common/result.ts';
import { omitUndefined } from '#core/common/json.ts';
import {
  bundleListMarkdown,
  createBundleName,
  type BundleContents,
  type FindingLocation,
} from '#core/mustGather/supportBundle.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { formatReport } from '#gather/reports/index.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { checkInBatches, type Cancellation } from '#client/language/checkInBatches.ts';
import { usableOc } from '#client/oc/usableOc.ts';
import { showProgress } from '#client/vscode/prompts/showInput.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';
import { makeDestination } from '../collect/run/destination.ts';
import type { MustGatherContext } from '../context.ts';
import { readExtensionVersion } from '../report/extensionVersion.ts';
import { BundleFolder } from './bundleFolder.ts';
import type { BundleCluster } from './clusterParts.ts';
import { composeBundle } from './composeBundle.ts';

/** What a bundle is created from. Without a must-gather, it's collected from the cluster. */
export interface BundleSource {
  readonly cluster?: OpenCluster;
  readonly mustGather?: string | undefined;
}

const title = () => l10n.t`Create Support Bundle`;

/** Creates the bundle. Leaves nothing behind if the user cancels, or if it fails. */
export async function createBundle(tools: MustGatherContext, source: BundleSource): Promise<void> {
  const target = await chooseTarget(tools, source);
  if (target === undefined) return;
  // The dialog has asked whether to replace an existing file.
  const mayReplace = await isFile(target.fsPath);
  const folder = await BundleFolder.create(target.fsPath, source.mustGather);
  try {
    const contents = await compose(tools, source, folder);
    if (contents === undefined || !(await isConfirmed(tools, target, contents))) return;
    await folder.save(target.fsPath, mayReplace);
  } finally {
    await folder.discard();
  }
  const show = l10n.t`Show File`;
  const saved = l10n.t`Support bundle created.`;
  const review = l10n.t`Review the archive before you share it.`;
  const text = [saved, review, l10n.t`Saved to ${target.fsPath}.`].join(getSentenceSeparator());
  if ((await tools.notify.tell('info', text, show)) === show) await commands.executeCommand('revealFileInOS', target);
}

function isFile(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

async function chooseTarget(
  { clock, collections }: MustGatherContext,
  { cluster, mustGather }: BundleSource,
): Promise<Uri | undefined> {
  const folder = collections.usual;
  await makeDestination(folder);
  const name = createBundleName(cluster?.context ?? path.basename(mustGather ?? ''), clock.now());
  return window.showSaveDialog({
    title: title(),
    defaultUri: Uri.file(path.join(folder, `${name}.zip`)),
    filters: { Zip: ['zip'] },
  });
}

/** Composes the bundle. Returns undefined if the user cancels. */
async function compose(
  tools: MustGatherContext,
  { cluster, mustGather }: BundleSource,
  folder: BundleFolder,
): Promise<BundleContents | undefined> {
  const stop = new AbortController();
  const { signal } = stop;
  const versions = { extension: await readExtensionVersion(tools), vscode: version };
  const composed = showProgress(
    l10n.t`Creating a support bundle...`,
    async (cancelled, say) => {
      cancelled.onCancellationRequested(() => stop.abort());
      const oc = await usableOc(tools);
      return composeBundle({
        folder,
        mustGather,
        cluster: cluster === undefined ? undefined : clusterOf(cluster, tools),
        findings: await findingsInWorkspace(tools, cancelled),
        tools: {
          ...versions,
          oc: oc.ok ? oc.value.version : undefined,
          node: process.versions.node,
          system: `${process.platform} ${process.arch}`,
        },
        clock: tools.clock,
        signal,
        say,
        async read(at) {
          const report = await tools.reader.report(at, { signal });
          return report.ok ? report : fail(report.error?.words);
        },
        formatReport(report) {
          const formatted = formatReport(report, 'md', versions.extension);
          return 'text' in formatted ? formatted.text : '';
        },
        async pack(order) {
          const packed = await tools.pack(order, { signal, progress: () => undefined });
          if (packed.ok) return packed.value;
          signal.throwIfAborted();
          throw new Error(packed.error);
        },
      });
    },
    true,
  );
  try {
    return await composed;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

function clusterOf(cluster: OpenCluster, { clock }: MustGatherContext): BundleCluster {
  const { context, server, user, unverified, connection, history, reach } = cluster;
  return {
    connection,
    head: { cluster: context, server, user, ...omitUndefined({ unverified }) },
    namespace: reach?.identity.namespace,
    now: () => clock.now(),
    history,
  };
}

const severities: Readonly<Record<DiagnosticSeverity, string>> = ['error', 'warning', 'info', 'hint'];

/** Checks all files of the workspace. Returns undefined if no folder is open. */
async function findingsInWorkspace(
  { language }: MustGatherContext,
  cancelled: Cancellation,
): Promise<readonly FindingLocation[] | undefined> {
  if (workspace.workspaceFolders === undefined) return undefined;
  await checkInBatches(language.ask, () => undefined, cancelled);
  return languages.getDiagnostics().flatMap(([uri, diagnostics]) => {
    if (workspace.getWorkspaceFolder(uri) === undefined) return [];
    return diagnostics
      .filter(({ source }) => source?.startsWith('OSC') === true)
      .map(({ range, severity, code }) => ({
        file: workspace.asRelativePath(uri),
        line: range.start.line + 1,
        severity: severities[severity],
        rule: String(typeof code === 'object' ? code.value : code),
      }));
  });
}

/** Shows the list of the contents, and asks whether to save the archive. The user can scroll the list meanwhile. */
async function isConfirmed({ texts }: MustGatherContext, target: Uri, contents: BundleContents): Promise<boolean> {
  const name = path.basename(target.fsPath);
  await texts.markdown(name, bundleListMarkdown(contents, name));
  const items = [
    { label: l10n.t`Save`, detail: l10n.t`The archive is saved to ${target.fsPath}.`, isSaved: true },
    {
      label: l10n.t`Discard`,
      detail: l10n.t`The data that was collected for the support bundle is deleted.`,
      isSaved: false,
    },
  ];
  const placeHolder = l10n.t`On the page that opened, review the contents of the support bundle`;
  const chosen = await showPick(items, { title: title(), placeHolder, ignoreFocusOut: true });
  return chosen?.isSaved === true;
}
