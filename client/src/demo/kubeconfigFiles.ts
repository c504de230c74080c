/**
 * Manages the files of demo clusters. Each process has a kubeconfig and a file with which a window keeps the process
 * alive. The file names contain the process ID.
 */
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const pattern = /^demo-(\d+)\.(?:kubeconfig(?:\.tmp)?|alive)$/;

/** Returns the path of a demo process's kubeconfig. */
export function getDemoKubeconfigPath(folder: string, pid: number): string {
  return path.join(folder, `demo-${pid}.kubeconfig`);
}

/** Writes the kubeconfig atomically. Only the current user can read the file because it contains tokens. */
export function writeKubeconfig(file: string, text: string): void {
  const temporary = `${file}.tmp`;
  writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
  renameSync(temporary, file);
}

/** Deletes the files of a process. */
export function removeFiles(folder: string, pid: number): void {
  const kubeconfig = getDemoKubeconfigPath(folder, pid);
  for (const each of [kubeconfig, `${kubeconfig}.tmp`, aliveFile(folder, pid)]) rmSync(each, { force: true });
}

/**
 * Signals the process that a window still needs its cluster.
 * @returns false if that fails, for example because the folder doesn't exist
 */
export function keepAlive(folder: string, pid: number): boolean {
  try {
    writeFileSync(aliveFile(folder, pid), '', { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

/** Returns when a window last used the cluster, in milliseconds since 1970; undefined if the file doesn't exist. */
export function lastNeeded(folder: string, pid: number): number | undefined {
  return statSync(aliveFile(folder, pid), { throwIfNoEntry: false })?.mtimeMs;
}

/**
 * Creates the folder and deletes the files of processes that have exited. Keeps files of demo clusters of other
 * windows.
 */
export function removeStaleKubeconfigs(folder: string, isAlive: (pid: number) => boolean): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) {
    const pid = pattern.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(path.join(folder, name), { force: true });
  }
}

function aliveFile(folder: string, pid: number): string {
  return path.join(folder, `demo-${pid}.alive`);
}
