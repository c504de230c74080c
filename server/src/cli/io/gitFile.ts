/** Reads a file of a Git revision. Runs `git cat-file`, which runs no filters, hooks, or pagers of the repository. */
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

/** Time limit in milliseconds, and maximum size of the file in bytes. */
const limits = { timeout: 20_000, maxBuffer: 50_000_000 };

/**
 * Returns the text of a file at a revision.
 * @param revision commit, branch, or tag
 * @param file path of the file on disk. It doesn't have to exist
 * @throws if Git isn't installed, or the revision doesn't contain the file
 */
export async function readGitFile(revision: string, file: string): Promise<string> {
  // Git reads a revision that starts with a hyphen as an option.
  if (!/^[\w@^~./{}][\w@^~./{}-]*$/.test(revision)) throw new Error('not a valid Git revision');
  const git = await findGit();
  if (git === undefined) throw new Error("Git isn't installed, or isn't in PATH");
  const { dir, base } = path.parse(path.resolve(file));
  const args = ['--no-pager', '-c', 'core.fsmonitor=false', 'cat-file', 'blob', `${revision}:./${base}`];
  // In a partial clone, a missing object makes Git run the command or contact the server in the repository's settings.
  const env = { ...process.env, GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none', GIT_TERMINAL_PROMPT: '0' };
  return new Promise((resolve, reject) => {
    execFile(git, args, { cwd: dir, env, encoding: 'utf8', windowsHide: true, ...limits }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else
        reject(
          new Error(
            stderr
              .trim()
              .split('\n')[0]
              ?.replace(/^fatal: /, '') || error.message,
          ),
        );
    });
  });
}

/** Finds Git in the absolute folders of PATH, so that an executable in the working directory never runs. */
async function findGit(): Promise<string | undefined> {
  const isWindows = process.platform === 'win32';
  const variable = Object.entries(process.env).find(([name]) => (isWindows ? name.toUpperCase() : name) === 'PATH');
  for (const folder of (variable?.[1] ?? '').split(path.delimiter)) {
    const candidate = path.join(folder, isWindows ? 'git.exe' : 'git');
    if (path.isAbsolute(folder) && (await canRun(candidate))) return candidate;
  }
  return undefined;
}

async function canRun(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
