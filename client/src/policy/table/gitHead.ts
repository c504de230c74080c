/**
 * Reads the version of a file at HEAD through the API of VS Code's built-in Git extension. If that extension is
 * disabled or missing, a comparison with HEAD isn't available.
 */
import { extensions, type Uri } from 'vscode';
import { repositoryOf } from './gitRepository.ts';

/** Reads the file at HEAD. Returns undefined if the file isn't in a repository or Git isn't available. */
export async function headText(uri: Uri): Promise<string | undefined> {
  if (uri.scheme !== 'file') return undefined;
  const repository = repositoryOf(extensions.getExtension<unknown>('vscode.git'), uri);
  return repository?.show('HEAD', uri.fsPath).catch(() => undefined);
}
