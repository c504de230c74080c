import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { teeFields } from '#core/agent/initdata.ts';
import { azurePcr8, fitDigest, computeInitdataDigest } from '#server/initdata/digest.ts';

const field = (id: string) => {
  const found = teeFields.find((one) => one.id === id);
  assert.ok(found);
  return found;
};

test('digest depends on the exact bytes', () => {
  assert.equal(
    computeInitdataDigest('abc', 'sha256'),
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
  assert.equal(computeInitdataDigest('', 'sha384').length, 96);
  assert.notEqual(computeInitdataDigest('a\n', 'sha512'), computeInitdataDigest('a\r\n', 'sha512'));
  assert.equal(computeInitdataDigest('ä', 'sha256'), computeInitdataDigest(new TextEncoder().encode('ä'), 'sha256'));
});

test('digest of the matching algorithm fits its TEE field exactly', () => {
  for (const tee of teeFields) {
    if (tee.fits === undefined) continue;
    assert.equal(fitDigest(computeInitdataDigest('x', tee.fits), tee).fit, 'exact', tee.id);
  }
});

test('digest is truncated or zero-padded to the size of the TEE field', () => {
  const digest = computeInitdataDigest('x', 'sha384');
  const cut = fitDigest(digest, field('snp'));
  assert.deepEqual([cut.fit, cut.bytes, cut.value], ['truncated', 16, digest.slice(0, 64)]);
  const filled = fitDigest(digest, field('se'));
  assert.deepEqual([filled.fit, filled.bytes, filled.value], ['padded', 208, digest + '00'.repeat(208)]);
});

test('Azure PCR 8 is the hash of zeros followed by the initdata hash', () => {
  const inner = createHash('sha256').update('x').digest('hex');
  const expected = createHash('sha256')
    .update(`${'00'.repeat(32)}${inner}`, 'hex')
    .digest('hex');
  assert.equal(azurePcr8('x'), expected);
});
