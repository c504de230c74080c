/** Tests how a token is written to a kubeconfig file. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { realClock } from '#client/kubernetes/clock.ts';
import { lockPath } from '#client/kubernetes/kubeconfig/edit/lockFile.ts';
import { writeUserToken } from '#client/kubernetes/kubeconfig/edit/writeUserToken.ts';
import { HandClock } from '#test/support/cluster/clusterHarness.ts';

const text = 'users:\n- name: a\n  user:\n    token: old # comment\n';
const edited = text.replace('old', 'sha256~new');

describe('writing a token', () => {
  let folder = '';
  let file = '';
  const change = (files: readonly string[] = [file]) => ({ files, user: 'a', token: 'sha256~new' });

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'osc-token-'));
    file = path.join(folder, 'config');
    writeFileSync(file, text, { mode: 0o640 });
    chmodSync(file, 0o640);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('keeps the mode of the file, and leaves no lock or temporary file', async () => {
    assert.deepEqual(await writeUserToken(change(), realClock), { ok: true, value: file });
    assert.equal(readFileSync(file, 'utf8'), edited);
    assert.equal(statSync(file).mode & 0o777, 0o640);
    assert.deepEqual(readdirSync(folder), ['config']);
  });

  test('writes to the target of a symbolic link, and keeps the link', async () => {
    const link = path.join(folder, 'link');
    symlinkSync('config', link);
    assert.deepEqual(await writeUserToken(change([link]), realClock), { ok: true, value: link });
    assert.ok(lstatSync(link).isSymbolicLink());
    assert.equal(readFileSync(file, 'utf8'), edited);
    assert.deepEqual(readdirSync(folder).toSorted(), ['config', 'link']);
  });

  test('changes the token in all hard links, and removes the end of a longer text', async () => {
    const link = path.join(folder, 'link');
    const long = `${text}# ${'x'.repeat(100)}\n`;
    writeFileSync(file, long);
    linkSync(file, link);
    for (const [token, expected] of [
      ['sha256~new', long.replace('old', 'sha256~new')],
      ['', long.replace('old', '""')],
    ] as const) {
      assert.deepEqual(await writeUserToken({ ...change([link]), token }, realClock), { ok: true, value: link });
      assert.equal(readFileSync(file, 'utf8'), expected);
    }
    assert.equal(statSync(file).ino, statSync(link).ino);
    assert.equal(statSync(file).mode & 0o777, 0o640);
    assert.deepEqual(readdirSync(folder).toSorted(), ['config', 'link']);
  });

  test('writes to the first file that defines the user', async () => {
    const other = path.join(folder, 'other');
    writeFileSync(other, 'users:\n- name: b\n  user: {}\n');
    const files = [path.join(folder, 'missing'), other, file];
    assert.deepEqual(await writeUserToken(change(files), realClock), { ok: true, value: file });
    assert.equal(readFileSync(other, 'utf8'), 'users:\n- name: b\n  user: {}\n');
  });

  test('refuses a read-only file, and leaves it unchanged', async () => {
    chmodSync(file, 0o440);
    const result = await writeUserToken(change(), realClock);
    assert.deepEqual(result, { ok: false, error: `${file} is read-only.` });
    assert.equal(readFileSync(file, 'utf8'), text);
  });

  test('refuses a file that is not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from(text), Buffer.from([0x23, 0xff, 0x0a])]);
    writeFileSync(file, bytes);
    const result = await writeUserToken(change(), realClock);
    assert.ok(!result.ok);
    assert.deepEqual(readFileSync(file), bytes);
  });

  test('keeps the tokens of both windows that write at the same time', async () => {
    writeFileSync(file, `${text}- name: b\n  user: {token: older}\n`);
    const other = { files: [file], user: 'b', token: 'sha256~other' };
    const written = await Promise.all([writeUserToken(change(), realClock), writeUserToken(other, realClock)]);
    assert.deepEqual(written, [
      { ok: true, value: file },
      { ok: true, value: file },
    ]);
    assert.equal(readFileSync(file, 'utf8'), `${edited}- name: b\n  user: {token: "sha256~other"}\n`);
    assert.deepEqual(readdirSync(folder), ['config']);
  });

  test('waits until another process deletes its lock', async () => {
    const clock = new HandClock();
    writeFileSync(lockPath(file), '');
    const writing = writeUserToken(change(), clock);
    await clock.asked(50);
    assert.equal(readFileSync(file, 'utf8'), text);
    rmSync(lockPath(file));
    clock.pass(50);
    assert.deepEqual(await writing, { ok: true, value: file });
    assert.equal(readFileSync(file, 'utf8'), edited);
  });

  test('gives up after some seconds, names the lock, and keeps it', async () => {
    const clock = new HandClock();
    writeFileSync(lockPath(file), '');
    const writing = writeUserToken(change(), clock);
    await clock.asked(50);
    clock.pass(6000);
    const result = await writing;
    assert.ok(!result.ok);
    assert.ok(result.error.includes(lockPath(file)), result.error);
    assert.deepEqual(readdirSync(folder).toSorted(), ['config', 'config.lock']);
    assert.equal(readFileSync(file, 'utf8'), text);
  });
});
