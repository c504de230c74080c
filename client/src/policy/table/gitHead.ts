/**
 * The text of a file at HEAD, by the API of the git extension that comes with VS Code; where it is off or missing,
 * there is no such base.
 */
import { extensions, type Uri } from 'vscode';
import { repositoryOf } from './gitRepository.ts';

/** Reads the file at HEAD; undefined when it is in no repository, or git is not there. */
export async function headText(uri: Uri): Promise<string | undefined> {
  if (uri.scheme !== 'file') return undefined;
  const repository = repositoryOf(extensions.getExtension<unknown>('vscode.git'), uri);
  return repository?.show('HEAD', uri.fsPath).catch(() => undefined);
}
