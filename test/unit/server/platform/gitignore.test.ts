/** Tests that the workspace excludes what git ignores and what the user excludes. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { FileSelection } from '#server/engine/workspace/fileSelection.ts';
import { languageModules } from '#server/modules.ts';
import { createDiskReader } from '#server/platform/node/diskReader.ts';
import { byText } from '#test/support/repository/compareText.ts';

let base: string;
const at = (name: string) => path.join(base, name);
const write = (files: Readonly<Record<string, string>>) => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  }
};
/** Runs git without the developer's own settings. */
const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'core.excludesFile=/dev/null', '-c', 'core.quotePath=false', ...args], {
    cwd: at(folder),
    encoding: 'utf8',
  });
const reader = (folder: string, exclude: readonly string[] = []) =>
  createDiskReader([{ uri: pathToFileURL(at(folder)).href, exclude }], new FileSelection(languageModules));

/** Returns the files that the reader lists in a folder, by their relative paths. It reads exactly these files. */
async function read(folder: string, exclude: readonly string[] = []): Promise<string[]> {
  const names: string[] = [];
  for await (const uri of reader(folder, exclude).list())
    names.push(path.relative(at(folder), fileURLToPath(uri)).replaceAll(path.sep, '/'));
  return names.toSorted(byText);
}
const isRead = async (folder: string, name: string, exclude: readonly string[] = []) =>
  (await reader(folder, exclude).read(pathToFileURL(path.join(at(folder), name)).href)) !== undefined;

before(() => (base = mkdtempSync(path.join(tmpdir(), 'osc-ignored-'))));
after(() => rmSync(base, { recursive: true }));

describe('file exclusion', () => {
  const names = ['a', 'b.yaml', 'build', 'keep', 'sp ace', '[x]', 'ö', '#h', '!n', 'star*'];
  const patterns = {
    '.gitignore':
      '# a comment\n\nbuild/\n*.tmp.yaml\n/b.yaml\n!keep/**\nsp\\ ace/only.yaml\na/**/deep.yaml\n\\#h/one.yaml\ntrailing.yaml  \r\n[c-d]?.yaml\n',
    'a/.gitignore': '!build/\n/b.yaml\nx/y.yaml\n!wanted.tmp.yaml\nöther.yaml\n',
    'a/build/.gitignore': 'one.yaml\n',
    'keep/.gitignore': '*\n!.gitignore\n!one.yaml\n!*/\n',
    '[x]/.gitignore': '/one.yaml\nb.yaml\n',
    'sp ace/.gitignore': '\\!n\n',
    'star*/.gitignore': '/keep/*\n!/keep/one.yaml\n',
    '!n/.gitignore': 'a\n',
    '#h/.gitignore': '**/b.yaml\n',
  };
  before(() => {
    const leaves = [
      'one.yaml',
      'b.yaml',
      'c1.yaml',
      'x.tmp.yaml',
      'wanted.tmp.yaml',
      'only.yaml',
      'deep.yaml',
      'x/y.yaml',
      'öther.yaml',
      'trailing.yaml',
      'excluded.yaml',
    ];
    const folders = ['', ...names.filter((name) => !name.endsWith('.yaml'))].flatMap((first) => [
      first,
      ...names.filter((name) => !name.endsWith('.yaml')).map((name) => path.join(first, name)),
    ]);
    write(
      Object.fromEntries(
        folders.flatMap((folder) => leaves.map((leaf) => [path.join('repo', folder, leaf), 'a: b\n'])),
      ),
    );
    write(Object.fromEntries(Object.entries(patterns).map(([name, text]) => [path.join('repo', name), text])));
    git('repo', 'init', '--quiet');
    write({ 'repo/.git/info/exclude': 'excluded.yaml\n!a/excluded.yaml\n' });
  });

  const listedByGit = (folder: string) =>
    git(folder, 'ls-files', '-z', '--others', '--exclude-standard')
      .split('\0')
      .filter((name) => name.endsWith('.yaml'))
      .toSorted(byText);

  test('matches git in the whole repository', { skip: process.platform === 'win32' }, async () => {
    const expected = listedByGit('repo');
    assert.ok(expected.length > 300, `${expected.length} files`);
    assert.deepEqual(await read('repo'), expected);
  });
  for (const folder of ['a', 'keep', 'sp ace', '[x]', 'star*/keep', '!n']) {
    test(
      `matches git in ${folder}, with patterns from parent folders`,
      { skip: process.platform === 'win32' },
      async () => {
        const expected = listedByGit(`repo/${folder}`);
        assert.ok(expected.length > 0);
        assert.deepEqual(await read(`repo/${folder}`), expected);
      },
    );
  }
  test('matches git for single files', { skip: process.platform === 'win32' }, async () => {
    const expected = new Set(listedByGit('repo'));
    const all = git('repo', 'ls-files', '-z', '--others')
      .split('\0')
      .filter((name) => name.endsWith('.yaml'));
    assert.ok(all.length > expected.size + 100);
    const one = reader('repo');
    for (const name of all)
      assert.equal((await one.read(pathToFileURL(at(`repo/${name}`)).href)) !== undefined, expected.has(name), name);
  });
  test('includes files of an ignored folder that is opened', async () => {
    assert.ok((await read('repo/build')).includes('one.yaml'));
  });
});

test('a nested repository has its own patterns', async () => {
  write({
    'outer/.gitignore': 'a.yaml\nhidden/\n',
    'outer/.git/HEAD': '',
    'outer/inner/.git/HEAD': '',
    'outer/inner/.gitignore': 'b.yaml\n',
    'outer/inner/a.yaml': '',
    'outer/inner/deep/b.yaml': '',
    'outer/hidden/.git': 'gitdir: elsewhere\n',
    'outer/hidden/c.yaml': '',
    'outer/a.yaml': '',
    'outer/b.yaml': '',
  });
  assert.deepEqual(await read('outer'), ['b.yaml', 'inner/a.yaml']);
  assert.equal(await isRead('outer', 'inner/a.yaml'), true);
  assert.equal(await isRead('outer', 'inner/deep/b.yaml'), false);
  assert.equal(await isRead('outer', 'hidden/c.yaml'), false);
  assert.deepEqual(await read('outer/inner'), ['a.yaml']);
});

test('.gitignore applies from the opened folder when there is no repository', async () => {
  write({
    'plain/.gitignore': 'a.yaml\n',
    'plain/in/.gitignore': 'b.yaml\n',
    'plain/in/a.yaml': '',
    'plain/in/b.yaml': '',
    'plain/in/c.yaml': '',
  });
  assert.deepEqual(await read('plain'), ['in/c.yaml']);
  assert.deepEqual(await read('plain/in'), ['a.yaml', 'c.yaml']);
});

test('patterns above the link target apply to a linked folder', { skip: process.platform === 'win32' }, async () => {
  write({ 'real/.git/HEAD': '', 'real/.gitignore': 'in/a.yaml\n', 'real/in/a.yaml': '', 'real/in/b.yaml': '' });
  symlinkSync(at('real/in'), at('link'));
  assert.deepEqual(await read('link'), ['b.yaml']);
});

describe('user exclusion', () => {
  const exclude = ['/gen', '*.test.yaml', '!keep.test.yaml', 'deep/**/x.yaml', '[', '\\', ''];
  before(() => {
    const files = [
      'a.yaml',
      'gen/a.yaml',
      'in/gen/a.yaml',
      'in/a.test.yaml',
      'in/keep.test.yaml',
      'deep/er/est/x.yaml',
      'deep/y.yaml',
      'ignored.yaml',
    ];
    write(Object.fromEntries(files.map((name) => [`user/${name}`, ''])));
    write({ 'user/.gitignore': 'ignored.yaml\n' });
  });
  test('skips matching files', async () => {
    assert.deepEqual(await read('user', exclude), ['a.yaml', 'deep/y.yaml', 'in/gen/a.yaml', 'in/keep.test.yaml']);
    assert.equal(await isRead('user', 'gen/a.yaml', exclude), false);
    assert.equal(await isRead('user', 'in/keep.test.yaml', exclude), true);
  });
  test('adds to the files that git ignores', async () => {
    assert.equal(await isRead('user', 'ignored.yaml', ['!ignored.yaml']), false);
  });
});

describe('hostile .gitignore', () => {
  test("is ignored if it isn't a regular file or is too large", async () => {
    write({
      'odd/a.yaml': '',
      'odd/link/a.yaml': '',
      'odd/large/a.yaml': '',
      'odd/large/.gitignore': '*\n'.repeat(200_000),
      star: '*\n',
    });
    mkdirSync(at('odd/.gitignore'));
    symlinkSync(at('star'), at('odd/link/.gitignore'));
    assert.deepEqual(await read('odd'), ['a.yaml', 'large/a.yaml', 'link/a.yaml']);
  });
  test('is evaluated quickly with thousands of ambiguous patterns', async () => {
    const slow = [
      '*a*a*a*a*a*a*a*a*b',
      '**/a/**/a/**/a/**/a/**/b',
      `${'**/'.repeat(50)}b`,
      '[a-z]*'.repeat(40) + '!',
      '*?'.repeat(60) + '#',
      '/**'.repeat(40) + '/b',
    ];
    const many = Array.from({ length: 5000 }, (_, index) => `some*thing${index}/else`);
    write({ 'slow/.gitignore': [...slow, ...many].join('\n') });
    write(
      Object.fromEntries(
        Array.from({ length: 20 }, (_, index) => [`slow/${'a/'.repeat(25)}${'a'.repeat(200)}${index}.yaml`, '']),
      ),
    );
    // A matcher that tries every combination would never end.
    assert.equal((await read('slow')).length, 20);
  });
});
