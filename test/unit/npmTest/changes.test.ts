/** Tests `npm test -- --changed`: which files git reports as changed, and which tests depend on them. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { describe, test } from 'node:test';
import { changedFiles, GitError } from '#scripts/test/changedFiles.ts';
import { affectedTests, readBundleEntries, readImportGraph } from '#scripts/test/importGraph.ts';
import { byText } from '#test/support/repository/compareText.ts';

const projectRoot = path.resolve(import.meta.dirname, '../../..');

class Repository {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'osc-changes-'));

  write(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(this.folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }

  git(...args: readonly string[]): void {
    const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
    const identity = {
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@example.com',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@example.com',
    };
    const env = { ...own, ...identity, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
    execFileSync('git', args, { cwd: this.folder, env, stdio: 'pipe' });
  }

  commit(files: Readonly<Record<string, string>>): void {
    this.write(files);
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message', 'commit');
  }

  changed(): readonly string[] {
    return [...changedFiles(this.folder).files].toSorted(byText);
  }
}

function withRepository(use: (repository: Repository) => void | Promise<void>): () => Promise<void> {
  return async () => {
    const repository = new Repository();
    try {
      repository.git('init', '--quiet', '--initial-branch', 'main');
      await use(repository);
    } finally {
      rmSync(repository.folder, { recursive: true, force: true });
    }
  };
}

describe('changed files', () => {
  test(
    'include changes in the work tree and the index, and untracked files',
    withRepository((repository) => {
      repository.commit({
        'same.ts': '',
        'edited.ts': '',
        'deleted.ts': '',
        'old name.ts': 'a',
        '.gitignore': 'ignored.ts\n',
      });
      repository.write({ 'edited.ts': 'x', 'staged.ts': '', 'folder/untracked ü.ts': '', 'ignored.ts': '' });
      repository.git('add', 'staged.ts');
      repository.git('rm', '--quiet', 'deleted.ts');
      repository.git('mv', 'old name.ts', 'new name.ts');
      assert.deepEqual(repository.changed(), [
        'deleted.ts',
        'edited.ts',
        'folder/untracked ü.ts',
        'new name.ts',
        'old name.ts',
        'staged.ts',
      ]);
      assert.equal(changedFiles(repository.folder).base, 'main');
    }),
  );
  test(
    'include commits that only the current branch has, but not those that only main has',
    withRepository((repository) => {
      repository.commit({ 'a.ts': '', 'b.ts': '' });
      repository.git('checkout', '--quiet', '-b', 'topic');
      repository.commit({ 'a.ts': 'changed here' });
      repository.git('checkout', '--quiet', 'main');
      repository.commit({ 'b.ts': 'changed on the main branch' });
      assert.deepEqual(repository.changed(), []);
      repository.git('checkout', '--quiet', 'topic');
      assert.deepEqual(repository.changed(), ['a.ts']);
    }),
  );
  test(
    'are compared with the main branch of the remote if it exists',
    withRepository((repository) => {
      repository.commit({ 'a.ts': '' });
      repository.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
      repository.commit({ 'b.ts': 'not pushed' });
      assert.deepEqual(repository.changed(), ['b.ts']);
      assert.equal(changedFiles(repository.folder).base, 'origin/main');
    }),
  );
  test(
    'are all files before the first commit',
    withRepository((repository) => {
      repository.write({ 'a.ts': '', 'b.ts': '' });
      repository.git('add', 'a.ts');
      assert.deepEqual(repository.changed(), ['a.ts', 'b.ts']);
    }),
  );
  test('cause an error outside a repository', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'osc-changes-'));
    try {
      assert.throws(() => changedFiles(folder), GitError);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('affected tests', () => {
  const files = {
    'core/text.ts': 'export const text = 1;',
    'core/parse.ts': "export { text } from './text.ts';",
    'core/lazy.ts': "export const load = () => import('./parse.ts');",
    'core/types.ts': 'export interface Shape { readonly a: string }',
    'core/unused.ts': 'export const unused = 1;',
    'server/main.ts': "import { handler } from './handler.ts'; handler();",
    'server/handler.ts': "import { parse } from 'yaml'; export const handler = parse;",
    'server/src/platform/web/bytes.ts': 'export const bytes = 1;',
    'esbuild.mjs':
      "const bundles = [\n  { out: 'server.js', entry: 'server/main.ts', budget: 5 },\n  {\n    out: 'web/server.js',\n    entry: 'server/main.ts' },\n];",
    'test/unit/direct.test.ts': "import { text } from '../../core/text.ts'; text;",
    'test/unit/lazy.test.ts':
      "import { load } from '../../core/lazy.ts'; import type { Shape } from '../../core/types.ts'; load;",
    'test/unit/golden.test.ts':
      "import path from 'node:path'; path.join(import.meta.dirname, '../cases/golden.txt'); path.join('docs/page.md');",
    'test/unit/cases.test.ts': "export const folder = new URL('../cases/', import.meta.url);",
    'test/unit/each.test.ts': 'export const fileOf = (name) => new URL(`../cases/a-${name}.txt`, import.meta.url);',
    'test/lsp/editor.ts': "export const file = 'server.js';",
    'test/lsp/edit.test.ts': "import { file } from './editor.ts'; file;",
    'test/lsp/web.test.ts': "export const file = '../../dist/web/server.js';",
    'test/cases/golden.txt': '',
    'docs/page.md': '',
  };
  const tests = Object.keys(files).filter((name) => name.endsWith('.test.ts'));

  async function affectedBy({ folder }: Repository, ...changed: readonly string[]): Promise<readonly string[]> {
    const affected = affectedTests(await readImportGraph(folder, tests), tests, new Set(changed));
    return [...affected].map((name) => path.basename(name, '.test.ts')).toSorted(byText);
  }

  test(
    'include tests that import a changed file directly or through other files',
    withRepository(async (repository) => {
      repository.write(files);
      assert.deepEqual(await affectedBy(repository, 'core/text.ts'), ['direct', 'lazy']);
      assert.deepEqual(await affectedBy(repository, 'core/parse.ts'), ['lazy']);
      assert.deepEqual(await affectedBy(repository, 'core/unused.ts'), []);
    }),
  );
  test(
    "don't include tests that import only types of a changed file",
    withRepository(async (repository) => {
      repository.write(files);
      assert.deepEqual(await affectedBy(repository, 'core/types.ts'), []);
    }),
  );
  test(
    'include a changed test file itself',
    withRepository(async (repository) => {
      repository.write(files);
      assert.deepEqual(await affectedBy(repository, 'test/unit/cases.test.ts'), ['cases']);
    }),
  );
  test(
    'include tests that start a bundle with the changed file',
    withRepository(async (repository) => {
      repository.write(files);
      assert.deepEqual(await affectedBy(repository, 'server/handler.ts'), ['edit', 'web']);
      assert.deepEqual(await affectedBy(repository, 'esbuild.mjs'), ['edit', 'web']);
      assert.deepEqual(await affectedBy(repository, 'server/src/platform/web/bytes.ts'), ['web']);
    }),
  );
  test(
    'include tests that name a changed document or its folder',
    withRepository(async (repository) => {
      repository.write(files);
      assert.deepEqual(await affectedBy(repository, 'docs/page.md'), ['golden']);
      assert.deepEqual(await affectedBy(repository, 'test/cases/golden.txt'), ['cases', 'each', 'golden']);
      assert.deepEqual(await affectedBy(repository, 'test/cases/added.txt'), ['cases', 'each']);
    }),
  );
  test(
    'include tests that use a package if the lock file changes',
    withRepository(async (repository) => {
      repository.write(files);
      assert.deepEqual(await affectedBy(repository, 'package-lock.json'), ['edit', 'web']);
    }),
  );
  test(
    'include tests that import a deleted file or a file with a syntax error',
    withRepository(async (repository) => {
      repository.write({ ...files, 'core/parse.ts': 'export {' });
      rmSync(path.join(repository.folder, 'core/text.ts'));
      assert.deepEqual(await affectedBy(repository, 'core/text.ts'), ['direct']);
      assert.deepEqual(await affectedBy(repository, 'core/parse.ts'), ['lazy']);
    }),
  );
});

test('readBundleEntries reads the entry points from esbuild.mjs', () => {
  const entries = readBundleEntries(projectRoot);
  assert.equal(entries.get('dist/server.js'), 'server/src/lsp/main.ts');
  assert.equal(entries.get('dist/cli.js'), 'server/src/cli/main.ts');
  assert.equal(entries.get('dist/web/server.js'), 'server/src/lsp/serveWeb.ts');
});
