/** Tests the size of a must-gather: the estimate, the count of a growing folder, and what users see. */
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, describe, test } from 'node:test';
import { FolderSize } from '#client/mustGather/collect/run/folderSize.ts';
import { readRecordedSize } from '#core/mustGather/collectionRecord.ts';
import {
  describeSize,
  estimateSize,
  reachedLimit,
  sizeRemarks,
  type RecordedSize,
} from '#core/mustGather/collectionSize.ts';

const wanted = { server: 'https://api.a:6443', by: 'oc', what: 'sandboxed', nodeCount: 10 } as const;
const recorded = (bytes: number, change: Partial<RecordedSize> = {}): RecordedSize => ({ ...wanted, bytes, ...change });

describe('estimate of the size', () => {
  test('is the median of the newest collections of the cluster', () => {
    const records = [300, 100, 200, 400, 500, 9000].map((bytes) => recorded(bytes));
    assert.deepEqual(estimateSize(records, wanted), { bytes: 300, basis: 'cluster', count: 5 });
  });

  test('uses collections of other clusters in proportion to the number of nodes', () => {
    const others = [
      recorded(100, { server: 'https://b', nodeCount: 2 }),
      recorded(9, { server: 'https://c', nodeCount: undefined }),
    ];
    assert.deepEqual(estimateSize(others, wanted), { bytes: 500, basis: 'others', count: 1 });
    const { nodeCount: _unknown, ...withoutNodes } = wanted;
    assert.deepEqual(estimateSize(others, withoutNodes), { bytes: 100, basis: 'others', count: 2 });
  });

  test("doesn't exist without a collection of the same kind and time range", () => {
    for (const change of [{ what: 'cluster' }, { since: '1h' }, { by: 'api' }] as const)
      assert.equal(estimateSize([recorded(100, change)], wanted), undefined);
  });

  test('appears in the checks with its basis, and warns if the disk or the cluster is too small or large', () => {
    const words = (estimate: Parameters<typeof sizeRemarks>[0], freeBytes: number, nodeCount = 5): readonly string[] =>
      sizeRemarks(estimate, { freeBytes, nodeCount }).map((remark) => `${remark.verdict}: ${remark.words}`);
    const estimate = { bytes: 2e9, basis: 'cluster', count: 3 } as const;
    assert.deepEqual(words(estimate, 5e9), [
      'pass: Estimated size: 2 GB. Earlier must-gathers of this cluster in the estimate: 3.',
    ]);
    assert.match(words(estimate, 1e9)[0] ?? '', /^warn: Estimated size: 2 GB\./);
    assert.match(words(undefined, 1e9)[0] ?? '', /^unknown: The size can't be estimated/);
    assert.match(words(estimate, 5e9, 250)[1] ?? '', /^warn: The cluster has 250 nodes, .*--node-selector\.$/);
  });

  test('ignores records that are damaged, incomplete, or without a size', () => {
    const record = {
      by: 'oc',
      end: 'complete',
      cluster: { server: 's' },
      size: { bytes: 5 },
      choices: { what: 'both' },
    };
    assert.deepEqual(readRecordedSize(record)?.bytes, 5);
    for (const change of [
      { end: 'partial' },
      { by: 'x' },
      { size: { bytes: '5' } },
      { size: { bytes: -1 } },
      { cluster: 1 },
    ])
      assert.equal(readRecordedSize({ ...record, ...change }), undefined);
    assert.equal(readRecordedSize(null), undefined);
  });
});

describe('size while collecting', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'osc-size-'));
  after(() => rmSync(folder, { recursive: true }));

  test('counts new and growing files by kind and node', async () => {
    const root = path.join(folder, 'grows');
    const files = new FolderSize(root);
    assert.equal((await files.count()).bytes, 0);
    const journal = path.join(root, 'image', 'nodes', 'worker-0', 'worker-0_logs_crio');
    mkdirSync(path.dirname(journal), { recursive: true });
    writeFileSync(journal, 'x'.repeat(1000));
    writeFileSync(path.join(root, 'timestamp'), '12345');
    assert.deepEqual(await files.count(), {
      bytes: 1005,
      kinds: { other: 5, nodes: 1000 },
      nodes: { 'worker-0': 1000 },
    });
    appendFileSync(journal, 'x'.repeat(500));
    mkdirSync(path.join(root, 'image', 'namespaces', 'a', 'b'), { recursive: true });
    writeFileSync(path.join(root, 'image', 'namespaces', 'a', 'b', 'pods.yaml'), 'y'.repeat(10));
    const size = await files.count();
    assert.deepEqual([size.bytes, size.kinds['namespaces'], size.nodes['worker-0']], [1515, 10, 1500]);
    assert.equal((await files.count()).bytes, 1515);
  });

  test('counts the blocks of a sparse file, not its size', { skip: process.platform !== 'linux' }, async () => {
    const root = path.join(folder, 'sparse');
    mkdirSync(root);
    writeFileSync(path.join(root, 'log'), '');
    truncateSync(path.join(root, 'log'), 2 ** 30);
    assert.ok((await new FolderSize(root).count()).bytes < 2 ** 20);
  });

  test('shows the bytes, the rate, and the free space', () => {
    assert.equal(describeSize({ bytes: 1.2e9, rate: 15e6, free: 40e9 }), '1.2 GB collected, 15 MB/s, 40 GB free');
    assert.equal(describeSize({ bytes: 0, rate: 0, free: undefined }), '0 bytes collected, 0 bytes/s');
  });

  test('reaches a limit at the maximum size, or if less than 100 MiB are free', () => {
    const size = { bytes: 100, rate: 1, free: 2 ** 30 };
    assert.equal(reachedLimit(size, undefined), undefined);
    assert.equal(reachedLimit(size, 101), undefined);
    assert.deepEqual(reachedLimit(size, 100), { why: 'size', max: 100 });
    assert.deepEqual(reachedLimit({ ...size, free: 1000 }, undefined), { why: 'disk' });
    assert.equal(reachedLimit({ ...size, free: undefined }, undefined), undefined);
  });
});
