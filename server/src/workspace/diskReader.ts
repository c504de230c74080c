/** The workspace on disk: YAML files below its folders, bounded in number and size, links not followed. */
import { constants } from 'node:fs';
import { lstat, open, opendir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { WorkspaceReader } from './workspaceIndex.ts';

const maxFiles = 20_000;
const maxFileSize = 5_000_000;
const maxDepth = 30;
const skipped = new Set(['node_modules', '.git', '.hg', '.svn', '.vscode-test']);

/** Reads below these folder URIs. Folders that are not on disk (virtual workspaces), or no URIs at all, are left out. */
export function diskReader(folders: readonly string[]): WorkspaceReader {
  const roots = folders.map(pathOf).filter((folder) => folder !== undefined);
  let cut = roots.length < folders.length;
  return {
    whole: () => !cut && roots.length > 0,
    async *list() {
      let left = maxFiles;
      for (const root of roots) {
        try {
          for await (const file of walk(root, 0)) {
            if (left-- <= 0) {
              cut = true;
              return;
            }
            yield pathToFileURL(file).href;
          }
        } catch {
          cut = true;
        }
      }
    },
    async read(uri) {
      const file = pathOf(uri);
      if (file === undefined) return undefined;
      try {
        for (const root of roots) if (await isListed(file, root)) return await readBounded(file);
      } catch {
        // It vanished, or may not be read.
      }
      return undefined;
    },
  };
}

function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    // Of another host, or with an escape that is none.
    return undefined;
  }
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
    } else if (entry.isFile() && isYaml(entry.name)) yield full;
  }
}

function isYaml(name: string): boolean {
  return /\.ya?ml$/i.test(name);
}

/** Could `walk` have named this file? Clients tell of changes of any file, also behind links and outside of the workspace. */
async function isListed(file: string, root: string): Promise<boolean> {
  const parent = path.relative(root, path.dirname(file));
  const names = parent.split(path.sep);
  if (!isYaml(file) || path.isAbsolute(parent) || names.length > maxDepth || names.some((name) => name === '..' || skipped.has(name))) return false;
  const [realRoot, realParent] = await Promise.all([realpath(root), realpath(path.dirname(file))]);
  // The same below the root: no link in between. Compared as paths, because some systems do not tell a from A.
  return path.relative(path.join(realRoot, parent), realParent) === '';
}

/** The text of a regular file. Anything else could block the reader, or never end. */
async function readBounded(file: string): Promise<string | undefined> {
  if (!(await lstat(file)).isFile()) return undefined;
  // It may have become something else meanwhile.
  const handle = await open(file, constants.O_RDONLY | flag('O_NOFOLLOW') | flag('O_NONBLOCK'));
  try {
    const found = await handle.stat();
    if (!found.isFile() || found.size > maxFileSize) return undefined;
    // One byte more than it had tells whether it grew: then another change is on its way.
    const buffer = Buffer.allocUnsafe(found.size + 1);
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length, null);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return buffer.toString('utf8', 0, length);
  } finally {
    await handle.close();
  }
}

/** Not every system has every flag. */
function flag(name: 'O_NOFOLLOW' | 'O_NONBLOCK'): number {
  const value: unknown = constants[name];
  return typeof value === 'number' ? value : 0;
}
