/**
 * Unpacks a Debian package into a folder of this repository. Requires no root permissions and verifies Debian's
 * signature.
 */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { isJsonObject } from '#core/common/json.ts';

const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** Returns whether this computer has the key that verifies Debian packages. */
export function hasDebianKeyring(): boolean {
  return existsSync(keyring);
}

/**
 * Returns the archive (or mirror) from which this computer gets the packages of its own release. Returns undefined if
 * the computer doesn't run Debian.
 */
export function findDebianArchive(): { readonly archive: string; readonly codename: string } | undefined {
  if (!hasDebianKeyring()) return undefined;
  try {
    const system = readFileSync('/etc/os-release', 'utf8');
    if (!/^ID=debian$/m.test(system)) return undefined;
    const codename = /^VERSION_CODENAME=(.*)$/m.exec(system)?.[1] ?? '';
    const uris = execFileSync('apt-get', ['--print-uris', 'update'], {
      encoding: 'utf8',
      timeout: 20_000,
      stdio: 'pipe',
    });
    const archives = [...uris.matchAll(/^'([^']+)\/dists\/([^/']+)\/InRelease'/gm)];
    const archive = archives.find(([, , dist]) => dist === codename)?.[1];
    return archive === undefined ? undefined : { archive, codename };
  } catch {
    return undefined;
  }
}

/**
 * Unpacks the package with separate lists and caches, so that nothing outside the folder changes. Returns undefined, or
 * the problem as a clause.
 * @param folder is deleted and recreated
 */
export async function unpackDebianPackage(
  name: string,
  release: string,
  archive: string,
  folder: string,
): Promise<string | undefined> {
  const state = path.join(folder, 'apt');
  rmSync(folder, { recursive: true, force: true });
  for (const each of ['lists/partial', 'cache/archives/partial'])
    mkdirSync(path.join(state, each), { recursive: true });
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
    // Without this, apt-get reports a list that it can't download as a success.
    'APT::Update::Error-Mode': 'any',
    // If apt-get runs as root, it would otherwise download as a user who can't write here.
    'APT::Sandbox::User': 'root',
  };
  const options = Object.entries(settings).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
  const apt = (...args: readonly string[]) => errorOf('apt-get', ['-qq', ...options, ...args], state);
  const unpack = async (): Promise<string | undefined> => {
    const updating = await apt('update');
    if (updating !== undefined) return `apt-get can't read the package list of ${release} (${updating})`;
    const downloading = await apt('download', name);
    if (downloading !== undefined) return `apt-get can't download the package ${name} (${downloading})`;
    const packed = readdirSync(state).find((file) => file.endsWith('.deb'));
    if (packed === undefined) return `${release} has no package ${name}`;
    const unpacking = await errorOf('dpkg-deb', ['-x', path.join(state, packed), folder], state);
    return unpacking === undefined ? undefined : `dpkg-deb can't unpack the package ${name} (${unpacking})`;
  };
  const problem = await unpack();
  rmSync(problem === undefined ? state : folder, { recursive: true, force: true });
  return problem;
}

/** Runs a command silently. Returns undefined if it succeeds, or the first line of its error output. */
async function errorOf(command: string, args: readonly string[], cwd: string): Promise<string | undefined> {
  try {
    await promisify(execFile)(command, args, { cwd });
    return undefined;
  } catch (error) {
    const output = isJsonObject(error) && typeof error['stderr'] === 'string' ? error['stderr'].trim() : '';
    return output === '' ? `${command} failed` : output.split('\n', 1)[0];
  }
}
