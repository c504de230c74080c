/**
 * Imported before all else by the process: its only argument is the file with the strings of VS Code's language, where
 * that is not English.
 */
import * as l10n from '@vscode/l10n';
import process from 'node:process';

const file = process.argv[2];
if (file !== undefined) l10n.config({ fsPath: file });
