/** Shows the line that a finding rests on. */
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { commands, Uri } from 'vscode';
import type { EvidenceLine } from '#core/diagnosis/evidence/evidenceLine.ts';
import type { MustGatherEntry } from '../tree/mustGatherEntry.ts';
import { showGatherFile } from '../tree/showMustGatherFile.ts';
import { largestShown } from '../reader/mustGatherDocuments.ts';

/** A log that is too large for the editor, and lies in a folder, is opened in the page of logs. */
export async function showEvidence(
  { id, path: root, stamp }: MustGatherEntry,
  { file, line }: EvidenceLine,
): Promise<void> {
  // Only what was found by the walk gets here: no links, and nothing outside.
  const full = path.join(root, ...file.split('/'));
  const found = stamp.size === 0 ? await lstat(full).catch(() => undefined) : undefined;
  if (found?.isFile() === true && found.size > largestShown)
    await commands.executeCommand('osc.logs.openFile', Uri.file(full));
  else await showGatherFile(id, file, line);
}
