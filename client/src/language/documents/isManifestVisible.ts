import { window } from 'vscode';
import { clusterScheme } from './schemes.ts';

/** Returns whether the user is viewing a file that is checked against a cluster. Its findings must then be current. */
export function isManifestVisible(): boolean {
  return window.visibleTextEditors.some(
    ({ document }) => document.languageId === 'yaml' && document.uri.scheme !== clusterScheme,
  );
}
