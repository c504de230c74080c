/** Shows a range of a policy in the editor where the policy is open. */
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

/** Converts a protocol range to a VS Code range. */
export function editorRange({ start, end }: LspRange): EditorRange {
  return new EditorRange(start.line, start.character, end.line, end.character);
}

/** Returns the column in which a file is open, even if another tab covers the file. */
export function columnOf(uri: Uri): ViewColumn | undefined {
  const name = uri.toString();
  const visible = window.visibleTextEditors.find(({ document }) => document.uri.toString() === name);
  const isOf = (input: unknown) => input instanceof TabInputText && input.uri.toString() === name;
  return (
    visible?.viewColumn ?? window.tabGroups.all.find(({ tabs }) => tabs.some(({ input }) => isOf(input)))?.viewColumn
  );
}

/**
 * Moves the cursor to a range of a file.
 * @param takesKeyboard whether the editor receives the keyboard focus; if false, the panel keeps it
 */
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

/** Scrolls the visible editors of a file to a range. Doesn't move the cursor or the keyboard focus. */
export function scrollTo(uri: Uri, range: LspRange): void {
  for (const editor of window.visibleTextEditors)
    if (editor.document.uri.toString() === uri.toString())
      editor.revealRange(editorRange(range), TextEditorRevealType.InCenterIfOutsideViewport);
}
