/**
 * Determines which files of the workspace are ignored: files that Git ignores, and files that the user excludes. The
 * patterns for Git come from `.git/info/exclude`, and from the `.gitignore` files in the folder, in its subfolders, and
 * in its parent folders up to the repository root. This module only collects the patterns. A library evaluates them.
 */
import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import ignore from 'ignore';
import { readRegular } from './readRegularFile.ts';

/** Maximum size of a pattern file, in bytes. */
const maxFileSize = 200_000;
/** Maximum number of patterns, because each path is compared with every pattern. */
const maxPatterns = 2000;
/** Number of queries after which the library's cache is discarded, so that it doesn't grow without limit. */
const maxAnswers = 50_000;

/** True if Git ignores the case of file names by default on this operating system. */
const ignoreCase = process.platform === 'win32' || process.platform === 'darwin';

/** The patterns that apply in a folder. */
interface Scope {
  /**
   * Absolute path of a folder. The next property, `topInRepository`, is its path relative to the repository, because
   * the patterns are relative to the repository. The opened folder can be far below the repository root.
   */
  readonly top: string;
  readonly topInRepository: string;
  readonly rules: ignore.Ignore;
  readonly count: number;
  /** True if the outer repository ignores this one completely. */
  readonly ignored: boolean;
}

export class GitignoreMatcher {
  readonly #root: string;
  readonly #patterns: readonly string[];
  readonly #scopes = new Map<string, Promise<Scope>>();
  #excluded: ignore.Ignore;
  #answers = 0;

  /** @param patterns the user's exclusions, as in a `.gitignore` in the root */
  constructor(root: string, patterns: readonly string[]) {
    this.#root = root;
    this.#patterns = patterns;
    this.#excluded = newRules(patterns);
  }

  /** Returns whether a file or folder below the root is ignored. */
  async covers(full: string, what: 'file' | 'folder'): Promise<boolean> {
    if (full === this.#root) return false;
    this.#answers += 1;
    if (this.#answers > maxAnswers) this.#forget();
    const end = what === 'folder' ? '/' : '';
    if (this.#excluded.ignores(slashed(path.relative(this.#root, full)) + end)) return true;
    const scope = await this.#scopeOf(path.dirname(full));
    return scope.ignored || scope.rules.ignores(inRepository(scope, full) + end);
  }

  #forget(): void {
    this.#answers = 0;
    this.#scopes.clear();
    this.#excluded = newRules(this.#patterns);
  }

  async #scopeOf(folder: string): Promise<Scope> {
    let scope = this.#scopes.get(folder);
    if (scope === undefined) {
      scope = folder === this.#root ? scopeOfRoot(folder) : this.#scopeBelow(folder);
      this.#scopes.set(folder, scope);
    }
    return scope;
  }

  async #scopeBelow(folder: string): Promise<Scope> {
    const outer = await this.#scopeOf(path.dirname(folder));
    if (!(await exists(path.join(folder, '.git')))) return withPatternsOf(folder, outer);
    // For a nested repository, the patterns of the outer one don't apply.
    const ignored = outer.ignored || outer.rules.ignores(`${inRepository(outer, folder)}/`);
    return withPatternsOf(folder, { ...(await scopeOfRepository(folder)), top: folder, topInRepository: '', ignored });
  }
}

/** Returns the scope of the opened folder, including the patterns from parent folders in the same repository. */
async function scopeOfRoot(root: string): Promise<Scope> {
  const none = { top: root, topInRepository: '', rules: newRules([]), count: 0, ignored: false };
  // The parents of a link differ from those of its target.
  const real = await realpath(root);
  const repository = await repositoryOf(real);
  if (repository === undefined) return withPatternsOf(root, none);
  let scope: Scope = { ...none, ...(await scopeOfRepository(repository)), top: repository };
  const names = path.relative(repository, real).split(path.sep);
  const above = real === repository ? [] : names.map((_, depth) => path.join(repository, ...names.slice(0, depth)));
  for (const folder of above) scope = await withPatternsOf(folder, scope);
  const topInRepository = inRepository(scope, real);
  // If the user opens an ignored folder, its files are wanted.
  const unwanted = topInRepository !== '' && scope.rules.ignores(`${topInRepository}/`);
  return withPatternsOf(root, unwanted ? none : { ...scope, top: root, topInRepository });
}

async function repositoryOf(folder: string): Promise<string | undefined> {
  if (await exists(path.join(folder, '.git'))) return folder;
  const above = path.dirname(folder);
  return above === folder ? undefined : repositoryOf(above);
}

async function scopeOfRepository(repository: string): Promise<Pick<Scope, 'rules' | 'count'>> {
  const info = path.join(repository, '.git', 'info');
  // A link would lead to the patterns of another repository.
  const patterns =
    (await isFolder(path.join(repository, '.git'))) && (await isFolder(info))
      ? await patternsIn(path.join(info, 'exclude'))
      : [];
  return { rules: newRules(patterns), count: patterns.length };
}

/**
 * Adds the patterns of the folder's own `.gitignore`, converted so that they're relative to the repository root. The
 * last matching pattern applies.
 */
async function withPatternsOf(folder: string, scope: Scope): Promise<Scope> {
  const patterns = (await patternsIn(path.join(folder, '.gitignore'))).slice(0, Math.max(0, maxPatterns - scope.count));
  if (patterns.length === 0) return scope;
  const at = inRepository(scope, folder);
  const rules = newRules([])
    .add(scope.rules)
    .add(patterns.map((pattern) => movedTo(at, pattern)));
  return { ...scope, rules, count: scope.count + patterns.length };
}

/** Converts a pattern of a folder's `.gitignore` so that it's relative to the repository root. */
function movedTo(folder: string, pattern: string): string {
  if (folder === '') return pattern;
  const negative = pattern.startsWith('!');
  const body = negative ? pattern.slice(1) : pattern;
  // A pattern with a slash before its end is a path from the folder. Otherwise, it matches a name at any depth.
  const anchored = body.trimEnd().slice(0, -1).includes('/');
  return `${negative ? '!' : ''}/${folder.replace(/[\\*?[\]!# ]/g, '\\$&')}/${anchored ? body.replace(/^\//, '') : `**/${body}`}`;
}

async function patternsIn(file: string): Promise<string[]> {
  try {
    const text = (await readRegular(file, maxFileSize)) ?? '';
    const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
    return lines.filter((line) => line.trim() !== '' && !line.startsWith('#') && isSimple(line)).slice(0, maxPatterns);
  } catch {
    // Most folders have no such file.
    return [];
  }
}

/**
 * Returns whether a pattern can be evaluated quickly. The time for a pattern doubles with each `**`, for every file, so
 * patterns with many of them are skipped.
 */
function isSimple(pattern: string): boolean {
  return pattern.length <= 500 && pattern.split('**').length <= 4;
}

function newRules(patterns: readonly string[]): ignore.Ignore {
  return ignore({ ignoreCase }).add(patterns.filter(isSimple));
}

function inRepository({ top, topInRepository }: Scope, full: string): string {
  return [topInRepository, slashed(path.relative(top, full))].filter((part) => part !== '').join('/');
}

function slashed(relative: string): string {
  return path.sep === '/' ? relative : relative.replaceAll(path.sep, '/');
}

async function isFolder(folder: string): Promise<boolean> {
  try {
    return (await lstat(folder)).isDirectory();
  } catch {
    return false;
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch {
    return false;
  }
}
