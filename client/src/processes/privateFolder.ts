/**
 * Manages temporary folders for confidential data. Each name contains the process ID, so that the folders of a killed
 * process can be identified.
 */
import { lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** Start of the names of folders for logs that are shown. */
const logs = 'osc-log';

/**
 * Creates a folder that other users can't read.
 * @param folder parent folder, which is created if it doesn't exist
 * @returns the path
 */
export async function makeOwnFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return mkdtemp(path.join(folder, `${logs}-${process.pid}-`));
}

export interface PrivateFolderOptions {
  /** Start of the names: letters, digits, and hyphens. By default, that of folders for logs. */
  readonly prefix?: string;
  /** Numeric user ID. Undefined on systems without user IDs, where temporary folders are private. */
  readonly user?: number | undefined;
}

/**
 * Deletes the folders of processes that no longer run. Deletes only folders owned by this user and doesn't follow
 * links. Ignores folders that can't be deleted.
 */
export async function cleanUpPrivateFolders(
  folder: string,
  isAlive: (pid: number) => boolean,
  { prefix = logs, user = process.getuid?.() }: PrivateFolderOptions = {},
): Promise<void> {
  const pattern = new RegExp(`^${prefix}-(\\d{1,10})-\\w{6}$`);
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = pattern.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const own = path.join(folder, name);
    const found = await lstat(own).catch(() => undefined);
    if (found?.isDirectory() !== true || (user !== undefined && found.uid !== user)) continue;
    await rm(own, { recursive: true, force: true }).catch(() => undefined);
  }
}
