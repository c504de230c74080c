/**
 * Finds an executable the same way as the operating system, so that the displayed command is the one that runs. Runs
 * nothing.
 */
import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

/** An executable on disk. */
export interface Located {
  /**
   * The absolute path that runs. Not the target of a symbolic link, because some executables depend on the name that
   * starts them.
   */
  readonly path: string;
  /** The path with all symbolic links resolved. */
  readonly realPath: string;
}

/**
 * Finds an executable. Returns undefined if it doesn't exist.
 * @param command a bare name, or an absolute path
 * @param env environment of the command
 * @param folder working directory of the command; relative entries in PATH are resolved against it
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
  // Scripts (.cmd, .bat) require a shell.
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
 * Returns the environment of a credential plugin: the variables of this process and those of the kubeconfig entry. On
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
 * Returns the value of PATH. Windows doesn't distinguish `Path` from `PATH`, so the last one applies, as in
 * `environmentOf`.
 */
export function pathOf(env: Readonly<Record<string, string | undefined>>, isWindows: boolean): string | undefined {
  return isWindows ? Object.entries(env).findLast(([name]) => name.toUpperCase() === 'PATH')?.[1] : env['PATH'];
}

/** Returns whether the path is an executable file. */
export async function canRun(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
