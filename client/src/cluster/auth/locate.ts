/** Where a program is: looked for as the system would, so that what is shown is what will run. Nothing is run for it. */
import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

/** A program. */
export interface Located {
  /** The absolute path that will run: some programs are what their name says, so it is not that of the file behind a link. */
  readonly path: string;
  /** The file behind all links. */
  readonly realPath: string;
}

/**
 * Where a program is; undefined where there is none.
 * @param command a bare name, or an absolute path @param env what the program is given @param folder where it will run: what is relative in PATH is so to it
 */
export async function locate(command: string, env: Readonly<Record<string, string | undefined>>, folder: string): Promise<Located | undefined> {
  const isWindows = process.platform === 'win32';
  const folders = path.isAbsolute(command) ? [''] : (pathOf(env, isWindows) ?? '').split(path.delimiter).map((one) => path.resolve(folder, one));
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
 * What a process is given: the variables of this one, and those of an entry. On Windows, names that differ in their case are one variable, and Node takes
 * any of them: the entry's is the one that was shown.
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

/** Windows does not tell `Path` and `PATH` apart. The later one counts, as where the variables of an entry are added. */
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
