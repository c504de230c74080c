/** The workspace on disk: YAML files below its folders, bounded in number and size, links not followed. */
import { opendir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { WorkspaceReader } from './workspaceIndex.ts';

const maxFiles = 20_000;
const maxFileSize = 5_000_000;
const maxDepth = 30;
const skipped = new Set(['node_modules', '.git', '.hg', '.svn', '.vscode-test']);

/** Reads below these folder URIs. Folders that are not on disk (virtual workspaces) are left out. */
export function diskReader(folders: readonly string[]): WorkspaceReader {
  let cut = false;
  return {
    whole: () => !cut && folders.length > 0 && folders.every((folder) => folder.startsWith('file:')),
    async *list() {
      let left = maxFiles;
      for (const folder of folders) {
        if (!folder.startsWith('file:')) continue;
        for await (const file of walk(fileURLToPath(folder), 0)) {
          if (left-- <= 0) {
            cut = true;
            return;
          }
          yield pathToFileURL(file).href;
        }
      }
    },
    async read(uri) {
      if (!uri.startsWith('file:')) return undefined;
      try {
        const file = fileURLToPath(uri);
        const { size, mtimeMs } = await stat(file);
        return size > maxFileSize || Number.isNaN(mtimeMs) ? undefined : await readFile(file, 'utf8');
      } catch {
        return undefined;
      }
    },
  };
}

async function* walk(folder: string, depth: number): AsyncGenerator<string> {
  if (depth > maxDepth) return;
  let entries;
  try {
    entries = await opendir(folder);
  } catch {
    return;
  }
  for await (const entry of entries) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!skipped.has(entry.name)) yield* walk(full, depth + 1);
    } else if (entry.isFile() && /\.ya?ml$/i.test(entry.name)) yield full;
  }
}
