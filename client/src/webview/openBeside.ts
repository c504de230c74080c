/** Opens a page next to its source, or over it if both would be too narrow. */
import { commands, ViewColumn, window } from 'vscode';
import { editorAreaWidth, leastWidthForTwo } from './editorArea.ts';
import type { WebviewPanelHandle } from './webviewPanel.ts';

/**
 * Opens a page next to the active editor. If the editor area is too narrow for both, moves the page over that editor.
 * VS Code has no API for the width of the editor area. With one editor group, the editor layout also omits the width,
 * so the layout is read after the page opens.
 */
export function openBeside<State>(open: (column: ViewColumn) => WebviewPanelHandle<State>): WebviewPanelHandle<State> {
  const source = window.tabGroups.activeTabGroup.viewColumn;
  const panel = open(ViewColumn.Beside);
  const fit = async (): Promise<boolean> => {
    const width = editorAreaWidth(await commands.executeCommand('vscode.getEditorLayout'));
    if (width !== undefined && width < leastWidthForTwo) panel.moveTo(source);
    return width !== undefined;
  };
  // VS Code might not have created the second group yet. It exists when the page is loaded.
  fit()
    .then(async (isKnown) => isKnown || (await panel.whenLoaded.then(fit)))
    // Some editors that run this extension don't have the command.
    .catch(() => undefined);
  return panel;
}
