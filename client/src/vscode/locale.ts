/** Applies the display language of VS Code. */
import * as vscode from 'vscode';
import { setTranslations } from '#core/text/language.ts';

/** Sets the language of all messages to the display language of VS Code. */
export function applyLocale(): void {
  // Undefined if VS Code is in English, or in a language without translations.
  if (vscode.l10n.bundle !== undefined) setTranslations(vscode.l10n.bundle);
}
