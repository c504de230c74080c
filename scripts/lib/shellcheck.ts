/** Finds a shellcheck for the tests that judge our runbooks with it, or brings one where that is possible without asking and without root. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { debianArchive, unpackDebianPackage } from './debianPackage.ts';
import { root } from './run.ts';
import { SetupError } from './vscodeInstall.ts';

const folder = path.join(root, 'tools/shellcheck');
const brought = path.join(folder, 'usr/bin/shellcheck');
const howToInstall = 'Runbooks are judged by shellcheck too, and none was found.\nInstall it, or name one: SHELLCHECK=/path/to/shellcheck npm test -- contract';

/** The path of a shellcheck; $SHELLCHECK before all others, then PATH, then tools/shellcheck. Undefined: there is none. */
export function findShellcheck(): string | undefined {
  const chosen = process.env['SHELLCHECK'];
  if (chosen !== undefined && chosen !== '') {
    if (!runs(chosen)) throw new SetupError(`SHELLCHECK is set to ${chosen}, which does not run.`);
    return chosen;
  }
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((each) => each !== '');
  return [...folders.map((each) => path.join(each, 'shellcheck')), brought].find(runs);
}

/** The same, but Debian's package is brought into tools/shellcheck where there is none; says how to install it where it cannot be brought. */
export async function bringShellcheck(say: (line: string) => void): Promise<string> {
  const found = findShellcheck();
  if (found !== undefined) return found;
  const debian = debianArchive();
  if (debian === undefined) throw new SetupError(howToInstall);
  say(`Bringing shellcheck into tools/shellcheck (from Debian ${debian.codename}) ...`);
  const failed = await unpackDebianPackage('shellcheck', debian.codename, debian.archive, folder);
  if (failed !== undefined || !runs(brought)) throw new SetupError(`shellcheck could not be brought: ${failed ?? 'it does not run'}.\n${howToInstall}`);
  return brought;
}

function runs(file: string): boolean {
  try {
    return execFileSync(file, ['--version'], { encoding: 'utf8', timeout: 20_000, stdio: 'pipe' }).includes('ShellCheck');
  } catch {
    return false;
  }
}
