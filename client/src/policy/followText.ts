/** Keeps a document open while a result that is based on it is displayed, and reports changes of its text. */
import { Disposable, workspace, type TextDocument, type Uri } from 'vscode';

/**
 * Follows a document.
 * @param onChange also called when `osc` settings for the document change
 */
export function followText(uri: Uri, onChange: () => void): Disposable {
  const isIt = (document: TextDocument) => document.uri.toString() === uri.toString();
  return Disposable.from(
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && isIt(document)) onChange();
    }),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('osc', uri)) onChange();
    }),
    // VS Code closes documents without an editor. Opening the document again continues to follow it, with the saved
    // text.
    workspace.onDidCloseTextDocument((document) => {
      if (isIt(document) && !document.isUntitled) workspace.openTextDocument(uri).then(onChange, onChange);
    }),
  );
}
