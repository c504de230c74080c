/** The files of the kubeconfigs of demo clusters: private, named for the process whose cluster they speak of, removed with it. */
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const pattern = /^demo-(\d+)\.kubeconfig(?:\.tmp)?$/;

/** Where the kubeconfig of this process is. */
export function kubeconfigFile(folder: string, pid: number): string {
  return path.join(folder, `demo-${pid}.kubeconfig`);
}

/** Whole or not at all, and for nobody else to read: it holds tokens. */
export function writeKubeconfig(file: string, text: string): void {
  const temporary = `${file}.tmp`;
  writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
  renameSync(temporary, file);
}

export function removeKubeconfig(file: string): void {
  for (const each of [file, `${file}.tmp`]) rmSync(each, { force: true });
}

/** Makes the folder, and takes away what processes have left that are no more: other windows may have demo clusters, too. */
export function tidyFolder(folder: string, isAlive: (pid: number) => boolean): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) {
    const pid = pattern.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(path.join(folder, name), { force: true });
  }
}
