/** Shows a file of a must-gather in a read-only editor. */
import { Position, Range, Uri, window, workspace } from 'vscode';
import { gatherUriParts } from '#client/language/documents/mustGatherUri.ts';

/**
 * Opens the file and selects the line.
 * @param file path relative to the root of the must-gather
 * @param line line number, starting at 1
 */
export async function showGatherFile(id: string, file: string, line: number): Promise<void> {
  const document = await workspace.openTextDocument(Uri.from(gatherUriParts(id, file)));
  const at = new Position(Math.max(0, Math.min(line, document.lineCount) - 1), 0);
  await window.showTextDocument(document, { preview: true, selection: new Range(at, at) });
}
