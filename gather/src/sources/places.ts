/** Opens files and folders of a source, where it is asked for without following links. */
import { constants } from 'node:fs';
import { lstat, open, realpath, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

/** How files and folders are opened; rejects with what the file system says. */
export interface Places {
  /** Opens the archive. */
  readonly open: (file: string) => Promise<FileHandle>;
  /** Opens a file of a folder: it may have become something else since it was seen. */
  readonly openWithin: (file: string) => Promise<FileHandle>;
  /** Rejects if the folder isn't to be read: called before and after its names are. */
  readonly check: (folder: string) => Promise<void>;
  /** Returns what stands at a path. */
  readonly stat: (path: string) => Promise<{ readonly size: number; readonly isFile: () => boolean; readonly isDirectory: () => boolean }>;
}

/** Follows links of the path that a person named. */
export const namedPlaces: Places = {
  open: (file) => open(file, 'r'),
  openWithin: openNoLink,
  check: () => Promise.resolve(),
  stat,
};

/**
 * Follows no link on the way to a file. For paths that were found to have none: a link that is there by now was put there so that another file is read.
 * Paths have to be as `realpath` gives them, or to begin so.
 */
export const samePlaces: Places = {
  open: openSame,
  openWithin: openSame,
  async check(folder) {
    if ((await realpath(folder)) !== path.normalize(folder) || !(await lstat(folder)).isDirectory()) throw new LinkOnTheWay(folder);
  },
  stat: lstat,
};

/** A link in place of the file isn't followed, and a pipe isn't waited for. */
function openNoLink(file: string): Promise<FileHandle> {
  return open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
}

async function openSame(file: string): Promise<FileHandle> {
  const handle = await openNoLink(file);
  try {
    const opened = await handle.stat();
    // The way to it may have been another for a moment: the file that is there has to be the one that was opened.
    const [place, there] = [await realpath(file), await lstat(file)];
    if (place !== path.normalize(file) || there.ino !== opened.ino || there.dev !== opened.dev) throw new LinkOnTheWay(file);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** As the file system refuses links at the end of a path. */
class LinkOnTheWay extends Error {
  readonly code = 'ELOOP';

  constructor(file: string) {
    super(`ELOOP: the path to ${file} contains a link`);
  }
}
