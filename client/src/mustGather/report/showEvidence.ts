/** Shows the evidence of a finding. */
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { commands, Uri } from 'vscode';
import type { EvidenceLine } from '#core/diagnosis/evidence/evidenceLine.ts';
import type { MustGatherEntry } from '../tree/mustGatherEntry.ts';
import { showGatherFile } from '../tree/showMustGatherFile.ts';
import { maxDocumentBytes } from '../reader/mustGatherDocuments.ts';

/**
 * Opens a file at the line of the evidence. A log that is too large for the editor opens in the log page if the
 * must-gather is a folder.
 */
export async function showEvidence(
  { id, path: root, stamp }: MustGatherEntry,
  { file, line }: EvidenceLine,
): Promise<void> {
  // The path comes from the report, which contains no links and no files outside the must-gather.
  const full = path.join(root, ...file.split('/'));
  const found = stamp.size === 0 ? await lstat(full).catch(() => undefined) : undefined;
  if (found?.isFile() === true && found.size > maxDocumentBytes)
    await commands.executeCommand('osc.logs.openFile', Uri.file(full));
  else await showGatherFile(id, file, line);
}
