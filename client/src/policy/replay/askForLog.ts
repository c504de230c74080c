/** Asks for the source of recorded requests and denials. */
import * as l10n from '@vscode/l10n';
import { window, workspace, type Uri } from 'vscode';
import { askForText } from '#client/vscode/prompts/askForText.ts';
import { containsPolicy } from '../containsPolicy.ts';
import { denialText, maxLogLength } from './denialText.ts';
import { decodeText } from '../decodeText.ts';

/** Asks for the log to replay. Returns undefined if the user cancels. */
export async function askForLog(policy: Uri): Promise<string | undefined> {
  const read = await askForText({
    title: l10n.t`Replay Requests`,
    placeHolder: l10n.t`Select the source of the text`,
    language: 'plaintext',
    longest: maxLogLength + 1,
    accepts: ({ uri }) => uri.toString() !== policy.toString(),
    others: [
      {
        icon: 'folder-opened',
        label: l10n.t`File...`,
        description: l10n.t`policy.txt or policy.jsonl from the agent, or requests as JSON`,
        name: '',
        read: readFile,
      },
    ],
  });
  if (read !== undefined && read.text.length > maxLogLength) throw new Error(tooLong());
  return read?.text;
}

/**
 * Asks for a denial message. Rejects if the text contains no denial.
 * @param policy document that the user can't select as the source; if undefined, the user can't select any document
 * with a policy
 * @returns the denial; undefined if the user cancels
 */
export async function askForDenial(policy?: Uri): Promise<string | undefined> {
  const read = await askForText({
    title: l10n.t`Explain Policy Denial`,
    placeHolder: l10n.t`Select the source of the "is blocked by policy" message`,
    language: 'plaintext',
    longest: maxLogLength,
    accepts: (document) =>
      policy === undefined ? !containsPolicy(document) : document.uri.toString() !== policy.toString(),
  });
  if (read === undefined) return undefined;
  const denial = denialText(read.text);
  if (denial === undefined)
    throw new Error(
      l10n.t`No denial found. Copy the event message or the log line that contains "is blocked by policy".`,
    );
  return denial;
}

function tooLong(): string {
  return l10n.t`The text is larger than ${maxLogLength / 1_000_000} MB. Use only part of it.`;
}

async function readFile(): Promise<string | undefined> {
  const chosen = await window.showOpenDialog({
    title: l10n.t`Recorded requests`,
    openLabel: l10n.t({ message: 'Open', args: [], comment: ['A button. A verb.'] }),
    filters: { [l10n.t`Recorded requests`]: ['txt', 'jsonl', 'json', 'log'], [l10n.t`All files`]: ['*'] },
  });
  const [file] = chosen ?? [];
  if (file === undefined) return undefined;
  const { size } = await workspace.fs.stat(file);
  if (size > maxLogLength) throw new Error(tooLong());
  return decodeText(await workspace.fs.readFile(file));
}
