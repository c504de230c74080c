import { Uri, window, workspace } from 'vscode';

/** Returns the file that a command applies to: the active file, or the first workspace folder if no file is active. */
export function fileInView(): Uri {
  return window.activeTextEditor?.document.uri ?? workspace.workspaceFolders?.[0]?.uri ?? Uri.parse('untitled:');
}
