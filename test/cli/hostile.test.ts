/** Files that are no files, names that are more than names, and files that others use at the same time. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { readInputs, type Input } from '../../server/src/cli/inputs.ts';
import { writeInput } from '../../server/src/cli/writeInput.ts';
import { dist } from '../lsp/editor.ts';
import { bad, clean, folderOf, head, lint } from './osc.ts';

const posix = { skip: process.platform === 'win32' ? 'no such files on Windows' : false, timeout: 60_000 };
const mended = bad.replace('Debug', 'debug');
const filesOf = (stdout: string) => (JSON.parse(stdout) as { file: string }[]).map(({ file }) => file);

describe('writing', posix, () => {
  const readOne = async (folder: string): Promise<Input & { path: string }> => {
    const [input] = (await readInputs([path.join(folder, 'a.yaml')], () => Promise.reject(new Error('not asked for')))).files;
    assert.ok(input?.path !== undefined);
    return { ...input, path: input.path };
  };
  test('what was changed meanwhile is left as it is', async () => {
    const folder = folderOf({ 'a.yaml': bad });
    const input = await readOne(folder);
    writeFileSync(input.path, `${bad}# saved by somebody else\n`);
    await assert.rejects(writeInput(input, mended), /changed meanwhile/);
    assert.equal(readFileSync(input.path, 'utf8'), `${bad}# saved by somebody else\n`);
    assert.deepEqual(readdirSync(folder), ['a.yaml']);
  });
  test('the file keeps its mode, and nothing is left beside it', async () => {
    const folder = folderOf({ 'a.yaml': `\uFEFF${bad}` });
    chmodSync(path.join(folder, 'a.yaml'), 0o640);
    const { ino } = statSync(path.join(folder, 'a.yaml'));
    await writeInput(await readOne(folder), mended);
    assert.equal(readFileSync(path.join(folder, 'a.yaml'), 'utf8'), `\uFEFF${mended}`);
    assert.equal(statSync(path.join(folder, 'a.yaml')).mode & 0o7777, 0o640);
    // As a whole or not at all: it is another file that took the name.
    assert.notEqual(statSync(path.join(folder, 'a.yaml')).ino, ino);
    assert.deepEqual(readdirSync(folder), ['a.yaml']);
  });
  test('a read-only file is named, and the others are mended', async () => {
    const cwd = folderOf({ 'a.yaml': bad, 'b.yaml': bad });
    chmodSync(path.join(cwd, 'a.yaml'), 0o444);
    const { status, stdout, stderr } = await lint(['--fix', 'a.yaml', 'b.yaml'], { cwd });
    assert.equal(status, 2);
    assert.equal(stderr, 'osc-tools: cannot write a.yaml: is read-only\n');
    assert.match(stdout, /a\.yaml:6:13: error/);
    assert.equal(readFileSync(path.join(cwd, 'a.yaml'), 'utf8'), bad);
    assert.equal(readFileSync(path.join(cwd, 'b.yaml'), 'utf8'), mended);
  });
  test('not through a symbolic link', async () => {
    const cwd = folderOf({ 'a.yaml': bad });
    symlinkSync('a.yaml', path.join(cwd, 'link.yaml'));
    assert.equal((await lint(['link.yaml'], { cwd })).status, 1);
    const { status, stderr } = await lint(['--fix', 'link.yaml'], { cwd });
    assert.equal(status, 2);
    assert.match(stderr, /cannot write link\.yaml: is a symbolic link/);
    assert.equal(readFileSync(path.join(cwd, 'a.yaml'), 'utf8'), bad);
    assert.ok(lstatSync(path.join(cwd, 'link.yaml')).isSymbolicLink());
  });
});

describe('reading', posix, () => {
  test('what is no regular file is refused', async () => {
    const cwd = folderOf({ 'a.yaml': bad });
    execFileSync('mkfifo', [path.join(cwd, 'pipe.yaml')]);
    for (const name of ['/dev/zero', 'pipe.yaml']) {
      const { status, stderr } = await lint([name, 'a.yaml'], { cwd });
      assert.equal(status, 2);
      assert.match(stderr, /^osc-tools: cannot read \S+: not a regular file/);
    }
  });
  test('standard input without an end', async () => {
    const child = spawn(process.execPath, [path.join(dist, 'cli.js'), 'lint', '-']);
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
    assert.match(stderr, /cannot read <stdin>: larger than 50 MB/);
  });
  test('a file that is too large', async () => {
    const cwd = folderOf({ 'a.yaml': Buffer.alloc(50_000_001, '#') });
    assert.match((await lint(['a.yaml'], { cwd })).stderr, /cannot read a\.yaml: larger than 50 MB/);
  });
  test('a folder below that cannot be read is named', async () => {
    const cwd = folderOf({ 'a.yaml': clean });
    mkdirSync(path.join(cwd, 'secret'), { mode: 0o000 });
    chmodSync(cwd, 0o755);
    const uid = process.getuid?.() === 0 ? 65_534 : undefined;
    const { status, stdout, stderr } = await lint(['.'], { cwd, uid });
    assert.equal(status, 2);
    assert.equal(stderr, 'osc-tools: cannot read secret: permission denied\n');
    assert.match(stdout, /^1 file checked/);
  });
  test('symbolic links in a folder, and what a glob finds of them, are not followed', async () => {
    const outside = folderOf({ 'b.yaml': bad });
    const cwd = folderOf({ 'a.yaml': bad });
    symlinkSync(path.join(outside, 'b.yaml'), path.join(cwd, 'b.yaml'));
    symlinkSync(outside, path.join(cwd, 'c'));
    for (const named of ['.', '**/*.yaml']) assert.deepEqual(filesOf((await lint(['--format', 'json', named], { cwd })).stdout), ['a.yaml']);
  });
  test('a file of 200,000 documents', async () => {
    const cwd = folderOf({ 'a.yaml': '---\nkind: KataConfig\n'.repeat(200_000) });
    const { status, stderr } = await lint(['a.yaml'], { cwd });
    assert.equal(stderr, 'osc-tools: a.yaml holds too much; at most its first 2000 manifests are checked\n');
    assert.equal(status, 1);
  });
});

describe('names', posix, () => {
  test('start no new line, and move nothing on the screen', async () => {
    const cwd = folderOf({ 'a\nb.yaml: error: not so\u001b[2J\u202e.yaml': bad, '::error::x.yaml': bad });
    const { stdout, stderr } = await lint(['.', 'nope\n::error::\u001b]0;.yaml'], { cwd });
    const lines = stdout.split('\n');
    assert.equal(lines.length, 4, stdout);
    assert.ok(lines.some((line) => line.startsWith('a\\nb.yaml: error: not so\\u001b[2J\\u202e.yaml:6:13: error: ')));
    assert.ok(lines.some((line) => line.startsWith('./::error::x.yaml:6:13')));
    assert.equal(stderr, 'osc-tools: cannot read nope\\n::error::\\u001b]0;.yaml: no such file or folder\n');
  });
  test('messages too', async () => {
    const { stdout } = await lint(['-'], { input: `${head}spec:\n  "log\\e[2J\u202eLevel": "x"\n` });
    assert.match(stdout, /error/);
    assert.doesNotMatch(stdout.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u);
  });
  test('a file that is called as standard input is', async () => {
    const cwd = folderOf({ '<stdin>': bad });
    const { stdout } = await lint(['--fix', '<stdin>'], { cwd });
    assert.doesNotMatch(stdout, /apiVersion: /);
    assert.equal(readFileSync(path.join(cwd, '<stdin>'), 'utf8'), mended);
    const sarif = (await lint(['--format', 'sarif', '--hints', '<stdin>'], { cwd })).stdout;
    assert.match(sarif, /"uri": "%3Cstdin%3E"/);
  });
});
