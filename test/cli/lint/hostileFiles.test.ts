/** Tests special files, hostile file names, and files that change during the run. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { readInputs, type Input } from '#server/cli/io/inputs.ts';
import { writeInput } from '#server/cli/io/writeInput.ts';
import { dist } from '#test/support/lsp/editor.ts';
import { bad, clean, english, folderOf, head, lint } from '../osc.ts';

const posix = { skip: process.platform === 'win32' ? 'no such files on Windows' : false };
const fixed = bad.replace('Debug', 'debug');
const filesOf = (stdout: string) => (JSON.parse(stdout) as { file: string }[]).map(({ file }) => file);

describe('file writer', posix, () => {
  const readOne = async (folder: string): Promise<Input & { path: string }> => {
    const [input] = (await readInputs([path.join(folder, 'a.yaml')], () => Promise.reject(new Error('not asked for'))))
      .files;
    assert.ok(input?.path !== undefined);
    return { ...input, path: input.path };
  };
  test("doesn't overwrite a file that changed in the meantime", async () => {
    const folder = folderOf({ 'a.yaml': bad });
    const input = await readOne(folder);
    writeFileSync(input.path, `${bad}# saved by somebody else\n`);
    await assert.rejects(writeInput(input, fixed), /another process changed the file/);
    assert.equal(readFileSync(input.path, 'utf8'), `${bad}# saved by somebody else\n`);
    assert.deepEqual(readdirSync(folder), ['a.yaml']);
  });
  test('keeps the file mode and leaves no temporary files', async () => {
    const folder = folderOf({ 'a.yaml': `\uFEFF${bad}` });
    chmodSync(path.join(folder, 'a.yaml'), 0o640);
    const { ino } = statSync(path.join(folder, 'a.yaml'));
    await writeInput(await readOne(folder), fixed);
    assert.equal(readFileSync(path.join(folder, 'a.yaml'), 'utf8'), `\uFEFF${fixed}`);
    assert.equal(statSync(path.join(folder, 'a.yaml')).mode & 0o7777, 0o640);
    // The write is atomic: a new file, with another inode, replaces the old one.
    assert.notEqual(statSync(path.join(folder, 'a.yaml')).ino, ino);
    assert.deepEqual(readdirSync(folder), ['a.yaml']);
  });
  test('reports a read-only file and fixes the others', async () => {
    const cwd = folderOf({ 'a.yaml': bad, 'b.yaml': bad });
    chmodSync(path.join(cwd, 'a.yaml'), 0o444);
    const { status, stdout, stderr } = await lint(['--fix', 'a.yaml', 'b.yaml'], { cwd });
    assert.equal(status, 2);
    assert.equal(stderr, "osc-tools: can't write a.yaml: the file is read-only\n");
    assert.match(stdout, /a\.yaml:6:13: error/);
    assert.equal(readFileSync(path.join(cwd, 'a.yaml'), 'utf8'), bad);
    assert.equal(readFileSync(path.join(cwd, 'b.yaml'), 'utf8'), fixed);
  });
  test("doesn't write through a symbolic link", async () => {
    const cwd = folderOf({ 'a.yaml': bad });
    symlinkSync('a.yaml', path.join(cwd, 'link.yaml'));
    assert.equal((await lint(['link.yaml'], { cwd })).status, 1);
    const { status, stderr } = await lint(['--fix', 'link.yaml'], { cwd });
    assert.equal(status, 2);
    assert.match(stderr, /can't write link\.yaml: it is a symbolic link/);
    assert.equal(readFileSync(path.join(cwd, 'a.yaml'), 'utf8'), bad);
    assert.ok(lstatSync(path.join(cwd, 'link.yaml')).isSymbolicLink());
  });
  test("doesn't write to a folder that is specified by a symbolic link", async () => {
    const cwd = folderOf({ 'folder/a.yaml': bad });
    symlinkSync('folder', path.join(cwd, 'link'));
    assert.equal((await lint(['link'], { cwd })).status, 1);
    const { status, stderr } = await lint(['--fix', 'link'], { cwd });
    assert.equal(status, 2);
    assert.match(stderr, /can't write link\/a\.yaml: it is in a folder that was specified by a symbolic link/);
    assert.equal(readFileSync(path.join(cwd, 'folder/a.yaml'), 'utf8'), bad);
    assert.equal((await lint(['--fix', 'folder'], { cwd })).status, 0);
    assert.equal(readFileSync(path.join(cwd, 'folder/a.yaml'), 'utf8'), fixed);
  });
});

describe('file reader', posix, () => {
  test("rejects files that aren't regular files", async () => {
    const cwd = folderOf({ 'a.yaml': bad });
    execFileSync('mkfifo', [path.join(cwd, 'pipe.yaml')]);
    for (const name of ['/dev/zero', 'pipe.yaml']) {
      const { status, stderr } = await lint([name, 'a.yaml'], { cwd });
      assert.equal(status, 2);
      assert.match(stderr, /^osc-tools: can't read \S+: not a regular file/);
    }
  });
  test('rejects endless standard input', async () => {
    const child = spawn(process.execPath, [path.join(dist, 'cli.js'), 'lint', '-'], { env: english });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (data: string) => (stderr += data));
    child.stdin.on('error', () => undefined);
    const part = Buffer.alloc(1_000_000, 'a');
    const more = () => {
      while (child.stdin.writable && child.stdin.write(part));
    };
    child.stdin.on('drain', more);
    more();
    const [status] = await once(child, 'close');
    assert.equal(status, 2);
    assert.match(stderr, /can't read <stdin>: larger than 50 MB/);
  });
  test('rejects a file that is too large', async () => {
    const cwd = folderOf({ 'a.yaml': Buffer.alloc(50_000_001, '#') });
    assert.match((await lint(['a.yaml'], { cwd })).stderr, /can't read a\.yaml: larger than 50 MB/);
  });
  test("reports a subfolder that it can't read", async () => {
    const cwd = folderOf({ 'a.yaml': clean });
    mkdirSync(path.join(cwd, 'secret'), { mode: 0o000 });
    chmodSync(cwd, 0o755);
    const uid = process.getuid?.() === 0 ? 65_534 : undefined;
    const { status, stdout, stderr } = await lint(['.'], { cwd, uid });
    assert.equal(status, 2);
    assert.equal(stderr, "osc-tools: can't read secret: permission denied\n");
    assert.match(stdout, /^1 file checked/);
  });
  test("doesn't follow symbolic links in folders and globs", async () => {
    const outside = folderOf({ 'b.yaml': bad });
    const cwd = folderOf({ 'a.yaml': bad });
    symlinkSync(path.join(outside, 'b.yaml'), path.join(cwd, 'b.yaml'));
    symlinkSync(outside, path.join(cwd, 'c'));
    for (const named of ['.', '**/*.yaml'])
      assert.deepEqual(filesOf((await lint(['--format', 'json', named], { cwd })).stdout), ['a.yaml']);
  });
  test('limits the number of manifests in a file', async () => {
    const cwd = folderOf({ 'a.yaml': '---\nkind: KataConfig\n'.repeat(200_000) });
    const { status, stderr } = await lint(['a.yaml'], { cwd });
    assert.equal(stderr, 'osc-tools: a.yaml is too large. Manifests on line 4002 and later were not checked.\n');
    assert.equal(status, 1);
  });
  test('shows where complex manifests exceed the limit', async () => {
    const pairs = Array.from({ length: 700 }, (_, index) => `k${index}: v`).join(', ');
    const cwd = folderOf({ 'a.yaml': `---\n${bad}x: {${pairs}}\n`.repeat(150) });
    const { stdout, stderr } = await lint(['--format', 'json', 'a.yaml'], { cwd });
    const line = Number(
      /^osc-tools: a\.yaml is too large\. Manifests on line (\d+) and later were not/.exec(stderr)?.[1],
    );
    const lines = (JSON.parse(stdout) as { line: number }[]).map((finding) => finding.line);
    const length = bad.split('\n').length + 1;
    assert.ok(line > length * 5 && line < length * 50, stderr);
    assert.ok(Math.max(...lines) < line && Math.max(...lines) > line - length - 1, `${Math.max(...lines)}, ${line}`);
  });
});

describe('printed output', posix, () => {
  test('escapes control characters in file names', async () => {
    const cwd = folderOf({ 'a\nb.yaml: error: not so\u001b[2J\u202e.yaml': bad, '::error::x.yaml': bad });
    const { stdout, stderr } = await lint(['.', 'nope\n::error::\u001b]0;.yaml'], { cwd });
    const lines = stdout.split('\n');
    assert.equal(lines.length, 4, stdout);
    assert.ok(lines.some((line) => line.startsWith('a\\nb.yaml: error: not so\\u001b[2J\\u202e.yaml:6:13: error: ')));
    assert.ok(lines.some((line) => line.startsWith('./::error::x.yaml:6:13')));
    assert.equal(stderr, "osc-tools: can't read nope\\n::error::\\u001b]0;.yaml: no such file or folder\n");
  });
  test('escapes control characters in messages', async () => {
    const { stdout } = await lint(['-'], { input: `${head}spec:\n  "log\\e[2J\u202eLevel": "x"\n` });
    assert.match(stdout, /error/);
    assert.doesNotMatch(stdout.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u);
  });
  test('distinguishes a file named <stdin> from standard input', async () => {
    const cwd = folderOf({ '<stdin>': bad });
    const { stdout } = await lint(['--fix', '<stdin>'], { cwd });
    assert.doesNotMatch(stdout, /apiVersion: /);
    assert.equal(readFileSync(path.join(cwd, '<stdin>'), 'utf8'), fixed);
    const sarif = (await lint(['--format', 'sarif', '--hints', '<stdin>'], { cwd })).stdout;
    assert.match(sarif, /"uri": "%3Cstdin%3E"/);
  });
});
