/** Finds changed files with git. */
import { spawnSync } from 'node:child_process';
import process from 'node:process';

/** A problem with git that the user has to solve. */
export class GitError extends Error {}

export interface Changes {
  /** Paths relative to the folder, with forward slashes. Deleted files and both names of renamed files are included. */
  readonly files: ReadonlySet<string>;
  /** Branch whose commits don't count as changes. Undefined if there is none. */
  readonly base: string | undefined;
}

/**
 * Names of the main branch. The first one that exists is used: the main branch of the upstream project, of the remote,
 * or of the local repository.
 */
const mainBranches = ['upstream/main', 'origin/HEAD', 'origin/main', 'main', '@{upstream}'];

/**
 * Returns the files that differ from the main branch: changes in commits since the merge base, in the index, and in the
 * work tree, and untracked files.
 * @throws GitError if the folder isn't in a git repository with a work tree
 */
export function changedFiles(folder: string): Changes {
  const git = (...args: readonly string[]) => runGit(folder, args);
  if (git('rev-parse', '--is-inside-work-tree')?.trim() !== 'true')
    throw new GitError('--changed requires git and a git work tree.');
  const untracked = names(git('ls-files', '--others', '--exclude-standard', '-z'));
  // If there is no commit, every file in the index is new.
  if (git('rev-parse', '--verify', '--quiet', 'HEAD') === undefined)
    return { files: new Set([...untracked, ...names(git('ls-files', '-z'))]), base: undefined };
  const base = mainBranches.find(
    (branch) => git('rev-parse', '--verify', '--quiet', `${branch}^{commit}`) !== undefined,
  );
  const since = base === undefined ? undefined : git('merge-base', base, 'HEAD')?.trim();
  const differing = names(git('diff', '--name-only', '--no-renames', '--relative', '-z', since ?? 'HEAD'));
  // If a change was staged and then undone in the work tree, the file differs from HEAD only in the index.
  const staged = names(git('diff', '--cached', '--name-only', '--no-renames', '--relative', '-z', since ?? 'HEAD'));
  return { files: new Set([...untracked, ...differing, ...staged]), base };
}

function names(output: string | undefined): string[] {
  return (output ?? '').split('\0').filter((name) => name !== '');
}

/** Returns what git prints, or undefined if it fails. */
function runGit(cwd: string, args: readonly string[]): string | undefined {
  // A git hook sets variables such as GIT_DIR to its own repository, which can be a different one.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  const { status, stdout } = spawnSync('git', args, { cwd, env, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  return status === 0 ? stdout : undefined;
}
