/** Shows a place of a policy, in the editor that it is open in. */
import {
  Range as EditorRange,
  TabInputText,
  TextEditorRevealType,
  ViewColumn,
  window,
  type TextEditor,
  type Uri,
} from 'vscode';
import type { LspRange } from '#server/protocol/textEdit.ts';

/** A range of the protocol as VS Code has it. */
export function editorRange({ start, end }: LspRange): EditorRange {
  return new EditorRange(start.line, start.character, end.line, end.character);
}

/** Returns the column in which a file is open, also if another tab covers it. */
export function columnOf(uri: Uri): ViewColumn | undefined {
  const name = uri.toString();
  const visible = window.visibleTextEditors.find(({ document }) => document.uri.toString() === name);
  const isOf = (input: unknown) => input instanceof TabInputText && input.uri.toString() === name;
  return (
    visible?.viewColumn ?? window.tabGroups.all.find(({ tabs }) => tabs.some(({ input }) => isOf(input)))?.viewColumn
  );
}

/** Puts the cursor there. @param takesKeyboard whether the editor gets the keyboard, or the panel beside it keeps it */
export async function reveal(uri: Uri, range: LspRange, takesKeyboard = true): Promise<TextEditor> {
  const place = editorRange(range);
  const editor = await window.showTextDocument(uri, {
    viewColumn: columnOf(uri) ?? ViewColumn.One,
    preserveFocus: !takesKeyboard,
    selection: new EditorRange(place.start, place.start),
  });
  editor.revealRange(place, TextEditorRevealType.InCenterIfOutsideViewport);
  return editor;
}
