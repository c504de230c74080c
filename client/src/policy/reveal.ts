/** Shows a place of a policy, in the editor that it is open in. */
import { Range as EditorRange, TextEditorRevealType, ViewColumn, window, type TextEditor, type Uri } from 'vscode';
import type { Range } from '../../../server/src/protocol.ts';

/** A range of the protocol as VS Code has it. */
export function editorRange({ start, end }: Range): EditorRange {
  return new EditorRange(start.line, start.character, end.line, end.character);
}

/** Puts the cursor there. @param takesKeyboard whether the editor gets the keyboard, or the panel beside it keeps it */
export async function reveal(uri: Uri, range: Range, takesKeyboard = true): Promise<TextEditor> {
  const place = editorRange(range);
  const open = window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  const editor = await window.showTextDocument(uri, {
    viewColumn: open?.viewColumn ?? ViewColumn.One,
    preserveFocus: !takesKeyboard,
    selection: new EditorRange(place.start, place.start),
  });
  editor.revealRange(place, TextEditorRevealType.InCenterIfOutsideViewport);
  return editor;
}
