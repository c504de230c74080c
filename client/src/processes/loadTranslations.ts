/** Translations of the processes that the extension starts. */
import * as l10n from '@vscode/l10n';
import process from 'node:process';

/** Loads the translations from the file that the only argument names. Without an argument, the language is English. */
export function loadTranslations(): void {
  const file = process.argv[2];
  if (file !== undefined) l10n.config({ fsPath: file });
}
