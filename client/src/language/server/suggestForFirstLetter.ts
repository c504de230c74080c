/**
 * Opens the list of suggestions for the first letter of a YAML file.
 *
 * VS Code suggests for a letter only if the cursor moved forward, and compares its position with the last one in the
 * same editor pane. If the pane showed another file before, that position is one of the other file: for the first
 * letter of an empty file, VS Code believes that the cursor moved back. Source: microsoft/vscode@1.139.1
 * src/vs/editor/contrib/suggest/browser/suggestModel.ts (`_currentSelection`, which `onDidChangeModel` doesn't reset)
 */
import { commands, window, workspace, type Disposable, type TextDocumentChangeEvent } from 'vscode';
import type { Log } from '#client/vscode/log.ts';
import { hasQuickSuggestions } from './quickSuggestions.ts';

/** Follows what users type, and asks VS Code for suggestions when it is the first letter. */
export function suggestForFirstLetter(log: Log): Disposable {
  return workspace.onDidChangeTextDocument((event) => {
    if (
      !isFirstLetter(event) ||
      !hasQuickSuggestions(workspace.getConfiguration('editor', event.document).get('quickSuggestions'))
    )
      return;
    // If the list is open, the command does nothing. "auto" leaves it closed if there are no suggestions.
    commands
      .executeCommand('editor.action.triggerSuggest', { auto: true })
      .then(undefined, (error: unknown) => log.error('cannot open the list of suggestions', error));
  });
}

/** Returns whether a user typed a letter that is alone in the first line. */
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
