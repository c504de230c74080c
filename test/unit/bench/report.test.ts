/** Tests of the tables that `npm run bench` prints and writes to the documentation. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { pages, pageWithResults, readResults, type Page } from '#bench/report/pages.ts';
import { markdownOf, resultsOf, verdictOf } from '#bench/report/report.ts';
import type { Row } from '#bench/report/rows.ts';
import { Samples, summarize } from '#bench/report/samples.ts';
import { repositoryRoot } from '#scripts/lib/run.ts';

const row: Row = { id: 'open', title: 'open', unit: 'ms', ratio: 0.2 };

describe('summary of the values of a row', () => {
  test('contains the median and the 95th percentile', () => {
    const values = Array.from({ length: 20 }, (_, index) => 20 - index);
    assert.deepEqual(summarize(values), { median: 10.5, p95: 19, runs: 20 });
    assert.deepEqual(summarize([3, 1, 2]), { median: 2, p95: 3, runs: 3 });
  });

  test('is missing without values', () => {
    assert.equal(summarize([]), undefined);
  });
});

describe('verdict', () => {
  const value = (median: number) => ({ median, runs: 1 });

  test('compares the ratio that the table shows with the target', () => {
    assert.equal(verdictOf(row, value(20.04), value(100)), 'OK');
    assert.equal(verdictOf(row, value(20.1), value(100)), 'MISS');
  });

  test('is MISS if the peer was not measured', () => {
    assert.equal(verdictOf(row, value(20), undefined), 'MISS');
  });

  test('compares values without a peer with the limit', () => {
    const limited: Row = { id: 'heap', title: 'heap', unit: 'bytes', limit: 0 };
    assert.equal(verdictOf(limited, value(0), value(388_000)), 'OK');
    assert.equal(verdictOf(limited, value(1), value(388_000)), 'MISS');
  });

  test('is empty without a target', () => {
    assert.equal(verdictOf({ id: 'peak', title: 'peak', unit: 'MiB' }, value(1), value(2)), '');
  });
});

describe('table', () => {
  const sections = [
    { heading: 'Compared', rows: [row, { id: 'missing', title: 'not measured', unit: 'ms' }] },
    { heading: 'Alone', rows: [{ id: 'size', title: 'size', unit: 'KiB', limit: 300 }] },
    { heading: 'Empty', rows: [{ id: 'none', title: 'none', unit: 'ms' }] },
  ] as const;

  test('shows the measured rows of each section', () => {
    const samples = new Samples();
    for (const value of [10, 12, 11]) samples.add('open', 'ours', value);
    for (const value of [100, 120, 110]) samples.add('open', 'peer', value);
    samples.add('size', 'ours', 533);
    assert.equal(
      markdownOf(sections, resultsOf(sections, samples)),
      `### Compared

| Measurement | Ours  | p95 | Peer   | p95 | Ours / peer | Target             |     | Runs |
| ----------- | ----- | --- | ------ | --- | ----------- | ------------------ | --- | ---- |
| open        | 11 ms | 12  | 110 ms | 120 | 0.1         | <= 0.2 of the peer | OK  | 3    |

### Alone

| Measurement | Ours    | p95 | Target     |      | Runs |
| ----------- | ------- | --- | ---------- | ---- | ---- |
| size        | 533 KiB |     | <= 300 KiB | MISS | 1    |`,
    );
  });

  test('uses each row once', () => {
    const ids = Object.values(pages).flatMap((page) => page.sections.flatMap(({ rows }) => rows.map(({ id }) => id)));
    assert.equal(new Set(ids).size, ids.length);
  });
});

describe('documentation', () => {
  for (const page of Object.values<Page>(pages)) {
    test(`${page.document} shows the results in ${page.results}`, () => {
      const text = readFileSync(path.join(repositoryRoot, page.document), 'utf8');
      assert.equal(pageWithResults(page, readResults(page)), text, 'run: npm run bench -- --write');
      assert.ok(readResults(page).results.every(({ ours }) => Number.isFinite(ours.median)));
    });
  }
});
