import { Uri, window, workspace } from 'vscode';

/** Returns the file that a command applies to: the active one, or else any file of the first folder. */
export function fileInView(): Uri {
  return window.activeTextEditor?.document.uri ?? workspace.workspaceFolders?.[0]?.uri ?? Uri.parse('untitled:');
}
