/** Reading the clipboard. In a browser, VS Code may have no permission to: it then shows a notification, and answers only when the user closes that. */
import { env, UIKind } from 'vscode';

/** Whether the clipboard can be read without a question to the user. */
export function canReadClipboard(): boolean {
  return env.uiKind === UIKind.Desktop;
}

/** The text of the clipboard. Empty where reading it might ask the user: there, read it only when the user chooses the clipboard. */
export async function clipboardText(): Promise<string> {
  return canReadClipboard() ? env.clipboard.readText() : '';
}
