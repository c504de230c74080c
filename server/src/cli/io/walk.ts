/** The files below a folder that may be ours. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { mayBeChecked } from '#server/engine/workspace/checkableFiles.ts';
import { describeFileSystemError } from './readFile.ts';

/** What other programs keep for themselves. */
const skipped = new Set(['.git', 'node_modules']);

export interface Walked {
  readonly files: readonly string[];
  /** Folders that could not be read, with the reason. */
  readonly unreadable: readonly { readonly folder: string; readonly reason: string }[];
}

/**
 * All regular .yaml, .yml, .json, .promql, .rego and .toml files below a folder, hidden ones too. Symbolic links are
 * not followed.
 */
export async function walk(root: string): Promise<Walked> {
  const files: string[] = [];
  const unreadable: { folder: string; reason: string }[] = [];
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    try {
      for (const entry of await readdir(folder, { withFileTypes: true })) {
        const full = path.join(folder, entry.name);
        if (entry.isDirectory() && !skipped.has(entry.name)) folders.push(full);
        else if (entry.isFile() && mayBeChecked(entry.name)) files.push(full);
      }
    } catch (error) {
      unreadable.push({ folder, reason: describeFileSystemError(error) });
    }
  }
  return { files: files.sort(), unreadable };
}
