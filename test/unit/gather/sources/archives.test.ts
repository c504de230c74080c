/** Tests the sources of must-gathers: their contents are read, except what might cause harm. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { UnreadableSourceError, type MustGatherSource, type SkippedEntry } from '#gather/sources/mustGatherSource.ts';
import { limits } from '#gather/limits/limits.ts';
import { openSource } from '#gather/sources/openSource.ts';
import { linkFollowingAccess } from '#gather/sources/fileAccess.ts';
import { tarSource } from '#gather/sources/tarSource.ts';
import { zipSource } from '#gather/sources/zipSource.ts';
import { pax, tarOf, zipOf, type TarEntry } from '#test/support/mustGather/archiveFiles.ts';

interface Walked {
  readonly files: Readonly<Record<string, string>>;
  readonly refused: readonly SkippedEntry[];
}

async function walk(source: MustGatherSource, signal?: AbortSignal): Promise<Walked> {
  const files: Record<string, string> = {};
  const refused: SkippedEntry[] = [];
  for await (const file of source.files({
    refused: (entry) => void refused.push(entry),
    ...(signal === undefined ? {} : { signal }),
  })) {
    const parts: Uint8Array[] = [];
    // The content of some files isn't read. The next file must be found anyway.
    if (!file.path.includes('unread')) for await (const part of file.bytes()) parts.push(Uint8Array.from(part));
    files[file.path] = Buffer.concat(parts).toString();
  }
  return { files, refused };
}

/** Returns text that is hard to compress. */
function randomText(length: number): string {
  let state = 20_261_123;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return String.fromCharCode(48 + ((state >>> 16) % 64));
  }).join('');
}

describe('must-gather archive', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-gather-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  let count = 0;
  const file = (bytes: Uint8Array): string => {
    const name = path.join(folder, `archive-${(count += 1)}`);
    writeFileSync(name, bytes);
    return name;
  };
  const opened = async (bytes: Uint8Array): Promise<Walked> => walk(await openSource(file(bytes)));

  const entries: readonly TarEntry[] = [
    { name: './', type: '5' },
    { name: './a/', type: '5' },
    { name: './a/one.txt', text: 'one\n'.repeat(1000) },
    { name: 'unread', text: 'x'.repeat(5000) },
    { name: 'b', text: '' },
    { name: 'PaxHeaders/c', type: 'x', text: pax('path', `deep/${'n'.repeat(150)}.txt`) },
    { name: 'short', text: 'long name' },
    { name: '././@LongLink', type: 'L', text: `gnu/${'m'.repeat(150)}\0` },
    { name: 'short', text: 'gnu name' },
  ];
  const expected = {
    'a/one.txt': 'one\n'.repeat(1000),
    unread: '',
    b: '',
    [`deep/${'n'.repeat(150)}.txt`]: 'long name',
    [`gnu/${'m'.repeat(150)}`]: 'gnu name',
  };

  test('reads all files of tar and tar.gz archives, detected by content', async () => {
    assert.deepEqual((await opened(tarOf(entries))).files, expected);
    assert.deepEqual((await opened(gzipSync(tarOf(entries)))).files, expected);
  });

  test('reads all files of a zip archive', async () => {
    const { files } = await opened(
      zipOf([
        { name: 'a/' },
        { name: 'a/one.txt', text: 'one' },
        { name: 'unread', text: 'x' },
        { name: 'b', text: 'two' },
      ]),
    );
    assert.deepEqual(files, { 'a/one.txt': 'one', unread: '', b: 'two' });
  });

  test('skips links, devices, and unsafe paths in a tar archive', async () => {
    const bad: readonly TarEntry[] = [
      { name: '../../etc/passwd', text: 'x' },
      { name: 'a/../../b', text: 'x' },
      { name: '/etc/passwd', text: 'x' },
      { name: 'C:\\windows', text: 'x' },
      { name: 'link', type: '2', link: '/etc/passwd' },
      { name: 'hard', type: '1', link: 'good' },
      { name: 'device', type: '3' },
      { name: 'pipe', type: '6' },
      { name: 'strange', type: 'Z', text: 'x' },
      { name: 'x', type: 'x', text: pax('path', '../escaped') },
      { name: 'innocent', text: 'x' },
      { name: 'good', text: 'good' },
    ];
    for (const bytes of [tarOf(bad), gzipSync(tarOf(bad))]) {
      const { files, refused } = await opened(bytes);
      assert.deepEqual(files, { good: 'good' });
      assert.deepEqual(
        refused.map(({ why }) => why),
        [
          'a path outside the archive',
          'a path outside the archive',
          'an absolute path',
          'a path with backslashes',
          'a link',
          'a link',
          'a special file',
          'a special file',
          'an entry with an unknown type',
          'a path outside the archive',
        ],
      );
    }
  });

  test('skips links in a zip archive and rejects one with unsafe paths', async () => {
    const { files, refused } = await opened(
      zipOf([
        { name: 'link', text: '/etc/passwd', mode: 0o120777 },
        { name: 'good', text: 'good' },
      ]),
    );
    assert.deepEqual(files, { good: 'good' });
    assert.deepEqual(refused, [{ path: 'link', why: 'a link' }]);
    for (const name of ['../escaped', '/etc/passwd', 'a/../../b', 'C:/windows', 'a\\b'])
      await assert.rejects(opened(zipOf([{ name, text: 'x' }])), UnreadableSourceError, name);
  });

  test('reports damaged and truncated archives', async () => {
    const whole = tarOf([
      { name: 'a', text: 'a'.repeat(100_000) },
      { name: 'b', text: 'b' },
    ]);
    await assert.rejects(opened(whole.subarray(0, 50_000)), /ends in the middle/);
    await assert.rejects(opened(gzipSync(whole).subarray(0, 80)), UnreadableSourceError);
    await assert.rejects(
      walk(
        tarSource(
          file(Buffer.concat([whole.subarray(0, 512 + 100_352), Buffer.from('j'.repeat(512))])),
          101_376,
          false,
        ),
      ),
      /damaged/,
    );
    await assert.rejects(opened(Buffer.from('just a text')), /not a folder or a tar/);
    await assert.rejects(opened(Buffer.from('PK\u0003\u0004 is not enough')), UnreadableSourceError);
    await assert.rejects(opened(tarOf([{ name: 'a', text: 'short', size: 1_000_000 }])), /ends in the middle/);
  });

  test('reports a tar archive that ends shortly before the end of a file', async () => {
    // The skipped rest is as short as padding, so only the reader of the file notices that bytes are missing.
    const bytes = tarOf([{ name: 'log', text: 'x'.repeat(1024) }], false);
    await assert.rejects(opened(bytes.subarray(0, bytes.length - 1)), /truncated archive/);
  });

  test('rejects a compressed log and suggests opening it as a log file', async () => {
    for (const text of ['short', 'Mar 11 11:57:28 worker-0 crio[1]: a line\n'.repeat(1000)])
      await assert.rejects(
        opened(gzipSync(text)),
        /a single gzip-compressed text file, probably a log.* Open Log File/,
      );
    await assert.rejects(opened(gzipSync('')), /the gzip file is empty/);
    // A damaged archive is still reported as damaged.
    await assert.rejects(opened(gzipSync(tarOf([{ name: 'a', text: 'a'.repeat(1000) }]).fill('j', 0, 5))), /damaged/);
  });

  test('rejects decompression bombs', async () => {
    const small = { ...limits, beforeRatio: 1 << 20, ratio: 100 };
    const bomb = gzipSync(tarOf([{ name: 'zeros', text: Buffer.alloc(20 << 20) }]));
    await assert.rejects(
      walk(tarSource(file(bomb), bomb.length, true, linkFollowingAccess, small)),
      /more than 100 times the compressed size/,
    );
    const zipped = zipOf([{ name: 'zeros', text: '0'.repeat(20 << 20) }]);
    await assert.rejects(
      walk(zipSource(file(zipped), zipped.length, linkFollowingAccess, small)),
      /entry decompresses to more than 100 times its compressed size/,
    );
    await assert.rejects(
      walk(zipSource(file(zipped), zipped.length, linkFollowingAccess, { ...limits, unpacked: 1 << 20 })),
      /decompressed size exceeds/,
    );
  });

  test('rejects an entry that is larger than its declared size', async () => {
    const zipped = zipOf([{ name: 'liar', text: 'x'.repeat(1000), size: 10 }]);
    await assert.rejects(opened(zipped), UnreadableSourceError);
  });

  test('rejects overlapping entries', async () => {
    const text = Array.from({ length: 2000 }, (_, index) => String(index)).join(' ');
    const zipped = zipOf([
      { name: 'kernel', text },
      ...Array.from({ length: 50 }, (_, index) => ({ name: `copy-${index}`, text, at: 0 })),
    ]);
    // The archive contains only the first copy.
    const first = zipped.subarray(0, zipOf([{ name: 'kernel', text }]).indexOf('PK\u0001\u0002', 0, 'latin1'));
    const index = zipped.subarray(zipped.indexOf('PK\u0001\u0002', 0, 'latin1'));
    index.writeUInt32LE(first.length, index.length - 6);
    await assert.rejects(opened(Buffer.concat([first, index])), /overlap/);
  });

  test('rejects overlapping entries of an archive that is large enough for all of them', async () => {
    const text = 'x'.repeat(100_000);
    const kernel = zipOf([{ name: 'kernel', text }]);
    const zipped = zipOf([
      { name: 'kernel', text },
      ...Array.from({ length: 500 }, (_, index) => ({ name: `copy-${index}`, text, at: 0 })),
      // Unused bytes, so that the sum of all sizes equals the file size.
      { name: 'filler', text: randomText(200_000) },
    ]);
    assert.ok(zipped.length > 500 * kernel.length);
    await assert.rejects(opened(zipped), /overlap/);
  });

  test('rejects an entry whose local header moves its bytes into the next entry', async () => {
    const text = randomText(2000);
    const zipped = zipOf([
      { name: 'a', text },
      { name: 'b', text: randomText(5000) },
    ]);
    assert.equal((await opened(zipped)).files['a'], text);
    // The extra field length of the first entry.
    zipped.writeUInt16LE(500, 28);
    await assert.rejects(opened(zipped), /overlap/);
  });

  test('reads a zip archive whose entries are in another order than their bytes', async () => {
    const [one, two] = [zipOf([{ name: 'one', text: 'first' }]), zipOf([{ name: 'two', text: 'second' }])];
    const length = (bytes: Buffer): number => bytes.indexOf('PK\u0001\u0002', 0, 'latin1');
    const turned = zipOf([
      { name: 'two', text: 'second', at: length(one) },
      { name: 'one', text: 'first', at: 0 },
    ]);
    const bytes = Buffer.concat([
      one.subarray(0, length(one)),
      two.subarray(0, length(two)),
      turned.subarray(length(turned)),
    ]);
    assert.deepEqual((await opened(bytes)).files, { two: 'second', one: 'first' });
  });

  test('rejects a zip archive of many small entries that unpack to too much', async () => {
    const small = { ...limits, beforeRatio: 1 << 20, ratio: 100 };
    const zipped = zipOf(
      Array.from({ length: 100 }, (_, index) => ({ name: `zeros-${index}`, text: '0'.repeat(500_000) })),
    );
    await assert.rejects(
      walk(zipSource(file(zipped), zipped.length, linkFollowingAccess, small)),
      /more than 100 times the compressed size/,
    );
  });

  test('rejects too many entries', async () => {
    const many = tarOf(Array.from({ length: 50 }, (_, index) => ({ name: `file-${index}` })));
    await assert.rejects(
      walk(tarSource(file(many), many.length, false, linkFollowingAccess, { ...limits, entries: 20 })),
      /more than 20 entries/,
    );
    const zipped = zipOf(Array.from({ length: 50 }, (_, index) => ({ name: `file-${index}` })));
    await assert.rejects(
      walk(zipSource(file(zipped), zipped.length, linkFollowingAccess, { ...limits, entries: 20 })),
      /more than 20 entries/,
    );
  });

  test("doesn't follow links in a folder", async () => {
    const root = path.join(folder, 'gathered');
    mkdirSync(path.join(root, 'a/b'), { recursive: true });
    writeFileSync(path.join(root, 'a/b/file'), 'text');
    writeFileSync(path.join(folder, 'outside'), 'secret');
    symlinkSync(path.join(folder, 'outside'), path.join(root, 'link'));
    symlinkSync(folder, path.join(root, 'a/up'));
    const { files, refused } = await walk(await openSource(root));
    assert.deepEqual(files, { 'a/b/file': 'text' });
    assert.deepEqual(refused.map(({ path: name, why }) => `${name}: ${why}`).toSorted(), [
      'a/up: a link',
      'link: a link',
    ]);
  });

  test('stops when aborted', async () => {
    const stopping = new AbortController();
    const source = await openSource(file(gzipSync(tarOf(entries))));
    stopping.abort(new Error('enough'));
    await assert.rejects(walk(source, stopping.signal), /enough/);
  });

  test('stops within a large file of a folder when aborted', async () => {
    const large = mkdtempSync(path.join(folder, 'large-'));
    writeFileSync(path.join(large, 'log'), Buffer.alloc(1 << 20));
    const stopping = new AbortController();
    let pieces = 0;
    const reading = (async () => {
      const source = await openSource(large);
      for await (const { bytes } of source.files({ refused: () => undefined, signal: stopping.signal })) {
        for await (const { length } of bytes()) {
          pieces += length > 0 ? 1 : 0;
          stopping.abort(new Error('enough'));
        }
      }
    })();
    await assert.rejects(reading, /enough/);
    assert.equal(pieces, 1);
  });

  test('is read or reported as unreadable after random damage', async () => {
    const good = [
      tarOf(entries),
      gzipSync(tarOf(entries)),
      zipOf([
        { name: 'a/one.txt', text: 'one'.repeat(100) },
        { name: 'b', text: 'two' },
      ]),
    ];
    let state = 20261122;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    let refusedCount = 0;
    for (let run = 0; run < 300; run += 1) {
      const bytes = Buffer.from(good[run % good.length] ?? '');
      for (let turn = 0; turn <= random(6); turn += 1) bytes[random(bytes.length)] = random(256);
      const cut = random(4) === 0 ? bytes.subarray(0, random(bytes.length)) : bytes;
      try {
        const { files } = await opened(cut);
        for (const name of Object.keys(files))
          assert.ok(!name.startsWith('/') && !name.split('/').includes('..'), name);
      } catch (error) {
        assert.ok(error instanceof UnreadableSourceError, `run ${run}: ${String(error)}`);
        refusedCount += 1;
      }
    }
    assert.ok(refusedCount > 50, String(refusedCount));
  });
});
