/**
 * Keeps a document open for as long as somebody shows what was worked out of it, and says when its text has changed.
 */
import { Disposable, workspace, type TextDocument, type Uri } from 'vscode';

/** @param onChange is also told when the settings have changed that it is checked by */
export function followText(uri: Uri, onChange: () => void): Disposable {
  const isIt = (document: TextDocument) => document.uri.toString() === uri.toString();
  return Disposable.from(
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && isIt(document)) onChange();
    }),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('osc', uri)) onChange();
    }),
    // VS Code closes documents that no editor shows. Opened again it is followed again, with the text that is saved.
    workspace.onDidCloseTextDocument((document) => {
      if (isIt(document) && !document.isUntitled) workspace.openTextDocument(uri).then(onChange, onChange);
    }),
  );
}
