/** Tests JSON Patches that would exceed the limits. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jsonPatched } from '#simulator/api/patching/jsonPatch.ts';
import type { JsonObject } from '#simulator/store/kubeObject.ts';

const object: JsonObject = { kind: 'ConfigMap', data: { a: 'x' } };

function codeOf(patch: readonly unknown[], from: JsonObject = object): number {
  const patched = jsonPatched(from, patch);
  return patched.ok ? 200 : patched.error.code;
}

describe('simulator JSON Patch', () => {
  test('rejects exponentially growing copies before creating them', () => {
    const doubling = Array.from({ length: 40 }, (_, index) => ({ op: 'copy', from: '/data', path: `/data/x${index}` }));
    assert.equal(codeOf(doubling.slice(0, 10)), 200);
    // No computer has enough memory for the result.
    assert.equal(codeOf(doubling), 422);
    assert.deepEqual(object, { kind: 'ConfigMap', data: { a: 'x' } });
  });

  test('allows only a few copies of a large value', () => {
    const large = { kind: 'ConfigMap', data: { a: 'ä'.repeat(500_000) } };
    const copies = [1, 2, 3].map((index) => ({ op: 'copy', from: '/data/a', path: `/data/b${index}` }));
    assert.equal(codeOf(copies.slice(0, 1), large), 200);
    assert.equal(codeOf(copies.slice(0, 2), large), 200);
    assert.equal(codeOf([...copies, { op: 'copy', from: '/data/a', path: '/data/b4' }], large), 422);
  });

  test('rejects a result that is larger than the request limit', () => {
    const large = { kind: 'ConfigMap', data: { a: 'a'.repeat(2_000_000) } };
    assert.equal(codeOf([{ op: 'add', path: '/data/b', value: 'b'.repeat(1_500_000) }], large), 413);
    assert.equal(codeOf([{ op: 'replace', path: '/data/a', value: 'b'.repeat(2_500_000) }], large), 200);
  });

  test('rejects more than 10,000 operations', () => {
    const operations = Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/data/a', value: 'x' }));
    assert.equal(codeOf(operations.slice(1)), 200);
    assert.equal(codeOf(operations), 413);
  });

  test('compares long lists quickly', () => {
    const items = Array.from({ length: 50_000 }, (_, index) => index);
    const other = items.map((item) => item + 1);
    assert.equal(codeOf([{ op: 'test', path: '/items', value: items }], { items }), 200);
    assert.equal(codeOf([{ op: 'test', path: '/items', value: other }], { items }), 422);
  });

  test('rejects moves that nest too deeply', () => {
    const deeper = Array.from({ length: 3000 }, () => [
      { op: 'add', path: '/b', value: {} },
      { op: 'move', from: '/a', path: '/b/c' },
      { op: 'move', from: '/b', path: '/a' },
    ]).flat();
    assert.equal(codeOf(deeper.slice(0, 90), { a: {} }), 200);
    assert.equal(codeOf(deeper, { a: {} }), 422);
  });

  test('rejects writes to the length of a list or beyond its end', () => {
    for (const path of ['/items/length', '/items/4000000000', '/items/x']) {
      for (const operation of [
        { op: 'replace', path, value: 4_000_000_000 },
        { op: 'add', path, value: 4_000_000_000 },
        { op: 'copy', from: '/items/0', path },
        { op: 'move', from: '/items/0', path },
      ])
        assert.equal(codeOf([operation], { items: [4_000_000_000, 1] }), 422);
    }
    assert.equal(codeOf([{ op: 'copy', from: '/items/0', path: '/items/-' }], { items: [1] }), 200);
  });

  test('stops at the first operation that fails', () => {
    assert.equal(
      codeOf([
        { op: 'remove', path: '/nothing' },
        { op: 'add', path: '/data/b', value: 'y' },
      ]),
      422,
    );
  });
});
