/** Shows a file of a must-gather in the editor, to be read. */
import { Position, Range, Uri, window, workspace } from 'vscode';
import { gatherUriParts } from '#client/language/documents/mustGatherUri.ts';

/** @param file from its root @param line the first is 1 */
export async function showGatherFile(id: string, file: string, line: number): Promise<void> {
  const document = await workspace.openTextDocument(Uri.from(gatherUriParts(id, file)));
  const at = new Position(Math.max(0, Math.min(line, document.lineCount) - 1), 0);
  await window.showTextDocument(document, { preview: true, selection: new Range(at, at) });
}
