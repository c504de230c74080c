/** Replaces the output folder of an earlier build. */
import { existsSync, globSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

/**
 * Replaces a folder with another one. Does nothing if both have the same files, because running processes might load
 * files from the folder at any time.
 */
export function replaceFolder(built: string, folder: string): void {
  if (existsSync(folder) && contentsOf(built) === contentsOf(folder)) return;
  const old = `${built}-old`;
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(built, folder);
  rmSync(old, { recursive: true, force: true });
}

function contentsOf(folder: string): string {
  const names = globSync('**/*.*', { cwd: folder }).sort();
  return JSON.stringify(names.map((name) => [name, readFileSync(path.join(folder, name), 'base64')]));
}
