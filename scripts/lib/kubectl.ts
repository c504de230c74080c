/** Finds a kubectl for the tests that play a session with it, or brings one where that is possible without asking and without root. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { stringAt } from '../../core/json.ts';
import { debianArchive, knowsDebian, unpackDebianPackage } from './debianPackage.ts';
import { root } from './run.ts';
import { SetupError } from './vscodeInstall.ts';

/** Those before ask for an OpenAPI v2 document, which the simulator has not got. */
const leastMinor = 27;
/** The first Debian release whose package is new enough: 1.32. That of the release before is 1.20. */
const release = 'trixie';
const folder = path.join(root, 'tools/kubectl');
const brought = path.join(folder, 'usr/bin/kubectl');

/** The path of a kubectl that is new enough; $KUBECTL before all others, then PATH, then tools/kubectl. Undefined: there is none. */
export function findKubectl(): string | undefined {
  const chosen = process.env['KUBECTL'];
  if (chosen !== undefined && chosen !== '') {
    if (!isNewEnough(chosen)) throw new SetupError(`KUBECTL is set to ${chosen}, which is no kubectl of 1.${leastMinor} or newer.`);
    return chosen;
  }
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((each) => each !== '');
  return [...folders.map((each) => path.join(each, 'kubectl')), brought].find(isNewEnough);
}

/** The same, but Debian's package is brought into tools/kubectl where there is none; says how to install it where it cannot be brought. */
export async function bringKubectl(say: (line: string) => void): Promise<string> {
  const found = findKubectl();
  if (found !== undefined) return found;
  const debian = debianArchive();
  if (debian === undefined) throw new SetupError(howToInstall());
  say(`Bringing kubectl into tools/kubectl (from Debian ${release}) ...`);
  const failed = await unpackDebianPackage('kubectl', release, debian.archive, folder);
  if (failed !== undefined || !isNewEnough(brought)) throw new SetupError(`kubectl could not be brought: ${failed ?? 'it does not run'}.\n${howToInstall()}`);
  return brought;
}

function isNewEnough(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    if (!statSync(file).isFile()) return false;
    const said: unknown = JSON.parse(execFileSync(file, ['version', '--client', '-o', 'json'], { encoding: 'utf8', timeout: 20_000, stdio: 'pipe' }));
    const [, major = '0', minor = '0'] = /^v(\d+)\.(\d+)\./.exec(stringAt(said, 'clientVersion', 'gitVersion') ?? '') ?? [];
    return Number(major) > 1 || (Number(major) === 1 && Number(minor) >= leastMinor);
  } catch {
    return false;
  }
}

function howToInstall(): string {
  const command = existsSync('/etc/debian_version')
    ? knowsDebian()
      ? 'sudo apt-get install -y kubectl (Debian 13 or newer)'
      : 'sudo snap install kubectl --classic'
    : existsSync('/etc/redhat-release')
      ? 'sudo dnf install -y kubernetes-client'
      : process.platform === 'darwin'
        ? 'brew install kubectl'
        : 'install kubectl';
  return `The session with kubectl (test/contract/kubectl.test.ts) needs kubectl 1.${leastMinor} or newer, and none was found.\nInstall it: ${command}\nor name one: KUBECTL=/path/to/kubectl npm test -- contract`;
}
