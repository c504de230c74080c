/** Tests that the platform implementations for browsers return the same results as those for Node.js. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { constants, gunzipSync, gzipSync } from 'node:zlib';
import { bytes as nodeBytes } from '#platform/bytes.ts';
import { files as nodeFiles } from '#platform/files.ts';
import { packing as nodePacking } from '#platform/packing.ts';
import { bytes as webBytes } from '#server/platform/web/bytes.ts';
import { files as webFiles } from '#server/platform/web/files.ts';
import { packing as webPacking } from '#server/platform/web/packing.ts';
import { turns as webTurns } from '#server/platform/web/turns.ts';
import { authority, issued, selfSigned } from '#server/engine/examples/exampleCertificates.ts';
import { leaf, sha1, short } from '#test/support/manifests/certificates.ts';
import { random } from '#test/support/randomInput/random.ts';

const limit = 1_000_000;

function chance(length: number, letters = 256): Uint8Array {
  const { below } = random(length * 7 + letters);
  return Uint8Array.from({ length }, () => below(letters));
}

const samples: readonly Uint8Array[] = [
  ...[0, 1, 2, 3, 55, 56, 63, 64, 65, 111, 112, 119, 120, 127, 128, 129, 300, 5000, 40_000].map((length) =>
    chance(length),
  ),
  chance(20_000, 3),
  new Uint8Array(40_000),
  new TextEncoder().encode('version = "0.1.0"\nalgorithm = "sha256"\n'.repeat(500)),
];

const plain = (given: unknown) => (given instanceof Uint8Array ? Buffer.from(given).toString('hex') : given);

describe('web compression and cryptography', () => {
  test('decompresses the output of every zlib strategy', () => {
    for (const sample of samples)
      for (const strategy of [constants.Z_DEFAULT_STRATEGY, constants.Z_FIXED, constants.Z_HUFFMAN_ONLY])
        for (const level of [0, 1, 9])
          assert.equal(plain(webPacking.gunzip(gzipSync(sample, { level, strategy }), limit)), plain(sample));
  });

  test('compresses deterministically into data that zlib can read', () => {
    for (const sample of samples) {
      const packed = webPacking.gzip(sample);
      assert.equal(plain(gunzipSync(packed)), plain(sample));
      assert.equal(plain(webPacking.gzip(sample)), plain(packed));
    }
    const text = samples.at(-1) ?? new Uint8Array();
    assert.ok(webPacking.gzip(text).length < text.length / 50);
  });

  test('detects damaged data as Node.js does', () => {
    const whole = gzipSync(
      new TextEncoder().encode('algorithm = "sha384"\n'.repeat(40) + Buffer.from(chance(150)).toString('base64')),
    );
    const faultOf = (given: ReturnType<typeof nodePacking.gunzip>) =>
      given instanceof Uint8Array ? plain(given) : given.fault;
    for (let length = 2; length < whole.length; length += 1) {
      const cut = whole.subarray(0, length);
      assert.equal(
        faultOf(webPacking.gunzip(cut, limit)),
        faultOf(nodePacking.gunzip(cut, limit)),
        `cut to ${length} bytes`,
      );
    }
    for (let at = 0; at < whole.length; at += 1)
      for (const flip of [1, 0xff]) {
        const damaged = Uint8Array.from(whole);
        damaged[at] = (damaged[at] ?? 0) ^ flip;
        const [web, node] = [webPacking.gunzip(damaged, limit), nodePacking.gunzip(damaged, limit)];
        // The first reported fault can differ, but both must report one.
        assert.equal(
          web instanceof Uint8Array,
          node instanceof Uint8Array,
          `byte ${at} changed by ${flip}: ${String(faultOf(web))}, ${String(faultOf(node))}`,
        );
      }
  });

  test('joins gzip members and handles trailing data as Node.js does', () => {
    const [one, two] = [gzipSync('one'), gzipSync('two')];
    for (const tail of [[], [0, 0, 0], [0x1f], [1, 2, 3]]) {
      const joined = Buffer.concat([one, two, Uint8Array.from(tail)]);
      assert.deepEqual(plain(webPacking.gunzip(joined, limit)), plain(nodePacking.gunzip(joined, limit)));
    }
  });

  test('rejects data that exceeds the size limit and accepts data of exactly that size', () => {
    const bomb = gzipSync(new Uint8Array(5_000_000));
    assert.deepEqual(webPacking.gunzip(bomb, limit), { fault: 'too-large' });
    assert.deepEqual(nodePacking.gunzip(bomb, limit), { fault: 'too-large' });
    for (const packing of [webPacking, nodePacking]) {
      assert.ok(packing.gunzip(gzipSync(new Uint8Array(1000)), 1000) instanceof Uint8Array);
      assert.deepEqual(packing.gunzip(gzipSync(new Uint8Array(1001)), 1000), { fault: 'too-large' });
    }
  });

  test('computes the same digests as Node.js', () => {
    for (const sample of samples)
      for (const algorithm of ['sha256', 'sha384', 'sha512'] as const)
        assert.equal(
          plain(webPacking.digest(algorithm, sample)),
          createHash(algorithm).update(sample).digest('hex'),
          `${algorithm} of ${sample.length} bytes`,
        );
  });

  test('parses the same certificates as Node.js', () => {
    for (const pem of [authority, issued, leaf, selfSigned, sha1, short]) {
      const [web, node] = [webPacking.certificate(pem), nodePacking.certificate(pem)];
      assert.ok(web !== undefined && node !== undefined);
      assert.deepEqual({ ...web, raw: plain(web.raw) }, { ...node, raw: plain(node.raw) });
    }
    const damaged = [
      leaf.replace('MII', 'MIJ'),
      leaf.replace(/\n.*\n-----END/, '\n-----END'),
      leaf.slice(0, -30),
      '',
      leaf.replaceAll(/[A-Za-z0-9+/]{64}/g, ''),
    ];
    for (const pem of damaged) assert.equal(webPacking.certificate(pem), undefined);
  });
});

describe('web byte functions', () => {
  const texts = ['', 'a', 'naïve 한국어 中文 \u{1F600}', '\uD800 alone \uDC00', 'x'.repeat(30_000)];

  test('copy texts and count UTF-8 bytes as Node.js does', () => {
    for (const text of texts) {
      assert.equal(webBytes.copyOf(text), text);
      assert.equal(webBytes.utf8Length(text), nodeBytes.utf8Length(text));
    }
  });

  test('encode base64 and decode both alphabets', () => {
    for (const sample of samples) {
      const written = nodeBytes.toBase64(sample);
      assert.equal(webBytes.toBase64(sample), written);
      const forAddresses = Buffer.from(sample).toString('base64url');
      for (const text of [written, written.replace(/=+$/, ''), forAddresses])
        assert.equal(plain(webBytes.fromBase64(text)), plain(sample));
    }
  });

  test('compare data as Node.js does', () => {
    const texts = [1, 2, '1', Number.NaN, null, undefined, true];
    const lists = [[], {}, [1], [1, 2], { a: 1 }, { a: 1, b: undefined }, { b: 1 }, { a: [1, { b: 2 }] }];
    const maps = [new Set(['a']), new Set(['b']), new Map([['a', 1]]), new Map([['a', 2]]), new Map([['a', { b: 1 }]])];
    const values: readonly unknown[] = [...texts, ...lists, ...maps];
    for (const one of values)
      for (const other of values)
        assert.equal(
          webBytes.sameData(structuredClone(one), other),
          nodeBytes.sameData(structuredClone(one), other),
          JSON.stringify([one, other]),
        );
  });
});

describe('web file functions', () => {
  test('normalize paths as Node.js does', () => {
    const paths = [
      'a',
      'a/',
      './a',
      'a/./b',
      'a/../b',
      '../a',
      'a/../../b',
      '',
      '.',
      './',
      '..',
      '../',
      'a/..',
      'a/../',
      '/a/../..',
      'a//b',
      '/',
      '//a',
      'a/b/../..',
      '../../a/',
    ];
    for (const path of paths) assert.equal(webFiles.normalize(path), nodeFiles.normalize(path), JSON.stringify(path));
  });

  test('write URIs in one canonical form', () => {
    assert.equal(
      webFiles.canonicalUri('vscode-vfs://github/o/r/a%20(1).yaml'),
      webFiles.canonicalUri('vscode-vfs://github/o/r/a%20%281%29.yaml'),
    );
    assert.equal(webFiles.canonicalUri('no URI'), 'no URI');
    assert.equal(webFiles.pathOf('file:///a.yaml'), undefined);
  });
});

describe('web turn scheduling', () => {
  test('runs callbacks later and in order', async () => {
    const order: string[] = [];
    const done = new Promise<void>((resolve) => {
      webTurns.nextTurn(() => order.push('first'));
      webTurns.nextTurn(() => {
        order.push('second');
        resolve();
      });
    });
    order.push('before');
    await done;
    assert.deepEqual(order, ['before', 'first', 'second']);
  });
});
