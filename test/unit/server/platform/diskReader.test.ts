/**
 * Tests what is read from disk: YAML files in the folders, and nothing that would block, never end, or be elsewhere.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { FileSelection } from '#server/engine/workspace/fileSelection.ts';
import { languageModules } from '#server/modules.ts';
import { createDiskReader as readerOf } from '#server/platform/node/diskReader.ts';

let base: string;
const file = (name: string) => path.join(base, name);
const uriOf = (name: string) => pathToFileURL(file(name)).href;
const write = (name: string, text = 'kind: KataConfig\n') => {
  mkdirSync(path.dirname(file(name)), { recursive: true });
  writeFileSync(file(name), text);
};
const diskReader = (uris: readonly string[], exclude: readonly string[] = []) =>
  readerOf(
    uris.map((uri) => ({ uri, exclude })),
    new FileSelection(languageModules),
  );
const listed = async (folders: readonly string[], exclude: readonly string[] = []) => {
  const uris: string[] = [];
  for await (const uri of diskReader(folders, exclude).list()) uris.push(uri);
  return uris.toSorted();
};

before(() => {
  base = mkdtempSync(path.join(tmpdir(), 'osc-disk-'));
  for (const name of [
    'in/a.yaml',
    'in/b.YML',
    'in/deep/c.yaml',
    'in/notes.txt',
    'in/policy.rego',
    'in/node_modules/d.yaml',
    'out/e.yaml',
    'inside/f.yaml',
    'in/g.env',
  ])
    write(name);
});
after(() => rmSync(base, { recursive: true }));

describe('disk reader', () => {
  test('lists and reads YAML and Rego files in the folder', async () => {
    const uris = await listed([uriOf('in')]);
    assert.deepEqual(uris, [uriOf('in/a.yaml'), uriOf('in/b.YML'), uriOf('in/deep/c.yaml'), uriOf('in/policy.rego')]);
    for (const uri of uris) assert.equal(await diskReader([uriOf('in')]).read(uri), 'kind: KataConfig\n');
    // A folder URI can end in a slash.
    assert.equal(await diskReader([`${uriOf('in')}/`]).read(uriOf('in/a.yaml')), 'kind: KataConfig\n');
  });
  test('reads an env file without listing it', async () =>
    assert.equal(await diskReader([uriOf('in')]).read(uriOf('in/g.env')), 'kind: KataConfig\n'));
  for (const name of [
    'in/notes.txt',
    'in/node_modules/d.yaml',
    'out/e.yaml',
    'inside/f.yaml',
    'in/missing.yaml',
    'in/deep',
  ]) {
    test(`doesn't read ${name}`, async () =>
      assert.equal(await diskReader([uriOf('in')]).read(`${uriOf('in')}/../${name}`), undefined));
  }
  test('reads only file URIs', async () => {
    for (const uri of [
      '',
      'untitled:x.yaml',
      'file://host/share/a.yaml',
      'file:///%zz.yaml',
      'http://example.com/a.yaml',
    ]) {
      assert.equal(await diskReader([uriOf('in')]).read(uri), undefined);
    }
  });
  test('skips oversized files', async () => {
    write('large/a.yaml');
    truncateSync(file('large/a.yaml'), 5_000_001);
    assert.equal(await diskReader([uriOf('large')]).read(uriOf('large/a.yaml')), undefined);
    truncateSync(file('large/a.yaml'), 5_000_000);
    assert.equal((await diskReader([uriOf('large')]).read(uriOf('large/a.yaml')))?.length, 5_000_000);
  });
  test('skips links, pipes, and devices', { skip: process.platform === 'win32' }, async () => {
    mkdirSync(file('odd'));
    symlinkSync(file('out/e.yaml'), file('odd/link.yaml'));
    symlinkSync('/dev/zero', file('odd/zero.yaml'));
    symlinkSync(file('out'), file('odd/folder'));
    execFileSync('mkfifo', [file('odd/pipe.yaml')]);
    const reader = diskReader([uriOf('odd')]);
    for (const name of ['odd/link.yaml', 'odd/zero.yaml', 'odd/folder/e.yaml', 'odd/pipe.yaml'])
      assert.equal(await reader.read(uriOf(name)), undefined, name);
    assert.deepEqual(await listed([uriOf('odd')]), []);
  });
  test('reads files in a linked folder', { skip: process.platform === 'win32' }, async () => {
    symlinkSync(file('in'), file('linked'));
    assert.equal(await diskReader([uriOf('linked')]).read(uriOf('linked/deep/c.yaml')), 'kind: KataConfig\n');
  });
});

test('disk reader skips an invalid folder and reports an incomplete workspace', async () => {
  for (const bad of ['file://host/share', 'file:///%zz', '%zz', '', 'untitled:x', 'file:///a%2fb']) {
    const reader = diskReader([bad, uriOf('in')]);
    assert.equal((await listed([bad, uriOf('in')])).length, 4, bad);
    assert.equal(reader.whole(), false, bad);
    assert.equal(await reader.read(uriOf('in/a.yaml')), 'kind: KataConfig\n');
  }
  assert.equal(diskReader([uriOf('in')]).whole(), true);
  assert.equal(diskReader([]).whole(), false);
});
