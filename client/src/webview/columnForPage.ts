/** Chooses where a page opens that belongs to a source: beside it, or over it where both would be too narrow. */
import { commands, ViewColumn } from 'vscode';
import { editorAreaWidth, leastWidthForTwo } from './editorArea.ts';

/** Returns the column beside the active one, or the active one if the editor area is narrow. */
export async function columnForPage(): Promise<ViewColumn> {
  // VS Code has no API for the size of the window. This command is documented, but not in every editor that runs the extension.
  const layout = await commands.executeCommand('vscode.getEditorLayout').then(
    (found: unknown) => found,
    () => undefined,
  );
  return (editorAreaWidth(layout) ?? leastWidthForTwo) < leastWidthForTwo ? ViewColumn.Active : ViewColumn.Beside;
}
