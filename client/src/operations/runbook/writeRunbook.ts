/** Shows a runbook: a script as an untitled document, manifests in a folder that the user selects. */
import * as l10n from '@vscode/l10n';
import { commands, FileSystemError, Uri, window, workspace } from 'vscode';
import { renderBashRunbook } from '#core/operations/runbook/bashRunbook.ts';
import { renderGitOpsFolder, type GitOpsFile } from '#core/operations/runbook/gitOpsFolder.ts';
import type { Runbook } from '#core/operations/runbook/runbook.ts';
import { createInEnglish } from '#core/text/language.ts';
import type { Notify } from '#client/vscode/notify.ts';
import { renderManifestYaml } from '../manifests/manifestYaml.ts';
import type { RunbookFormat } from './runbookQuestions.ts';

export async function writeRunbook(notify: Notify, runbook: Runbook, format: RunbookFormat): Promise<void> {
  if (format === 'bash') {
    await window.showTextDocument(
      await workspace.openTextDocument({
        language: 'shellscript',
        content: createInEnglish(() => renderBashRunbook(runbook, renderManifestYaml)),
      }),
    );
    return;
  }
  const folder = renderGitOpsFolder(runbook, renderManifestYaml, format === 'argo');
  if (folder.ok) await writeFolder(notify, folder.value);
  else await notify.tell('warning', folder.error);
}

/** Saves the files. Never overwrites an existing file. */
async function writeFolder(notify: Notify, files: readonly GitOpsFile[]): Promise<void> {
  const picked = await window.showOpenDialog({
    canSelectFiles: false,
    canSelectFolders: true,
    canSelectMany: false,
    openLabel: l10n.t`Select`,
    title: l10n.t`Generate Runbook`,
  });
  const [into] = picked ?? [];
  if (into === undefined) return;
  const places = files.map(({ name, text }) => ({ name, text, place: Uri.joinPath(into, name) }));
  for (const { name, place } of places) {
    if (!(await isThere(place))) continue;
    await notify.tell(
      'warning',
      l10n.t`${name} already exists in this folder, so no files were saved. Select an empty folder.`,
    );
    return;
  }
  for (const { text, place } of places) await workspace.fs.writeFile(place, new TextEncoder().encode(text));
  const readme = places.find(({ name }) => name === 'README.md');
  if (readme !== undefined) await commands.executeCommand('markdown.showPreview', readme.place);
}

async function isThere(place: Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(place);
    return true;
  } catch (error) {
    if (error instanceof FileSystemError && error.code === 'FileNotFound') return false;
    throw error;
  }
}
