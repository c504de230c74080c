/** Tests `osc-tools must-gather pack`: what it packs, omits, and lists, and that it overwrites files only on demand. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, watch, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, test } from 'node:test';
import { getList, getNumber, getString, getValue } from '#core/common/json.ts';
import { openSource } from '#gather/sources/openSource.ts';
import { folderOf, osc, spawnOsc } from './osc.ts';

const password = 'correct-horse-battery';
const secret = `apiVersion: v1\nkind: Secret\nmetadata:\n  name: cloud\nstringData:\n  password: ${password}\n`;

/** Creates a folder with a must-gather, and returns the parent and the must-gather. */
function createMustGather(more: Readonly<Record<string, string | Buffer>> = {}): { parent: string; folder: string } {
  const parent = folderOf({
    'mg/version': '1.12.0\n',
    'mg/image/namespaces/operator/core/secrets/cloud.yaml': secret,
    'mg/image/namespaces/operator/pods/a/current.log': `started\nlogin with ${password}\n`,
    ...Object.fromEntries(Object.entries(more).map(([name, content]) => [`mg/${name}`, content])),
  });
  return { parent, folder: path.join(parent, 'mg') };
}

/** Returns the text of all files in an archive. */
async function unpack(archive: string): Promise<ReadonlyMap<string, string>> {
  const source = await openSource(archive);
  const texts = new Map<string, string>();
  for await (const file of source.files({ refused: ({ path: name }) => assert.fail(name) })) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.bytes()) chunks.push(Uint8Array.from(chunk));
    texts.set(file.path, Buffer.concat(chunks).toString('utf8'));
  }
  return texts;
}

describe('osc-tools must-gather pack', () => {
  test('redacts by default, lists sizes and redacted values, and prints the archive', async () => {
    const { parent, folder } = createMustGather();
    const { status, stdout, stderr } = await osc(['must-gather', 'pack', 'mg'], { cwd: parent });
    const archive = `${folder}-redacted.zip`;
    assert.deepEqual([status, stdout], [0, `${archive}\n`], stderr);
    assert.match(stderr, /^3 files, \d+ bytes:\n {2}image\/namespaces: 2 files, \d+ bytes\n {2}\.: 1 file, 7 bytes$/m);
    assert.match(
      stderr,
      /^Redacted values: \d+:\n {2}image\/namespaces\/operator\/core\/secrets\/cloud\.yaml: \d+ values?, /m,
    );
    const texts = await unpack(archive);
    assert.equal(texts.size, 4, 'the files and the manifest');
    for (const [name, text] of texts) assert.ok(!text.includes(password), name);
    assert.match(texts.get('mg/image/namespaces/operator/pods/a/current.log') ?? '', /^started\nlogin with \*\*\*$/m);
    assert.deepEqual(readdirSync(parent).toSorted(), ['mg', 'mg-redacted.zip']);
  });

  test('omits what redaction cannot read, names it, and exits with 1', async () => {
    const { parent } = createMustGather({
      'image/core.dump': Buffer.from([0, 1, 2, 3, 0, 255]),
      'image/broken.yaml': 'kind: Secret\ndata: {a: [\n',
    });
    const { status, stdout } = await osc(['must-gather', 'pack', 'mg', '-o', 'x.zip', '--format', 'json'], {
      cwd: parent,
    });
    assert.equal(status, 1);
    const result: unknown = JSON.parse(stdout);
    assert.deepEqual([getString(result, 'archive'), getValue(result, 'redacted')], [path.join(parent, 'x.zip'), true]);
    const omitted = getList(result, 'leftOut').map((file) => getString(file, 'path') ?? '');
    assert.deepEqual(omitted.toSorted(), ['image/broken.yaml', 'image/core.dump']);
    const packed = getList(result, 'files').map((file) => getString(file, 'path') ?? '');
    assert.equal(packed.length, 3);
    assert.ok(getList(result, 'files').some((file) => (getNumber(file, 'replaced') ?? 0) > 0));
    assert.deepEqual(
      [...(await unpack(path.join(parent, 'x.zip'))).keys()].toSorted(),
      [...packed.map((name) => `mg/${name}`), 'mg/osc-manifest.json'].toSorted(),
    );
    const text = await osc(['must-gather', 'pack', 'mg'], { cwd: parent });
    assert.match(text.stderr, /^Omitted files: 2:\n {2}image\/\S+: /m);
  });

  test('packs all files unchanged with --no-redact', async () => {
    const { parent, folder } = createMustGather();
    const { status, stdout, stderr } = await osc(['must-gather', 'pack', folder, '--no-redact'], { cwd: parent });
    assert.deepEqual([status, stdout], [0, `${folder}.zip\n`]);
    assert.match(stderr, /^Credentials aren't redacted\.$/m);
    assert.equal((await unpack(`${folder}.zip`)).get('mg/image/namespaces/operator/core/secrets/cloud.yaml'), secret);
  });

  test('replaces an existing file only with --force', async () => {
    const { parent } = createMustGather();
    const target = path.join(parent, 'case.zip');
    writeFileSync(target, 'mine');
    const refused = await osc(['must-gather', 'pack', 'mg', '-o', 'case.zip'], { cwd: parent });
    assert.equal(refused.status, 2);
    assert.equal(refused.stderr, `osc-tools: ${target} already exists. To replace it, use --force\n`);
    assert.equal(readFileSync(target, 'utf8'), 'mine');
    assert.equal((await osc(['must-gather', 'pack', 'mg', '-o', 'case.zip', '--force'], { cwd: parent })).status, 0);
    assert.equal((await unpack(target)).size, 4);
  });

  test('exits with 2 and writes nothing if the input or the output is not usable', async () => {
    const { parent, folder } = createMustGather();
    mkdirSync(path.join(parent, 'folder.zip'));
    writeFileSync(path.join(parent, 'mg.tar'), '');
    for (const [args, message] of [
      [['nowhere'], /nowhere: no such file or folder$/m],
      [['mg.tar'], /mg\.tar isn't a folder\. If it is an archive, extract it first$/m],
      [['mg', '-o', path.join(folder, 'x.zip')], /the archive can't be in the folder that it contains/],
      [['mg', '-o', 'missing/x.zip'], /can't write .*x\.zip: no such file or folder$/m],
      [['mg', '-o', 'folder.zip'], /folder\.zip already exists/],
      [['mg', '-o', 'folder.zip', '--force'], /can't write .*folder\.zip: /],
    ] as const) {
      const { status, stderr } = await osc(['must-gather', 'pack', ...args], { cwd: parent });
      assert.equal(status, 2, stderr);
      assert.match(stderr, message);
    }
    assert.deepEqual(readdirSync(parent).toSorted(), ['folder.zip', 'mg', 'mg.tar']);
    assert.equal(existsSync(path.join(folder, 'x.zip')), false);
  });

  test('omits links', { skip: process.platform === 'win32' }, async () => {
    const { parent, folder } = createMustGather();
    symlinkSync('/etc/hostname', path.join(folder, 'link'));
    const { status, stderr } = await osc(['must-gather', 'pack', 'mg', '--no-redact'], { cwd: parent });
    assert.equal(status, 1);
    assert.match(stderr, /^ {2}link: a link or other special file$/m);
  });

  test('writes no archive if the user presses Ctrl+C', { skip: process.platform === 'win32' }, async () => {
    const { parent, folder } = createMustGather({ 'large.log': 'a line without a credential\n'.repeat(2_000_000) });
    const target = path.join(parent, 'x.zip');
    const began = new Promise<void>((resolve) => {
      const watcher = watch(parent, (_, name) => {
        if (name !== 'x.zip.parts') return;
        watcher.close();
        resolve();
      });
    });
    const child = spawnOsc(['must-gather', 'pack', folder, '-o', target]);
    const closed = once(child, 'close');
    await began;
    child.kill('SIGINT');
    const [status] = await closed;
    assert.equal(status, 130);
    assert.deepEqual(readdirSync(parent), ['mg']);
  });
});
