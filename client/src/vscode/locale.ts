/** Imported before all else by what VS Code starts: tables have their strings when they are loaded. */
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

// Nothing where VS Code speaks English, or a language that we do not.
if (vscode.l10n.bundle !== undefined) l10n.config({ contents: vscode.l10n.bundle });
