/** Runs the help and feedback commands. Loaded when the first of them runs. */
import * as l10n from '@vscode/l10n';
import process from 'node:process';
import { arch, platform } from 'node:os';
import { env, extensions, Uri, version, window, workspace } from 'vscode';
import { copyText } from '#client/vscode/copyText.ts';
import { getMap, getString } from '#core/common/json.ts';
import { redact } from '../text/redact.ts';
import { fileInView } from '../vscode/fileInView.ts';
import type { DemoClusters } from '../demo/demoCluster.ts';
import type { Notify } from '../vscode/notify.ts';
import type { ExtensionSettings } from '../vscode/settings.ts';
import { exampleManifest } from './exampleManifest.ts';
import { issuePage, reportText } from './issueReport.ts';

/** Dependencies of the issue report. */
export interface IssueReportDeps {
  readonly notify: Notify;
  readonly settings: ExtensionSettings;
  readonly demo: DemoClusters;
  /** The extension's package.json, not validated. */
  readonly manifest: unknown;
}

/** Opens the example as a new, unsaved file, which the user can edit and save. */
export async function openExample(): Promise<void> {
  await window.showTextDocument(await workspace.openTextDocument({ language: 'yaml', content: exampleManifest() }));
}

/**
 * Opens the report as a new file for the user to review and complete. Copies the report and opens the issue page only
 * when the user confirms.
 */
export async function reportIssue({ notify, settings, demo, manifest }: IssueReportDeps): Promise<void> {
  const content = reportText({
    extension: getString(manifest, 'version') ?? '',
    vscode: version,
    host: env.appHost,
    remote: env.remoteName,
    system: `${platform()} ${arch()}`,
    node: process.versions.node,
    release: settings.release(fileInView()),
    settings: settings.thatAreSet(Object.keys(getMap(manifest, 'contributes', 'configuration', 'properties'))),
    beside: Object.fromEntries(besides.map(([name, id]) => [name, extensions.getExtension(id) !== undefined])),
    demoRuns: demo.running().length > 0,
    trusted: workspace.isTrusted,
  });
  const document = await workspace.openTextDocument({ language: 'markdown', content });
  await window.showTextDocument(document);
  const page = issuePage(getString(manifest, 'bugs', 'url'));
  const copy = l10n.t({
    message: 'Copy',
    args: [],
    comment: ['A button that copies the text of an issue report to the clipboard. A verb.'],
  });
  const open = page === undefined ? [] : [l10n.t`Copy and Open Issue Page`];
  const chosen = await notify.tell(
    'info',
    l10n.t`Nothing has been sent. Review the report and describe what happened.`,
    copy,
    ...open,
  );
  if (chosen === undefined) return;
  // Copies the text as the user edited it. Redacts it because the user might have pasted a token.
  await copyText(redact(document.getText()));
  if (chosen !== copy && page !== undefined) await env.openExternal(Uri.parse(page, true));
}

const besides = [
  ['Red Hat YAML', 'redhat.vscode-yaml'],
  ['Kubernetes', 'ms-kubernetes-tools.vscode-kubernetes-tools'],
  ['Open Policy Agent', 'tsandall.opa'],
] as const;
