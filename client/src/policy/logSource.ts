/** Where recorded requests come from: what is selected, what is in view, the clipboard, a file. */
import * as l10n from '@vscode/l10n';
import { env, window, workspace, type QuickPickItem, type Uri } from 'vscode';
import { canReadClipboard, clipboardText } from '../clipboard.ts';
import { textOf } from './textOf.ts';
import { showPick } from '../showPick.ts';

/** More than an agent writes in days, and as much as is sent to the server at once. */
const maxLength = 20_000_000;

/** What an event or the log of the runtime says of a denial. */
const denial = /is blocked by policy/;

/** A line of the agent's log has the name of the request first. */
const looksLikeLog = /"ep"\s*:|is blocked by policy|"endpoint"\s*:/;

interface Source extends QuickPickItem {
  read(): Promise<string | undefined>;
}

/** Asks for the log to replay; undefined when the user gave up. */
export async function askForLog(policy: Uri): Promise<string | undefined> {
  const sources: Source[] = [];
  const editor = window.activeTextEditor;
  if (editor !== undefined && editor.document.uri.toString() !== policy.toString()) {
    const { document, selection } = editor;
    const whole = document.getText();
    if (!selection.isEmpty) sources.push({ label: l10n.t`$(selection) The selected text`, read: async () => document.getText(selection) });
    if (looksLikeLog.test(whole.slice(0, 20_000)))
      sources.push({ label: l10n.t`$(file) The file in view`, description: workspace.asRelativePath(document.uri), read: async () => whole });
  }
  const clipboard = await clipboardText();
  if (!canReadClipboard()) sources.push({ label: l10n.t`$(clippy) The clipboard`, read: readClipboard });
  else if (clipboard.trim() !== '') sources.push({ label: l10n.t`$(clippy) The clipboard`, description: shortened(clipboard), read: async () => clipboard });
  sources.push({
    label: l10n.t`$(folder-opened) A file...`,
    description: l10n.t`policy.txt or policy.jsonl of the agent, or requests as JSON`,
    read: readFile,
  });
  const chosen = await showPick(sources, { title: l10n.t`Replay Requests`, placeHolder: l10n.t`Where are the recorded requests?` });
  const log = await chosen?.read();
  if (log !== undefined && log.length > maxLength) throw new Error(l10n.t`That is more than ${maxLength / 1_000_000} million characters; take a part of it.`);
  return log;
}

/** Asks for the message of a denial; what the clipboard has is offered when it is one. */
export async function askForDenial(): Promise<string | undefined> {
  const clipboard = await clipboardText();
  return window.showInputBox({
    title: l10n.t`Explain a Denial`,
    prompt: l10n.t`The message of an event or of a log, as it is`,
    placeHolder: 'CreateContainerRequest is blocked by policy: ...',
    value: denial.test(clipboard) && clipboard.length < maxLength ? clipboard.replaceAll(/\s*\r?\n\s*/g, ' ').trim() : '',
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' || denial.test(text) ? undefined : l10n.t`It should say "... is blocked by policy".`),
  });
}

async function readClipboard(): Promise<string> {
  const text = await env.clipboard.readText();
  if (text.trim() === '') throw new Error(l10n.t`The clipboard is empty, or the browser doesn't let VS Code read it.`);
  return text;
}

async function readFile(): Promise<string | undefined> {
  const chosen = await window.showOpenDialog({
    title: l10n.t`Recorded Requests`,
    openLabel: l10n.t`Replay`,
    filters: { [l10n.t`Recorded requests`]: ['txt', 'jsonl', 'json', 'log'], [l10n.t`All files`]: ['*'] },
  });
  const [file] = chosen ?? [];
  if (file === undefined) return undefined;
  const { size } = await workspace.fs.stat(file);
  if (size > maxLength) throw new Error(l10n.t`The file is larger than ${maxLength / 1_000_000} MB; take a part of it.`);
  return textOf(await workspace.fs.readFile(file));
}

function shortened(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 60)}...` : line;
}
