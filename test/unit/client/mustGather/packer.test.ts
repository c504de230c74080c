/** Tests that the packing process reports progress, stops when it is canceled, and leaves no unfinished files. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readPackMessage, readPackOrder } from '#client/mustGather/supportArchive/packMessages.ts';
import { packer } from '#client/mustGather/supportArchive/packer.ts';

const source = path.resolve(import.meta.dirname, '../../../../client/src/mustGather/supportArchive/packProcess.ts');

describe('must-gather packing process', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'osc-packer-'));
  const folder = path.join(root, 'must-gather');
  const target = path.join(root, 'bundle.zip');
  const signal = new AbortController().signal;
  const order = { folder, target, redact: true, include: [] };
  before(() => {
    mkdirSync(folder);
    for (let index = 0; index < 20; index += 1)
      writeFileSync(path.join(folder, `log-${index}`), `line\n`.repeat(20_000));
    writeFileSync(path.join(folder, 'secret.log'), 'password=Zq8rT2vLw9xK\n');
    writeFileSync(path.join(folder, 'binary'), Buffer.from([1, 0, 2]));
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  test('packs a must-gather and returns the manifest of the bundle', async () => {
    const packed = await packer(source)(order, { signal, progress: () => undefined });
    assert.ok(packed.ok);
    assert.equal(packed.value.files.length, 21);
    assert.equal(packed.value.files.find(({ path: name }) => name === 'secret.log')?.replaced, 1);
    assert.deepEqual(
      packed.value.leftOut.map(({ path: name, mayBeIncluded }) => [name, mayBeIncluded]),
      [['binary', true]],
    );
    assert.deepEqual(readdirSync(root).toSorted(), ['bundle.zip', 'must-gather']);
    rmSync(target);
  });

  test('stops and leaves no files when it is canceled', async () => {
    const stop = new AbortController();
    // The first message arrives during the work.
    const packed = await packer(source)(order, { signal: stop.signal, progress: () => stop.abort() });
    assert.deepEqual(packed, { ok: false, error: undefined });
    assert.deepEqual(readdirSync(root), ['must-gather']);
    const before = await packer(source)(order, { signal: stop.signal, progress: () => undefined });
    assert.deepEqual(before, { ok: false, error: undefined });
  });

  test("reports why a must-gather can't be packed", async () => {
    const packed = await packer(source)(
      { ...order, folder: path.join(root, 'missing') },
      { signal, progress: () => undefined },
    );
    assert.ok(!packed.ok);
    assert.match(packed.error ?? '', /ENOENT/);
    assert.deepEqual(readdirSync(root), ['must-gather']);
  });

  test('reports a process that exits early or sends an unknown message', async () => {
    const program = path.join(root, 'ends.mjs');
    writeFileSync(program, 'process.once("message", () => process.exit(1));');
    const ended = await packer(program)(order, { signal, progress: () => undefined });
    assert.match(ended.ok ? '' : (ended.error ?? ''), /exited unexpectedly/);
    writeFileSync(program, 'process.once("message", () => process.send("hello"));');
    const odd = await packer(program)(order, { signal, progress: () => undefined });
    assert.match(odd.ok ? '' : (odd.error ?? ''), /unknown/);
    rmSync(program);
  });

  test('accepts only valid requests and messages', () => {
    assert.deepEqual(readPackOrder({ ...order, include: ['a', 5] }), { ...order, include: ['a'] });
    for (const odd of [undefined, 'x', {}, { ...order, redact: 'yes' }, { ...order, target: 5 }])
      assert.equal(readPackOrder(odd), undefined);
    assert.deepEqual(readPackMessage({ kind: 'progress', done: 1, total: 2 }), { kind: 'progress', done: 1, total: 2 });
    assert.deepEqual(
      readPackMessage({ kind: 'packed', manifest: { files: [{ path: 'a' }], leftOut: [{ path: 'b', why: 'c' }, 5] } }),
      {
        kind: 'packed',
        manifest: { version: 1, redacted: false, files: [], leftOut: [{ path: 'b', why: 'c', mayBeIncluded: false }] },
      },
    );
    assert.equal(readPackMessage({ kind: 'other' }), undefined);
  });
});
