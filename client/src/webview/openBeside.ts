/** Opens pages that belong to a source: beside it, or over it where both would be too narrow. */
import { commands, ViewColumn, window } from 'vscode';
import { editorAreaWidth, leastWidthForTwo } from './editorArea.ts';
import type { Panel } from './panel.ts';

/**
 * Opens a page beside the active editor, and moves it over that editor if the editor area is narrow. VS Code has no API for widths, and with one
 * editor group its layout tells only the height. With the page beside, it tells the width.
 */
export function openBeside<State>(open: (column: ViewColumn) => Panel<State>): Panel<State> {
  const source = window.tabGroups.activeTabGroup.viewColumn;
  const panel = open(ViewColumn.Beside);
  const fit = async (): Promise<boolean> => {
    const width = editorAreaWidth(await commands.executeCommand('vscode.getEditorLayout'));
    if (width !== undefined && width < leastWidthForTwo) panel.moveTo(source);
    return width !== undefined;
  };
  // VS Code may not have made the second group yet. It has when the page is loaded.
  fit()
    .then(async (isKnown) => isKnown || (await panel.whenLoaded.then(fit)))
    // Not every editor that runs the extension has this command.
    .catch(() => undefined);
  return panel;
}
