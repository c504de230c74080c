/**
 * Finds what a test file leaves behind in the home folder of a VS Code server: files of the user profile, kubeconfigs,
 * and processes.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/**
 * Maps the path of each file, relative to the home folder, to the hash of its content. Maps the path of each extension
 * to `installed`.
 */
export type HomeState = ReadonlyMap<string, string>;

/** Folders of the home folder that belong to a test file. The session removes them when the file ends. */
export const foldersOfFile = ['user-data/User', 'user-data/Machine', 'kube'] as const;

/** Reads the files that a test file can change, and the installed extensions. */
export function readHomeState(home: string): HomeState {
  const state = new Map<string, string>();
  for (const folder of foldersOfFile) {
    const root = path.join(home, folder);
    if (!existsSync(root)) continue;
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      state.set(path.relative(home, file), createHash('sha256').update(readFileSync(file)).digest('hex'));
    }
  }
  for (const name of installedExtensions(path.join(home, 'extensions'))) state.set(`extensions/${name}`, 'installed');
  return state;
}

/**
 * Returns the folders of the installed extensions. Ignores `extensions.json`, which VS Code writes when the first
 * window opens.
 */
function installedExtensions(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => name).filter((name) => !name.startsWith('.'));
}

/** Describes each difference: `kube/config was added`. */
export function differences(before: HomeState, now: HomeState): readonly string[] {
  const changed = [...now].flatMap(([name, content]) => {
    const known = before.get(name);
    if (known === content) return [];
    return [known === undefined ? `${name} was added` : `${name} was changed`];
  });
  const removed = [...before.keys()].filter((name) => !now.has(name)).map((name) => `${name} was removed`);
  return [...changed, ...removed].toSorted();
}

/**
 * Returns the error for a file that left changes or processes on its server.
 * @param next the file that receives the server. Undefined at the end of the run
 */
export function leakMessage(earlier: string, next: string | undefined, left: readonly string[]): string {
  const user = next === undefined ? '' : ` that ${next} also uses`;
  return `${earlier} didn't clean up the VS Code server${user}: ${left.join('; ')}.`;
}

/**
 * Returns the command lines of processes that have this home folder in their environment, by process id. Finds
 * processes only on Linux.
 */
export function processesOf(home: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  if (process.platform !== 'linux') return found;
  const mark = `XDG_DATA_HOME=${path.join(home, 'xdg-data')}\0`;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // A zombie process has no command line.
      const line = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      if (line !== '' && `${readFileSync(`/proc/${name}/environ`, 'utf8')}\0`.includes(mark))
        found.set(Number(name), line);
    } catch {
      // The process has ended or belongs to another user.
    }
  }
  return found;
}
