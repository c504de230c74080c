/** Puts what was built in the place of an earlier build. */
import { existsSync, globSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Moves a folder to the place of another one, unless both have the same files: programs that run load files from there at any time. */
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
