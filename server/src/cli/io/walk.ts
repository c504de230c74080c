/** Finds the files below a folder that might be supported. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { FileSelection } from '#server/engine/workspace/fileSelection.ts';
import { describeFileSystemError } from './readFile.ts';

/** Folders that belong to other tools. */
const skipped = new Set(['.git', 'node_modules']);

export interface Walked {
  readonly files: readonly string[];
  /** Folders that couldn't be read, with the reason. */
  readonly unreadable: readonly { readonly folder: string; readonly reason: string }[];
}

/** Lists the regular files below a folder that can be checked, including hidden ones. Doesn't follow symbolic links. */
export async function walk(root: string, selection: FileSelection): Promise<Walked> {
  const files: string[] = [];
  const unreadable: { folder: string; reason: string }[] = [];
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    try {
      for (const entry of await readdir(folder, { withFileTypes: true })) {
        const full = path.join(folder, entry.name);
        if (entry.isDirectory() && !skipped.has(entry.name)) folders.push(full);
        else if (entry.isFile() && selection.mayBeChecked(full)) files.push(full);
      }
    } catch (error) {
      unreadable.push({ folder, reason: describeFileSystemError(error) });
    }
  }
  return { files: files.sort(), unreadable };
}
