import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  packInitdata,
  packPolicy,
  repackInitdata,
  unpackInitdata,
  unpackPolicy,
} from '#server/engine/encoding/pack.ts';

const toml = 'algorithm = "sha384"\nversion = "0.1.0"\n\n[data]\n"aa.toml" = \'\'\'\nurl = "ä"\r\n\'\'\'\n';
const codes = (packed: string) => unpackInitdata(packed).problems.map(({ code }) => code);
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64');

test('encoding initdata is lossless and deterministic', () => {
  const packed = packInitdata(toml);
  assert.deepEqual(unpackInitdata(packed), { text: toml, problems: [] });
  assert.equal(packInitdata(toml), packed);
  const header = Buffer.from(packed, 'base64').subarray(0, 10);
  assert.deepEqual([...header], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff]);
  assert.deepEqual(unpackInitdata(packInitdata('\ufeffx')).text, '\ufeffx');
});

test('encoding initdata again keeps the output of another tool if the text is unchanged', () => {
  const bytes = gzipSync(toml, { level: 1 });
  bytes.writeUInt32LE(1_700_000_000, 4);
  const before = base64(bytes);
  assert.equal(repackInitdata(before, toml), before);
  assert.equal(repackInitdata(before, `${toml}#`), packInitdata(`${toml}#`));
  assert.equal(repackInitdata(`${before}\n`, toml), packInitdata(toml), 'a fault in the packing is fixed');
  assert.equal(repackInitdata('nonsense', toml), packInitdata(toml));
});

test('decoding initdata stops at a size limit', () => {
  const bomb = base64(gzipSync(Buffer.alloc(60 * 1024 * 1024)));
  const { text, problems } = unpackInitdata(bomb);
  assert.equal(text, undefined);
  assert.deepEqual(
    problems.map(({ code }) => code),
    ['gzip-too-large'],
  );
  assert.deepEqual(codes('A'.repeat(50 * 1024 * 1024)), ['base64-too-large']);
});

test('decoding initdata reports each problem', () => {
  const bytes = gzipSync(toml);
  assert.deepEqual(codes(base64(toml)), ['gzip-missing']);
  assert.equal(unpackInitdata(base64(toml)).text, toml, 'old cloud-api-adaptor: the text comes all the same');
  assert.deepEqual(codes(base64(base64(bytes))), ['double-encoded']);
  assert.deepEqual(codes(base64(gzipSync(base64(bytes)))), ['double-encoded']);
  assert.deepEqual(codes(base64(gzipSync(bytes))), ['double-encoded']);
  assert.deepEqual(codes(base64(bytes.subarray(0, bytes.length - 12))), ['gzip-cut']);
  const damaged = Buffer.from(bytes);
  damaged[damaged.length - 6] = (damaged[damaged.length - 6] ?? 0) ^ 0xff;
  assert.deepEqual(codes(base64(damaged)), ['gzip-broken']);
  assert.deepEqual(codes(base64(gzipSync(Uint8Array.of(0x61, 0xff, 0xfe)))), ['not-utf8']);
  assert.deepEqual(codes(base64(Uint8Array.of(0xff, 0xd8, 0xff))), ['gzip-missing']);
  assert.deepEqual(codes(base64(Uint8Array.of(0x1f, 0x8b))), ['gzip-cut']);
  assert.deepEqual(codes('H4sI!'), ['base64-character']);
  assert.deepEqual(codes(''), ['base64-empty']);
});

test('decoding a policy expects base64 without compression', () => {
  const rego = 'package agent_policy\n\ndefault ExecProcessRequest := false\n';
  assert.deepEqual(unpackPolicy(packPolicy(rego)), { text: rego, problems: [] });
  const policyCodes = (packed: string) => unpackPolicy(packed).problems.map(({ code }) => code);
  assert.deepEqual(policyCodes(packPolicy(packPolicy(rego))), ['double-encoded']);
  assert.deepEqual(policyCodes(base64(gzipSync(rego))), ['gzip-unexpected']);
  assert.deepEqual(policyCodes(base64(Uint8Array.of(0xff))), ['not-utf8']);
});
