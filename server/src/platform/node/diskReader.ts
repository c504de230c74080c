/**
 * Reads the workspace on disk: YAML and Rego files below its folders that Git doesn't ignore. Limits the number and
 * size of files, and doesn't follow links.
 */
import { lstat, opendir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { kataConfigRole } from '#core/kata/kataConfigFile.ts';
import { isEnvFileName } from '#core/kinds/envFile.ts';
import { files as uris } from './files.ts';
import { GitignoreMatcher } from './gitignore.ts';
import { readRegular } from './readRegularFile.ts';
import type { FileNameFilter, Folder, WorkspaceReader } from '../workspaceReader.ts';

const maxFiles = 20_000;
/** Maximum number of files and folders of any type to examine. */
const maxEntries = 2_000_000;
const maxFileSize = 5_000_000;
const maxDepth = 30;
const skipped = new Set(['node_modules', '.git', '.hg', '.svn', '.vscode-test']);

interface Root {
  readonly path: string;
  readonly ignored: GitignoreMatcher;
}

/** Remaining number of files and entries. */
interface Quota {
  files: number;
  entries: number;
}

/**
 * Creates a reader for these folders. Skips folders that aren't on disk (virtual workspaces).
 * @param selection selects the files to check
 */
export function createDiskReader(folders: readonly Folder[], selection: FileNameFilter): WorkspaceReader {
  const roots = folders.flatMap(({ uri, exclude }): Root[] => {
    // A trailing slash would make the root differ from the parent paths of its files.
    const root = uris.pathOf(uri);
    return root === undefined
      ? []
      : [{ path: path.resolve(root), ignored: new GitignoreMatcher(path.resolve(root), exclude) }];
  });
  const isSelected = (name: string): boolean => selection.mayBeChecked(name);
  let cut = roots.length < folders.length;
  const list = async function* (isWanted: (name: string) => boolean, below?: string): AsyncGenerator<string> {
    const quota = { files: maxFiles, entries: maxEntries };
    for (const root of roots) {
      try {
        const folder = below === undefined ? root.path : await folderBelow(below, root);
        if (folder === undefined) continue;
        for await (const file of walk(folder, depthOf(folder, root), { ...root, isWanted }, quota))
          yield pathToFileURL(file).href;
      } catch {
        cut = true;
      }
    }
    cut ||= quota.files < 0 || quota.entries < 0;
  };
  const read = async (uri: string, isWanted: (name: string) => boolean): Promise<string | undefined> => {
    const file = uris.pathOf(uri);
    if (file === undefined) return undefined;
    try {
      for (const root of roots)
        if ((isWanted(file) || isEnvFileName(pathToFileURL(file).href)) && (await isListed(file, 'file', root)))
          return await readRegular(file, maxFileSize);
    } catch {
      // The file was deleted or can't be read.
    }
    return undefined;
  };
  return {
    whole: () => !cut && roots.length > 0,
    list: (below) => list(isIndexed, below),
    read: (uri) => read(uri, isIndexed),
    toCheck: { list: () => list(isSelected), read: (uri) => read(uri, isSelected) },
  };
}

/** A root folder with a filter for its files. */
interface Walked extends Root {
  readonly isWanted: (name: string) => boolean;
}

async function* walk(folder: string, depth: number, root: Walked, quota: Quota): AsyncGenerator<string> {
  if (depth > maxDepth) return;
  let entries;
  try {
    entries = await opendir(folder);
  } catch {
    return;
  }
  for await (const entry of entries) {
    quota.entries -= 1;
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!skipped.has(entry.name) && !(await root.ignored.covers(full, 'folder')))
        yield* walk(full, depth + 1, root, quota);
    } else if (entry.isFile() && root.isWanted(full) && !(await root.ignored.covers(full, 'file'))) {
      quota.files -= 1;
      if (quota.files >= 0) yield full;
    }
    if (quota.files < 0 || quota.entries < 0) return;
  }
}

function isIndexed(name: string): boolean {
  return /\.(?:ya?ml|rego)$/i.test(name) || kataConfigRole(name) !== undefined;
}

function depthOf(folder: string, { path: root }: Root): number {
  return folder === root ? 0 : path.relative(root, folder).split(path.sep).length;
}

/** Returns the path of a folder if `walk` would reach it. Otherwise, returns undefined. */
async function folderBelow(uri: string, root: Root): Promise<string | undefined> {
  const folder = uris.pathOf(uri);
  if (folder === undefined) return undefined;
  const full = path.resolve(folder);
  try {
    return (await lstat(full)).isDirectory() && (full === root.path || (await isListed(full, 'folder', root)))
      ? full
      : undefined;
  } catch {
    // The folder was deleted meanwhile.
    return undefined;
  }
}

/**
 * Returns whether `walk` would reach a path. Clients also report changes to files that are behind symbolic links or
 * outside the workspace.
 */
async function isListed(full: string, what: 'file' | 'folder', root: Root): Promise<boolean> {
  const parent = path.relative(root.path, path.dirname(full));
  const names = [...(parent === '' ? [] : parent.split(path.sep)), ...(what === 'folder' ? [path.basename(full)] : [])];
  if (path.isAbsolute(parent) || names.length > maxDepth || names.some((name) => name === '..' || skipped.has(name)))
    return false;
  const [realRoot, realParent] = await Promise.all([realpath(root.path), realpath(path.dirname(full))]);
  // The same relative path means that there is no link in between. Compared as paths, because some file systems are
  // case-insensitive.
  if (path.relative(path.join(realRoot, parent), realParent) !== '') return false;
  return !(await root.ignored.covers(full, what));
}
