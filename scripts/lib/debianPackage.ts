/** Brings a program out of a package of Debian: without root, unpacked into a folder of this repository, with Debian's signature checked. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runStatus } from './run.ts';

const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** Whether this machine has the key by which Debian's packages are known. */
export function knowsDebian(): boolean {
  return existsSync(keyring);
}

/** Where this machine has its packages from: the archive, or the mirror of it, that its own release comes from; undefined where it is no Debian. */
export function debianArchive(): { readonly archive: string; readonly codename: string } | undefined {
  if (!knowsDebian()) return undefined;
  try {
    const system = readFileSync('/etc/os-release', 'utf8');
    if (!/^ID=debian$/m.test(system)) return undefined;
    const codename = /^VERSION_CODENAME=(.*)$/m.exec(system)?.[1] ?? '';
    const uris = execFileSync('apt-get', ['--print-uris', 'update'], { encoding: 'utf8', timeout: 20_000, stdio: 'pipe' });
    const archives = [...uris.matchAll(/^'([^']+)\/dists\/([^/']+)\/InRelease'/gm)];
    const archive = archives.find(([, , dist]) => dist === codename)?.[1];
    return archive === undefined ? undefined : { archive, codename };
  } catch {
    return undefined;
  }
}

/**
 * apt with lists and folders of its own: nothing of the machine is changed. Says what failed; undefined: the package stands below the folder.
 * @param folder is made anew
 */
export async function unpackDebianPackage(name: string, release: string, archive: string, folder: string): Promise<string | undefined> {
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
  const options = Object.entries(settings).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
  try {
    const apt = async (...args: readonly string[]) =>
      runStatus('apt-get', ['-qq', ...options, ...args], { cwd: state, stdio: ['ignore', 'ignore', 'inherit'] });
    if ((await apt('update')) !== 0) return `the list of packages of ${release} could not be read`;
    if ((await apt('download', name)) !== 0) return `the package ${name} could not be downloaded`;
    const packed = readdirSync(state).find((file) => file.endsWith('.deb'));
    if (packed === undefined) return `there is no package ${name}`;
    return (await runStatus('dpkg-deb', ['-x', path.join(state, packed), folder])) === 0 ? undefined : 'the package could not be unpacked';
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
}
