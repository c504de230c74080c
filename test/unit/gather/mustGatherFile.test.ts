/**
 * Tests reading one file of a must-gather: the same limits and rejections as for a report, and no access to files
 * outside the must-gather.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readEntry } from '#gather/mustGatherFileText.ts';
import { createMustGatherReport } from '#gather/reports/mustGatherReport.ts';
import { sanitizeFileText } from '#core/text/sanitize.ts';
import { tarOf, zipOf } from '#test/support/mustGather/archiveFiles.ts';

describe('must-gather file reader', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-entry-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const put = (name: string, bytes: Buffer | string): string => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    return file;
  };
  const secret = put('secret', 'outside');
  const inside = 'one\ntwo\nthree\n';
  put('tree/a/b.yaml', inside);
  const root = path.join(folder, 'tree');
  symlinkSync(secret, path.join(root, 'a/link'));
  symlinkSync(folder, path.join(root, 'up'));
  const entries = [
    { name: 'x/other', text: 'zzz' },
    { name: 'a/b.yaml', text: inside },
    { name: 'a/b.yaml', text: 'the second of the name' },
  ];
  const hostile = [
    { name: '../secret', text: 'outside' },
    { name: '/etc/passwd', text: 'outside' },
    { name: 'a/link', type: '2', link: secret },
  ];
  const sources = {
    folder: root,
    tar: put('g.tar', tarOf([...hostile, ...entries])),
    tgz: put('g.tgz', gzipSync(tarOf([...hostile, ...entries]))),
    zip: put('g.zip', zipOf(entries)),
  };
  for (const [kind, at] of Object.entries(sources)) {
    test(`reads the first entry of a name: ${kind}`, async () => {
      const entry = await readEntry(at, 'a/b.yaml', { most: 1000 });
      assert.deepEqual(entry.ok && { text: entry.value.text, isCut: entry.value.isCut }, {
        text: inside,
        isCut: false,
      });
    });
    test(`limits the text to whole lines: ${kind}`, async () => {
      const entry = await readEntry(at, 'a/b.yaml', { most: 6 });
      assert.deepEqual(entry.ok && { text: entry.value.text, isCut: entry.value.isCut, size: entry.value.size }, {
        text: 'one\n',
        isCut: true,
        size: inside.length,
      });
    });
    test(`rejects links and paths outside: ${kind}`, async () => {
      for (const name of [
        '../secret',
        '/etc/passwd',
        'a/../../secret',
        'a\\b.yaml',
        'a/link',
        'up/secret',
        'up',
        'a',
        '',
        'missing',
        secret,
      ]) {
        const entry = await readEntry(at, name, { most: 1000 });
        assert.equal(entry.ok, false, name);
      }
    });
  }
  test('rejects damaged archives, decompression bombs, and missing files', async () => {
    const bomb = put(
      'bomb.tgz',
      gzipSync(
        tarOf([
          { name: 'big', text: Buffer.alloc(80 << 20) },
          { name: 'wanted', text: 'x' },
        ]),
      ),
    );
    const found = await readEntry(bomb, 'wanted', { most: 100 });
    assert.match(found.ok ? '' : found.error, /decompressed size is more than .* decompression bomb/);
    const cut = put('cut.tar', tarOf(entries).subarray(0, 1300));
    const other = await readEntry(cut, 'a/b.yaml', { most: 100 });
    assert.match(other.ok ? '' : other.error, /ends in the middle/);
    const gone = await readEntry(path.join(folder, 'gone.tar'), 'x', { most: 10 });
    assert.equal(gone.ok ? '' : gone.error, 'no such file or folder');
  });
  test('reports a file that is deleted during the read and reads the rest', async () => {
    const place = 'vanishing/cluster-scoped-resources/core/nodes';
    for (const name of ['a', 'b']) put(`${place}/${name}.yaml`, `metadata:\n  name: ${name}\n  uid: ${name}\n`);
    let looked = 0;
    const report = await createMustGatherReport(path.join(folder, 'vanishing'), {
      // Called before each file.
      progress: () => {
        looked += 1;
        if (looked === 1) rmSync(path.join(folder, place, 'b.yaml'));
      },
    });
    assert.ok(report.ok);
    assert.deepEqual([...report.value.gathered.snapshot.nodes.items.keys()], ['a']);
    assert.ok(
      report.value.gathered.gaps.some((gap) => /wasn't read: deleted or unreadable/.test(gap)),
      report.value.gathered.gaps.join('\n'),
    );
  });
});

test('invisible characters are made visible without moving lines', () => {
  assert.equal(
    sanitizeFileText('a\tb\r\nc\rd\u001b[31m\u0000\u007f\u202ee\u2028f\ufeff'),
    'a\tb\r\nc\u240dd\u241b[31m\u2400\u2421<U+202E>e<U+2028>f<U+FEFF>',
  );
  assert.equal(sanitizeFileText('e\u0301 \u{1f468}\u200d\u{1f469}'), 'e\u0301 \u{1f468}\u200d\u{1f469}');
});
