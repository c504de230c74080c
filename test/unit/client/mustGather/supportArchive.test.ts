/**
 * Tests the support archive: a zip file of the whole must-gather or without credentials, and without the targets of
 * links.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ArchiveManifest } from '#client/mustGather/supportArchive/archiveManifest.ts';
import { assertFreeSpace } from '#client/mustGather/collect/run/freeSpace.ts';
import { verify } from '#client/mustGather/supportArchive/verifyArchive.ts';
import { writeArchive } from '#client/mustGather/supportArchive/writeArchive.ts';
import { hasInvisible } from '#core/text/sanitize.ts';
import { createMustGatherReport } from '#gather/reports/mustGatherReport.ts';
import { openSource } from '#gather/sources/openSource.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';
import { mustGatherFiles } from '#test/support/mustGather/gatherStage.ts';

describe('support archive', () => {
  let root: string;
  let folder: string;
  before(() => {
    root = mkdtempSync(path.join(os.tmpdir(), 'osc-bundle-'));
    folder = path.join(root, 'must-gather.local.x');
    mkdirSync(path.join(folder, 'image', 'namespaces', 'a', 'core'), { recursive: true });
    mkdirSync(path.join(folder, 'image', 'audit_logs'));
    writeFileSync(path.join(folder, 'timestamp'), 'now\n');
    writeFileSync(path.join(folder, 'image', 'log'), `${'plain line\n'.repeat(50_000)}password=hunter2\n`);
    writeFileSync(path.join(folder, 'image', 'namespaces', 'a', 'core', 'secrets.yaml'), 'data:\n  key: QUtJQQ==\n');
    writeFileSync(path.join(folder, 'image', 'audit_logs', 'a.gz'), gzipSync('{"token":"abcdefghij"}\n'));
    writeFileSync(path.join(folder, 'image', 'binary'), Buffer.from([1, 0, 2]));
    writeFileSync(path.join(folder, 'image', 'long'), `secret=${'x'.repeat(9 * 2 ** 20)}\nend\n`);
    writeFileSync(path.join(folder, 'image', 'short.bz2'), Buffer.from('BZh91AY&SYabcdef'));
    writeFileSync(path.join(folder, 'image', 'twice.gz'), gzipSync(gzipSync('password=hunter2')));
    writeFileSync(path.join(folder, 'image', 'binary.gz'), gzipSync(Buffer.from([1, 0, 2])));
    if (process.platform !== 'win32')
      writeFileSync(path.join(folder, 'image', String.raw`..\..\up`), 'password=hunter2');
    writeFileSync(path.join(folder, 'empty'), '');
    writeFileSync(path.join(root, 'outside'), 'outside');
    symlinkSync(path.join(root, 'outside'), path.join(folder, 'link'));
    symlinkSync(root, path.join(folder, 'linked'));
  });
  after(() => rmSync(root, { recursive: true }));

  const pack = (name: string, redact: boolean, signal = new AbortController().signal): Promise<ArchiveManifest> =>
    writeArchive(folder, path.join(root, name), { redact, include: new Set(), signal, progress: () => undefined });
  const unpacked = async (name: string): Promise<ReadonlyMap<string, Buffer>> => {
    const source = await openSource(path.join(root, name));
    const files = new Map<string, Buffer>();
    for await (const file of source.files({ refused: ({ path: refused }) => assert.fail(refused) })) {
      const parts: Uint8Array[] = [];
      for await (const part of file.bytes()) parts.push(Uint8Array.from(part));
      files.set(file.path.replace('must-gather.local.x/', ''), Buffer.concat(parts));
    }
    return files;
  };

  test('redacts text, Secrets, and compressed logs, and lists omitted binary files and links', async () => {
    const manifest = await pack('redacted.zip', true);
    const files = await unpacked('redacted.zip');
    assert.equal(files.get('image/log')?.toString(), `${'plain line\n'.repeat(50_000)}password=***\n`);
    assert.equal(files.get('image/namespaces/a/core/secrets.yaml')?.toString(), 'data:\n  key: "***"\n');
    assert.equal(gunzipSync(files.get('image/audit_logs/a.gz') ?? '').toString(), '{"token":"***"}\n');
    assert.equal(
      files.get('image/long')?.toString(),
      `*** (a line of ${9 * 2 ** 20 + 7} characters was left out)\nend\n`,
    );
    assert.equal(files.get('empty')?.length, 0);
    assert.deepEqual(manifest.leftOut.map(({ path: left }) => left).toSorted(), [
      ...(process.platform === 'win32' ? [] : [String.raw`image/..\..\up`]),
      'image/binary',
      'image/binary.gz',
      'image/short.bz2',
      'image/twice.gz',
      'link',
      'linked',
    ]);
    assert.deepEqual(JSON.parse(files.get('osc-manifest.json')?.toString() ?? ''), manifest);
    for (const file of manifest.files) {
      assert.equal(
        createHash('sha256')
          .update(files.get(file.path) ?? '')
          .digest('hex'),
        file.sha256,
        file.path,
      );
    }
    assert.equal(manifest.files.find(({ path: name }) => name === 'image/log')?.replaced, 1);
  });

  test('keeps a long JSON file valid if another file identifies a number in it as a credential', async () => {
    const image = path.join(root, 'numbers', 'image');
    mkdirSync(image, { recursive: true });
    writeFileSync(path.join(image, 'secrets.yaml'), `data:\n  code: ${Buffer.from('87654321').toString('base64')}\n`);
    const long = { first: 87_654_321, rest: Array.from({ length: 60_000 }, () => 'plain text'), last: 87_654_321 };
    writeFileSync(path.join(image, 'long.json'), JSON.stringify(long, undefined, 1));
    const { signal } = new AbortController();
    const target = path.join(root, 'numbers.zip');
    await writeArchive(path.dirname(image), target, {
      redact: true,
      include: new Set(),
      signal,
      progress: () => undefined,
    });
    const text = (await unpacked('numbers.zip')).get('numbers/image/long.json')?.toString() ?? '';
    rmSync(target);
    rmSync(path.dirname(image), { recursive: true });
    assert.deepEqual(JSON.parse(text), { ...long, first: '***', last: '***' });
  });

  test('omits files whose names contain a credential, and hides the credential in the list', async () => {
    const image = path.join(root, 'named', 'image');
    mkdirSync(image, { recursive: true });
    const token = `sha256~${'aB1'.repeat(14)}a`;
    for (const name of ['password=hunter2xyz.log', `${token}.yaml`, 'token-controller.log'])
      writeFileSync(path.join(image, name), 'text\n');
    if (process.platform !== 'win32') symlinkSync('x', path.join(image, `link-${token}`));
    const { signal } = new AbortController();
    const target = path.join(root, 'named.zip');
    const options = { redact: true, include: new Set<string>(), signal, progress: () => undefined };
    const { files, leftOut } = await writeArchive(path.dirname(image), target, options);
    const text = JSON.stringify([...(await unpacked('named.zip')).keys(), leftOut]);
    rmSync(target);
    rmSync(path.dirname(image), { recursive: true });
    assert.deepEqual(
      files.map(({ path: name }) => name),
      ['image/token-controller.log'],
    );
    assert.ok(!text.includes('hunter2xyz') && !text.includes(token), text);
    assert.ok(leftOut.length >= 2 && leftOut.every(({ mayBeIncluded }) => !mayBeIncluded), text);
  });

  const skip = process.platform === 'win32' ? 'Windows does not allow these file names' : false;
  test(
    'omits files whose names contain control or bidirectional characters, and escapes the names',
    { skip },
    async () => {
      const hidden = path.join(root, 'hidden');
      const files = mustGatherFiles(stage({ name: 'install-pool-paused' }), 'cluster');
      for (const { path: name, text } of files) {
        mkdirSync(path.dirname(path.join(hidden, name)), { recursive: true });
        writeFileSync(path.join(hidden, name), text);
      }
      mkdirSync(path.join(hidden, 'cut\u0085'));
      for (const name of ['a\u202egol.exe', 'b\u001b[2J.log', 'c\u2028d', 'cut\u0085/plain.log'])
        writeFileSync(path.join(hidden, name), 'password=hunter2\n');
      symlinkSync('x', path.join(hidden, 'e\u2067f'));
      const target = path.join(root, 'hidden.zip');
      for (const redact of [false, true]) {
        const options = { redact, include: new Set<string>(), signal: AbortSignal.timeout(60_000) };
        const { leftOut } = await writeArchive(hidden, target, { ...options, progress: () => undefined });
        const invalid = 'invalid file name: a path with control characters';
        assert.deepEqual(leftOut.map(({ path: name, why }) => `${name}: ${why}`).toSorted(), [
          String.raw`a\u202egol.exe: ${invalid}`,
          String.raw`b\u001b[2J.log: ${invalid}`,
          String.raw`c\u2028d: ${invalid}`,
          String.raw`cut\u0085/plain.log: ${invalid}`,
          String.raw`e\u2067f: a link or other special file`,
        ]);
        const packed = await unpacked('hidden.zip');
        assert.deepEqual(
          [...packed.keys()].filter((name) => hasInvisible(name)),
          [],
        );
        assert.equal(
          hasInvisible((packed.get('hidden/osc-manifest.json')?.toString() ?? '\0').replaceAll('\n', '')),
          false,
        );
        const [whole, archived] = await Promise.all([hidden, target].map((from) => createMustGatherReport(from)));
        assert.ok(whole?.ok === true && archived?.ok === true);
        const findings = archived.value.findings.map(({ id }) => id);
        assert.ok(findings.length > 0);
        assert.deepEqual(
          findings,
          whole.value.findings.map(({ id }) => id),
        );
        rmSync(target);
      }
      rmSync(hidden, { recursive: true });
    },
  );

  test('stores a sparse file uncompressed, so that readers do not take it for a decompression bomb', async () => {
    const image = path.join(root, 'sparse', 'image');
    mkdirSync(image, { recursive: true });
    const size = 65 * 2 ** 20;
    writeFileSync(path.join(image, 'sparse'), '');
    truncateSync(path.join(image, 'sparse'), size);
    const { signal } = new AbortController();
    const target = path.join(root, 'sparse.zip');
    await writeArchive(path.dirname(image), target, {
      redact: false,
      include: new Set(),
      signal,
      progress: () => undefined,
    });
    const stored = (await unpacked('sparse.zip')).get('sparse/image/sparse')?.length;
    rmSync(target);
    rmSync(path.dirname(image), { recursive: true });
    assert.equal(stored, size);
  });

  test('can be canceled while the finished archive is verified', async () => {
    const manifest = await pack('verified.zip', false);
    const zip = path.join(root, 'verified.zip');
    const options = { redaction: undefined, include: new Set<string>() };
    const verified = (signal: AbortSignal): Promise<void> =>
      verify(zip, manifest, path.basename(folder), { ...options, signal });
    await verified(new AbortController().signal);
    await assert.rejects(verified(AbortSignal.abort()), { name: 'AbortError' });
    rmSync(zip);
  });

  test('is not written if the disk has too little space', async () => {
    await assertFreeSpace(root, 1000);
    await assert.rejects(assertFreeSpace(root, 2 ** 60), /^Error: Not enough disk space: \d+ TB required, .+ free\.$/);
  });

  test('renames files that Windows can not create, and lists their original names', async (t) => {
    if (process.platform === 'win32') return t.skip();
    const odd = path.join(root, 'odd');
    for (const name of ['CON/NUL.yaml', 'roles/a:b.yaml', 'case.log', 'Case.log', 'pod./x ', 'OSC-manifest.json']) {
      mkdirSync(path.dirname(path.join(odd, name)), { recursive: true });
      writeFileSync(path.join(odd, name), `${name}\n`);
    }
    const options = { include: new Set(['roles/a:b.yaml']), signal: new AbortController().signal, progress() {} };
    const { files } = await writeArchive(odd, path.join(root, 'odd.zip'), { ...options, redact: true });
    assert.deepEqual(
      files.map(({ path: name, original }) => [original, name].join(' > ')),
      [
        'CON/NUL.yaml > CON_/NUL_.yaml',
        ' > Case.log',
        'OSC-manifest.json > OSC-manifest~2.json',
        'case.log > case~2.log',
        'pod./x  > pod%2E/x%20',
        'roles/a:b.yaml > roles/a%3Ab.yaml',
      ],
    );
    const contents = await unpacked('odd.zip');
    for (const { path: name, original = name } of files)
      assert.equal(contents.get(`odd/${name}`)?.toString(), `${original}\n`);
  });

  test('contains unchanged files without redaction, but no links', async () => {
    await pack('whole.zip', false);
    const files = await unpacked('whole.zip');
    assert.deepEqual(files.get('image/binary'), Buffer.from([1, 0, 2]));
    assert.equal(files.has('link'), false);
  });

  test("leaves no files behind when it's stopped or fails", async () => {
    const stop = new AbortController();
    stop.abort();
    await assert.rejects(pack('stopped.zip', true, stop.signal));
    const late = new AbortController();
    const stopLate = (done: number): void => (done > 5 ? late.abort() : undefined);
    await assert.rejects(
      writeArchive(folder, path.join(root, 'late.zip'), {
        redact: true,
        include: new Set(),
        signal: late.signal,
        progress: stopLate,
      }),
    );
    await assert.rejects(pack('missing/failed.zip', true));
    assert.deepEqual(
      readdirSync(root).filter((name) => /stopped|late|failed|\.parts?$/.test(name)),
      [],
    );
  });

  test('replaces the leftovers of an interrupted run', async () => {
    writeFileSync(path.join(root, 'again.zip.part'), 'left');
    mkdirSync(path.join(root, 'again.zip.parts'));
    await pack('again.zip', true);
    assert.ok((await unpacked('again.zip')).has('image/log'));
    assert.equal(existsSync(path.join(root, 'again.zip.part')), false);
  });

  test('omits a damaged file and packs the others', async () => {
    const broken = path.join(folder, 'image', 'audit_logs', 'broken.gz');
    writeFileSync(broken, Buffer.concat([gzipSync('abc'.repeat(1000)).subarray(0, 20), Buffer.alloc(50, 7)]));
    const { leftOut } = await pack('damaged.zip', true);
    rmSync(broken);
    assert.match(
      leftOut.find(({ path: left }) => left === 'image/audit_logs/broken.gz')?.why ?? '',
      /can't read the whole file/,
    );
    assert.ok((await unpacked('damaged.zip')).has('image/audit_logs/a.gz'));
  });

  test('omits a file that mentions a Secret but is not well-formed, unless the user includes it', async () => {
    const file = path.join(folder, 'image', 'broken.yaml');
    writeFileSync(file, 'kind: Secret\ndata: {a: "QUtJQQ==\n  b: [}\n');
    const { leftOut } = await pack('unfit.zip', true);
    assert.deepEqual(
      leftOut
        .filter(({ mayBeIncluded }) => mayBeIncluded)
        .map(({ path: left }) => left)
        .toSorted(),
      ['image/binary', 'image/binary.gz', 'image/broken.yaml', 'image/short.bz2', 'image/twice.gz'],
    );
    const include = new Set(['image/broken.yaml']);
    await writeArchive(folder, path.join(root, 'chosen.zip'), {
      redact: true,
      include,
      signal: new AbortController().signal,
      progress: () => undefined,
    });
    rmSync(file);
    assert.match((await unpacked('chosen.zip')).get('image/broken.yaml')?.toString() ?? '', /QUtJQQ==/);
  });

  test('removes the values of a Secret from every other file, in every encoding', async () => {
    const secret = path.join(folder, 'image', 'one.yaml');
    const log = path.join(folder, 'image', 'other.log');
    const value = 'Zq8rT2vLw9xK';
    writeFileSync(secret, `kind: Secret\ndata:\n  any: ${Buffer.from(value).toString('base64')}\n`);
    const forms = [
      value,
      Buffer.from(`me:${value}`).toString('base64'),
      Buffer.from(value).toString('hex'),
      [...Buffer.from(value)].join(' '),
    ];
    writeFileSync(log, forms.map((form) => `seen ${form} here\n`).join(''));
    await pack('values.zip', true);
    rmSync(secret);
    rmSync(log);
    const text = (await unpacked('values.zip')).get('image/other.log')?.toString() ?? '';
    assert.equal(text.match(/seen \S*\*\*\*\S* here/g)?.length, forms.length, text);
  });

  test('contains every small file after a large log', async () => {
    const large = path.join(folder, 'image', 'a-large.log');
    writeFileSync(large, 'plain line\n'.repeat(2_000_000));
    for (let index = 0; index < 50; index += 1)
      writeFileSync(path.join(folder, 'image', `b-small-${index}`), `content ${index}\n`);
    for (const redact of [true, false]) {
      const { files } = await pack('large.zip', redact);
      const there = await unpacked('large.zip');
      assert.equal(files.find(({ path: name }) => name === 'image/a-large.log')?.size, 22_000_000);
      for (let index = 0; index < 50; index += 1) {
        assert.equal(there.get(`image/b-small-${index}`)?.toString(), `content ${index}\n`);
        assert.equal(
          files.find(({ path: name }) => name === `image/b-small-${index}`)?.size,
          `content ${index}\n`.length,
        );
      }
    }
    for (const name of readdirSync(path.join(folder, 'image')))
      if (/^[ab]-/.test(name)) rmSync(path.join(folder, 'image', name));
  });

  test(
    'replaces a folder name that would change the path in the zip',
    { skip: process.platform === 'win32' },
    async () => {
      for (const name of ['C:gather', 'a\nb', String.raw`..\up`]) {
        const odd = path.join(root, name);
        mkdirSync(odd);
        writeFileSync(path.join(odd, 'timestamp'), 'now\n');
        await writeArchive(odd, path.join(root, 'odd.zip'), {
          redact: true,
          include: new Set(),
          signal: new AbortController().signal,
          progress: () => undefined,
        });
        assert.deepEqual([...(await unpacked('odd.zip')).keys()].toSorted(), [
          'must-gather/osc-manifest.json',
          'must-gather/timestamp',
        ]);
      }
    },
  );
});
