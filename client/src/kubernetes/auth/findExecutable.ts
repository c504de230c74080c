/**
 * Where a program is: looked for as the system would, so that what is shown is what will run. Nothing is run for it.
 */
import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

/** An executable on disk. */
export interface Located {
  /**
   * The absolute path that runs. Not the target of a symbolic link, because some executables depend on the name with
   * which they start.
   */
  readonly path: string;
  /** The path with all symbolic links resolved. */
  readonly realPath: string;
}

/**
 * Finds an executable. Returns undefined if it doesn't exist.
 * @param command a bare name, or an absolute path
 * @param env what the program is given
 * @param folder where it will run: what is relative in PATH is so to it
 */
export async function findExecutable(
  command: string,
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
): Promise<Located | undefined> {
  const isWindows = process.platform === 'win32';
  const folders = path.isAbsolute(command)
    ? ['']
    : (pathOf(env, isWindows) ?? '').split(path.delimiter).map((one) => path.resolve(folder, one));
  // Scripts (.cmd, .bat) would need a shell.
  const endings = !isWindows ? [''] : path.extname(command) === '' ? ['.com', '.exe'] : ['', '.com', '.exe'];
  for (const place of folders) {
    for (const ending of endings) {
      const candidate = `${path.join(place, command)}${ending}`;
      if (await canRun(candidate)) return { path: candidate, realPath: await realpath(candidate) };
    }
  }
  return undefined;
}

/**
 * Returns the environment of a login program: the variables of this process and those of the kubeconfig entry. On
 * Windows, variable names are case-insensitive and Node.js uses any of the duplicates, so the variable of the entry,
 * which the user approved, replaces the others.
 */
export function environmentOf(
  inherited: Readonly<Record<string, string | undefined>>,
  own: ReadonlyMap<string, string>,
  isWindows: boolean,
): Readonly<Record<string, string | undefined>> {
  if (!isWindows) return { ...inherited, ...Object.fromEntries(own) };
  const later = new Map([...Object.entries(inherited), ...own].map((entry) => [entry[0].toUpperCase(), entry]));
  return Object.fromEntries(later.values());
}

/**
 * Windows does not tell `Path` and `PATH` apart. The later one counts, as where the variables of an entry are added.
 */
export function pathOf(env: Readonly<Record<string, string | undefined>>, isWindows: boolean): string | undefined {
  return isWindows ? Object.entries(env).findLast(([name]) => name.toUpperCase() === 'PATH')?.[1] : env['PATH'];
}

/** Whether it is a file that may be run. */
export async function canRun(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
