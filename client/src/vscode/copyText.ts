/** Copies text for all commands and pages. VS Code gives no feedback, so the status bar shows a short message. */
import * as l10n from '@vscode/l10n';
import { env, window } from 'vscode';

/** Time that the message is shown, in milliseconds. */
const shownFor = 5000;

/**
 * Copies a text to the clipboard.
 * @param message the message in the status bar, without names from a cluster
 */
export async function copyText(text: string, message = l10n.t`Copied to the clipboard`): Promise<void> {
  await env.clipboard.writeText(text);
  window.setStatusBarMessage(message, shownFor);
}
