/**
 * Folders of ours for logs while they are shown: named for the process that made them, so that what a killed window
 * leaves is known.
 */
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

const pattern = /^osc-log-(\d{1,10})-\w{6}$/;

/** For nobody else to read. @param folder where it is made @returns its path */
export function makeOwnFolder(folder: string): Promise<string> {
  return mkdtemp(path.join(folder, `osc-log-${process.pid}-`));
}

/**
 * Takes away those of processes that are no more: only folders, of this user, never what a link leads to. What cannot
 * be removed stays.
 * @param user his number; undefined where users have none, and folders for temporary files are their own
 */
export async function cleanUpPrivateFolders(
  folder: string,
  isAlive: (pid: number) => boolean,
  user = process.getuid?.(),
): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = pattern.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const own = path.join(folder, name);
    const found = await lstat(own).catch(() => undefined);
    if (found?.isDirectory() !== true || (user !== undefined && found.uid !== user)) continue;
    await rm(own, { recursive: true, force: true }).catch(() => undefined);
  }
}
