/** The language of VS Code. */
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

/** Sets the language of all messages to that of VS Code. */
export function applyLocale(): void {
  // Undefined if VS Code is in English, or in a language without translations.
  if (vscode.l10n.bundle !== undefined) l10n.config({ contents: vscode.l10n.bundle });
}
