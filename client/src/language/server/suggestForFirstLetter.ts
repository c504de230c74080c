/**
 * Opens suggestions for the first letter of a YAML file.
 *
 * VS Code opens suggestions for a letter only if the cursor moved forward, compared with its last position in the same
 * editor pane. If the pane showed another file before, that position belongs to the other file. For the first letter of
 * an empty file, VS Code then assumes that the cursor moved back. Source: microsoft/vscode@1.139.1
 * src/vs/editor/contrib/suggest/browser/suggestModel.ts (`_currentSelection`, which `onDidChangeModel` doesn't reset)
 */
import { commands, window, workspace, type Disposable, type TextDocumentChangeEvent } from 'vscode';
import type { Log } from '#client/vscode/log.ts';
import { hasQuickSuggestions } from './quickSuggestions.ts';

/** Listens to edits and triggers suggestions when the user types the first letter. */
export function suggestForFirstLetter(log: Log): Disposable {
  return workspace.onDidChangeTextDocument((event) => {
    if (
      !isFirstLetter(event) ||
      !hasQuickSuggestions(workspace.getConfiguration('editor', event.document).get('quickSuggestions'))
    )
      return;
    // If the list is already open, the command does nothing. With "auto", no list opens if there are no suggestions.
    commands
      .executeCommand('editor.action.triggerSuggest', { auto: true })
      .then(undefined, (error: unknown) => log.error("Can't open the list of suggestions", error));
  });
}

/** Returns whether the user typed a single letter as the only text in the first line. */
function isFirstLetter({ document, contentChanges, reason }: TextDocumentChangeEvent): boolean {
  const [change] = contentChanges;
  if (
    change === undefined ||
    contentChanges.length > 1 ||
    change.rangeOffset > 0 ||
    change.rangeLength > 0 ||
    reason !== undefined
  )
    return false;
  if (document.languageId !== 'yaml' || document !== window.activeTextEditor?.document) return false;
  return /^[a-z]$/i.test(change.text) && document.lineAt(0).text === change.text;
}
