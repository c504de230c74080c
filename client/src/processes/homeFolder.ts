/**
 * Finds the home folder, the temporary folder, and a folder in which commands run. In containers, the user can have no
 * home folder, or one that doesn't exist: OpenShift runs containers with a user ID that isn't in /etc/passwd. Doesn't
 * use VS Code.
 */
import { accessSync, constants, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

/**
 * Returns the absolute path of the home folder, which might not exist. If the user has none, returns the root folder,
 * which container runtimes also set as `HOME`.
 * @param read returns the home folder or throws; tests pass their own
 */
export function findHomeFolder(read: () => string = homedir): string {
  try {
    const home = read();
    if (path.isAbsolute(home)) return home;
  } catch {
    // HOME isn't set, and the user ID isn't in /etc/passwd.
  }
  return rootFolder();
}

/** Returns the folder in which to run commands: the home folder or, if that can't be opened, the root folder. */
export function findWorkingFolder(home = findHomeFolder()): string {
  return canUse(home, constants.X_OK) ? home : rootFolder();
}

/**
 * Returns the folder for temporary files: that of the system or, if this process can't write to it, a folder of the
 * extension, which might not exist yet.
 * @param storage folder of the extension, in which VS Code stores its state
 */
export function findTemporaryFolder(storage: string, system = tmpdir()): string {
  return isWritableFolder(system) ? system : path.join(storage, 'temporary');
}

/** Returns whether a folder exists and this process can create files in it. */
export function isWritableFolder(folder: string): boolean {
  return canUse(folder, constants.W_OK | constants.X_OK);
}

function canUse(folder: string, mode: number): boolean {
  try {
    accessSync(folder, mode);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

function rootFolder(): string {
  return path.parse(process.execPath).root;
}
