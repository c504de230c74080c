/** Opens files and folders of a source, optionally without following links. */
import { constants } from 'node:fs';
import { lstat, open, realpath, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

/** Opens files and folders. Rejects with the error of the file system. */
export interface FileAccess {
  /** Opens the archive. */
  readonly open: (file: string) => Promise<FileHandle>;
  /** Opens a file of a folder. The file can have changed since it was listed. */
  readonly openWithin: (file: string) => Promise<FileHandle>;
  /** Rejects if the folder must not be read. Called before and after its names are listed. */
  readonly check: (folder: string) => Promise<void>;
  /** Returns the file status of a path. */
  readonly stat: (
    path: string,
  ) => Promise<{ readonly size: number; readonly isFile: () => boolean; readonly isDirectory: () => boolean }>;
}

/** Follows links in the path that the user named. */
export const linkFollowingAccess: FileAccess = {
  open: (file) => open(file, 'r'),
  openWithin: openNoLink,
  check: () => Promise.resolve(),
  stat,
};

/**
 * Doesn't follow links in a path. Use it for paths that had no links when they were checked, because a link that was
 * created later could redirect the reader to another file. Paths must be results of `realpath`, or start with one.
 */
export const linkRejectingAccess: FileAccess = {
  open: openSame,
  openWithin: openSame,
  async check(folder) {
    if ((await realpath(folder)) !== path.normalize(folder) || !(await lstat(folder)).isDirectory())
      throw new LinkInPathError(folder);
  },
  stat: lstat,
};

/** Opens a file without following a link and without waiting for a pipe. */
function openNoLink(file: string): Promise<FileHandle> {
  return open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
}

async function openSame(file: string): Promise<FileHandle> {
  const handle = await openNoLink(file);
  try {
    const opened = await handle.stat();
    // The path might have pointed to another file for a moment, so check that the opened file is the one at the path.
    const [place, there] = [await realpath(file), await lstat(file)];
    if (place !== path.normalize(file) || there.ino !== opened.ino || there.dev !== opened.dev)
      throw new LinkInPathError(file);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Has the same code as the file system error for a link at the end of a path. */
class LinkInPathError extends Error {
  readonly code = 'ELOOP';

  constructor(file: string) {
    super(`ELOOP: the path to ${file} contains a link`);
  }
}
