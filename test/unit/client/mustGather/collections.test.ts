/** Tests the list of must-gathers that were collected on this computer. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { Collections } from '#client/mustGather/collect/run/collectedMustGathers.ts';
import { coverageText, readCoverage } from '#core/mustGather/workloadCoverage.ts';

describe('collections', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'osc-collections-'));
  const [usual, storage] = [path.join(root, 'must-gather'), path.join(root, 'storage')];
  after(() => rmSync(root, { recursive: true }));

  function collect(folder: string, context: string, began: string): string {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'osc-collection.json'), JSON.stringify({ cluster: { context }, began }));
    return folder;
  }

  test('are empty before anything was collected', async () => {
    assert.deepEqual(await new Collections(usual, storage).all(), []);
  });

  test('are listed newest first, also from other folders that the user chose', async () => {
    const collections = new Collections(usual, storage);
    const old = collect(path.join(usual, 'must-gather.local.b-20261120-104100'), 'b', '2026-11-20T10:41:00Z');
    const newest = collect(path.join(usual, 'must-gather.local.a-20261122-104100'), 'a', '2026-11-22T10:41:00Z');
    const elsewhere = collect(path.join(root, 'elsewhere'), 'c', '2026-11-21T10:41:00Z');
    for (const folder of [old, elsewhere, newest, elsewhere]) await collections.add(folder);
    const listed = await new Collections(usual, storage).all();
    assert.deepEqual(
      listed.map(({ folder, context }) => [folder, context]),
      [
        [newest, 'a'],
        [elsewhere, 'c'],
        [old, 'b'],
      ],
    );
    rmSync(elsewhere, { recursive: true });
    assert.equal((await collections.all()).length, 2);
  });

  test('leave out folders without a readable record', async () => {
    mkdirSync(path.join(usual, 'must-gather.local.none-20261123-000000'));
    const broken = collect(path.join(usual, 'must-gather.local.broken-20261123-000001'), 'x', 'never');
    writeFileSync(path.join(storage, 'collections.json'), '["relative", 3, "/nowhere"]');
    const listed = await new Collections(usual, storage).all();
    assert.ok(listed.length > 0);
    assert.ok(!listed.some(({ folder }) => folder === broken));
  });
});

describe('coverage of Kata pods', () => {
  test('is read back as it was written', () => {
    const coverage = { namespaces: 'some' as const, notAllowed: ['hidden', 'kube-system'], failed: ['slow'] };
    assert.deepEqual(readCoverage(coverageText(coverage)), coverage);
  });

  test('is unknown if the record is damaged, and contains only names of namespaces', () => {
    for (const text of ['', '{', '[]', 'null', '{"namespaces":"every"}', '{"namespaces":1}'])
      assert.equal(readCoverage(text), undefined, text);
    const odd = JSON.stringify({
      namespaces: 'all',
      notAllowed: ['ok', '[x](command:y)', 4, 'a'.repeat(64)],
      failed: 'x',
    });
    assert.deepEqual(readCoverage(odd), { namespaces: 'all', notAllowed: ['ok'], failed: [] });
  });
});
