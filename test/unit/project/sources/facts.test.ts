/** Tests the report on the tables with facts from upstream. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { splitSources } from '#core/product/sourceLinks.ts';
import { formatFacts, listRowsWithoutSource, listStaleTables } from '#scripts/facts/factsReport.ts';
import { listFactTables, type FactTable } from '#scripts/facts/factTables.ts';
import { datedSources } from '#scripts/facts/sourceDates.ts';
import { repositoryRoot } from '#scripts/lib/run.ts';

const tables = listFactTables();

const example: FactTable = {
  name: 'Example',
  file: 'core/example.ts',
  readIn: '2026-03',
  rows: [
    { name: 'one', source: 'openshift/cloud-api-adaptor@067d2068 main.go:12-15; OSC 1.12 §3.2', certainty: 'read' },
    { name: 'two', source: 'openshift/cloud-api-adaptor@067d2068 main.go', certainty: 'unknown' },
    { name: 'three', source: 'openshift/cloud-api-adaptor@0000000 main.go', certainty: 'read' },
  ],
};

describe('report on facts', () => {
  test('finds rows without a source', () => {
    const rows = [...example.rows, { name: 'four', source: '', certainty: 'read' as const }];
    assert.deepEqual(listRowsWithoutSource([{ ...example, rows }]), ['Example: four']);
  });

  test('counts rows by certainty and by source, with the dates of the sources', () => {
    assert.equal(
      formatFacts([example]),
      [
        'Example (core/example.ts, read in 2026-03)',
        '  Rows: 3 (2 read, 1 unknown)',
        '    2  openshift/cloud-api-adaptor@067d2068 (2026-05) main.go',
        '    1  OSC 1.12 §3.2',
        '    1  openshift/cloud-api-adaptor@0000000 (date not known) main.go',
      ].join('\n'),
    );
  });

  test('finds tables that were read too long ago', () => {
    const on = (date: string) => listStaleTables([example], 180, new Date(date)).length;
    assert.equal(on('2026-08-28T00:00:00Z'), 0);
    assert.equal(on('2026-08-28T00:00:01Z'), 1);
  });
});

describe('fact tables', () => {
  test('have a source in each row, and an existing file', () => {
    assert.deepEqual(listRowsWithoutSource(tables), []);
    for (const { name, file, rows } of tables) {
      assert.ok(existsSync(path.join(repositoryRoot, file)), file);
      assert.ok(rows.length > 0, name);
    }
  });

  test('use each source that has a date', () => {
    const used = new Set(
      tables.flatMap(({ rows }) =>
        rows.flatMap(({ source }) => splitSources([source]).map((one) => one.split(' ')[0])),
      ),
    );
    for (const source of datedSources) assert.ok(used.has(source), source);
  });
});
