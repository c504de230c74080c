/**
 * Finds the YAML and Rego files below a folder of any file system, with limits on their number and depth. Doesn't use
 * VS Code.
 */
import { kataConfigRole } from '#core/kata/kataConfigFile.ts';
import { isEnvFileName } from '#core/kinds/envFile.ts';

export interface FoundEntry {
  readonly name: string;
  readonly uri: string;
  readonly kind: 'file' | 'folder' | 'other';
}

export interface FoundFiles {
  readonly files: readonly string[];
  /** True if there are more files or a folder can't be listed. */
  readonly cut: boolean;
}

/**
 * Maximum number of files to return, of entries to check, and of folder levels. Lower than for local disks, because
 * each file or folder can require a network request.
 */
const maxFiles = 5000;
const maxEntries = 100_000;
const maxDepth = 30;
/** Maximum number of folders to list at the same time. */
const atOnce = 8;

const skipped = new Set(['node_modules', '.git', '.hg', '.svn', '.vscode-test']);

/**
 * Returns the YAML and Rego files below a folder and the `.gitignore` files that determine which of them are ignored.
 * @param entriesOf lists one folder. May reject
 */
export async function walkFiles(
  start: string,
  entriesOf: (folder: string) => Promise<readonly FoundEntry[]>,
): Promise<FoundFiles> {
  const files: string[] = [];
  let cut = false;
  let entries = 0;
  let level: readonly string[] = [start];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return { files, cut: true };
    const deeper: string[] = [];
    for (let at = 0; at < level.length; at += atOnce) {
      const asked = level.slice(at, at + atOnce).map(async (folder) => entriesOf(folder));
      for (const answer of await Promise.allSettled(asked)) {
        if (answer.status === 'rejected') cut = true;
        for (const { name, uri, kind } of answer.status === 'rejected' ? [] : answer.value) {
          entries += 1;
          if (kind === 'folder' && !skipped.has(name)) deeper.push(uri);
          else if (kind === 'file' && (isIndexed(uri) || name === '.gitignore')) files.push(uri);
        }
      }
      if (entries > maxEntries || files.length > maxFiles) return { files: files.slice(0, maxFiles), cut: true };
    }
    level = deeper;
  }
  return { files, cut };
}

/**
 * Returns whether `walkFiles` would find this file in the folder, or whether the file is an env file in the folder,
 * because a kustomization can refer to such a file.
 */
export function isToBeRead(uri: string, folder: string): boolean {
  const names = uri.slice(folder.length + 1).split('/');
  const name = names.pop() ?? '';
  if (
    names.length > maxDepth ||
    names.some((each) => each === '' || /^(?:\.|%2e){1,2}$/i.test(each) || skipped.has(each))
  )
    return false;
  return isIndexed(uri) || name === '.gitignore' || isEnvFileName(uri);
}

function isIndexed(uri: string): boolean {
  return /\.(?:ya?ml|rego)$/i.test(uri) || kataConfigRole(uri) !== undefined;
}
