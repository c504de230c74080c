/** Finds a kubectl for the tests that play a session with it, or brings one where that is possible without asking and without root. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { stringAt } from '../../core/json.ts';
import { root, runStatus } from './run.ts';
import { SetupError } from './vscodeInstall.ts';

/** Those before ask for an OpenAPI v2 document, which the simulator has not got. */
const leastMinor = 27;
/** The first Debian release whose package is new enough: 1.32. That of the release before is 1.20. */
const release = 'trixie';
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
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
  const archive = existsSync(keyring) ? debianArchive() : undefined;
  if (archive === undefined) throw new SetupError(howToInstall());
  say(`Bringing kubectl into tools/kubectl (from Debian ${release}) ...`);
  const failed = await unpackFrom(archive);
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

/** Where this machine has its packages from: the archive, or the mirror of it, that its own release comes from. */
function debianArchive(): string | undefined {
  try {
    const system = readFileSync('/etc/os-release', 'utf8');
    if (!/^ID=debian$/m.test(system)) return undefined;
    const codename = /^VERSION_CODENAME=(.*)$/m.exec(system)?.[1] ?? '';
    const uris = execFileSync('apt-get', ['--print-uris', 'update'], { encoding: 'utf8', timeout: 20_000, stdio: 'pipe' });
    const archives = [...uris.matchAll(/^'([^']+)\/dists\/([^/']+)\/InRelease'/gm)];
    return archives.find(([, , dist]) => dist === codename)?.[1];
  } catch {
    return undefined;
  }
}

/** apt with lists and folders of its own: nothing of the machine is changed, and Debian's signature is checked. Says what failed. */
async function unpackFrom(archive: string): Promise<string | undefined> {
  const state = path.join(folder, 'apt');
  rmSync(folder, { recursive: true, force: true });
  for (const each of ['lists/partial', 'cache/archives/partial']) mkdirSync(path.join(state, each), { recursive: true });
  writeFileSync(path.join(state, 'sources.list'), `deb [signed-by=${keyring}] ${archive} ${release} main\n`);
  const settings = {
    'Dir::Etc::SourceList': path.join(state, 'sources.list'),
    'Dir::Etc::SourceParts': '/dev/null',
    'Dir::Etc::Preferences': '/dev/null',
    'Dir::Etc::PreferencesParts': '/dev/null',
    'Dir::State': state,
    'Dir::State::Lists': path.join(state, 'lists'),
    'Dir::State::Status': '/dev/null',
    'Dir::Cache': path.join(state, 'cache'),
    'Acquire::Languages': 'none',
    // Root would hand the downloads to a user who may not write here.
    'APT::Sandbox::User': 'root',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  try {
    const apt = async (...args: readonly string[]) =>
      runStatus('apt-get', ['-qq', ...options, ...args], { cwd: state, stdio: ['ignore', 'ignore', 'inherit'] });
    if ((await apt('update')) !== 0) return `the list of packages of ${release} could not be read`;
    if ((await apt('download', 'kubectl')) !== 0) return 'the package kubectl could not be downloaded';
    const packed = readdirSync(state).find((name) => name.endsWith('.deb'));
    if (packed === undefined) return 'there is no package kubectl';
    return (await runStatus('dpkg-deb', ['-x', path.join(state, packed), folder])) === 0 ? undefined : 'the package could not be unpacked';
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
}

function howToInstall(): string {
  const command = existsSync('/etc/debian_version')
    ? existsSync(keyring)
      ? 'sudo apt-get install -y kubectl (Debian 13 or newer)'
      : 'sudo snap install kubectl --classic'
    : existsSync('/etc/redhat-release')
      ? 'sudo dnf install -y kubernetes-client'
      : process.platform === 'darwin'
        ? 'brew install kubectl'
        : 'install kubectl';
  return `The session with kubectl (test/contract/kubectl.test.ts) needs kubectl 1.${leastMinor} or newer, and none was found.\nInstall it: ${command}\nor name one: KUBECTL=/path/to/kubectl npm test -- contract`;
}
