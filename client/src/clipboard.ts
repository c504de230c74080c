/** Reads the clipboard. If a browser refuses that, VS Code shows a notification and answers only after the user has closed it. */
import { env, UIKind } from 'vscode';

/** Whether the clipboard can be read without a question to the user. */
export function canReadClipboard(): boolean {
  return env.uiKind === UIKind.Desktop;
}

/** Returns the text of the clipboard, or an empty text in a browser: there, read it only after the user has chosen the clipboard. */
export async function clipboardText(): Promise<string> {
  return canReadClipboard() ? env.clipboard.readText() : '';
}
