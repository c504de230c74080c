/** Finds a Prometheus for the test that reads a real one, or brings Debian's where that is possible without asking and without root. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { debianArchive, unpackDebianPackage } from './debianPackage.ts';
import { root } from './run.ts';
import { SetupError } from './vscodeInstall.ts';

/** Its package has 2.53. */
const release = 'trixie';
const folder = path.join(root, 'tools/prometheus');
const brought = path.join(folder, 'usr/bin/prometheus');

/** The path of one that runs; $PROMETHEUS before all others, then PATH, then tools/prometheus. Undefined: there is none. */
export function findPrometheus(): string | undefined {
  const chosen = process.env['PROMETHEUS'];
  if (chosen !== undefined && chosen !== '') {
    if (!runs(chosen)) throw new SetupError(`PROMETHEUS is set to ${chosen}, which is no Prometheus of 2.40 or newer.`);
    return chosen;
  }
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((each) => each !== '');
  return [...folders.map((each) => path.join(each, 'prometheus')), brought].find(runs);
}

/** The same, but Debian's package is brought into tools/prometheus where there is none; says how to install it where it cannot be brought. */
export async function bringPrometheus(say: (line: string) => void): Promise<string> {
  const found = findPrometheus();
  if (found !== undefined) return found;
  const debian = debianArchive();
  if (debian === undefined) throw new SetupError(howToInstall);
  say(`Bringing Prometheus into tools/prometheus (from Debian ${release}) ...`);
  const failed = await unpackDebianPackage('prometheus', release, debian.archive, folder);
  if (failed !== undefined || !runs(brought)) throw new SetupError(`Prometheus could not be brought: ${failed ?? 'it does not run'}.\n${howToInstall}`);
  return brought;
}

function runs(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    if (!statSync(file).isFile()) return false;
    const said = execFileSync(file, ['--version'], { encoding: 'utf8', timeout: 20_000, stdio: 'pipe' });
    const [, major = '0', minor = '0'] = /^prometheus, version (\d+)\.(\d+)\./.exec(said) ?? [];
    return Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 40);
  } catch {
    return false;
  }
}

const howToInstall =
  'test/contract/prometheus.test.ts needs Prometheus 2.40 or newer, and none was found.\nInstall it (Debian: sudo apt-get install -y prometheus), or name one: PROMETHEUS=/path/to/prometheus npm test -- contract';
