/**
 * Runs scenarios and compares every status of their KataConfig with the golden files in test/golden.
 * `OSC_UPDATE_CLUSTERS=1` rewrites the files. Review them. Reasons in `besides` are written by hand. A file that lacks
 * one is rejected.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { test } from 'node:test';
import { parse, stringify } from 'yaml';
import {
  isJsonObject,
  getList,
  isSameJson,
  getString,
  getValue,
  type JsonObject,
} from '#simulator/store/kubeObject.ts';
import { scenario, stage, type TimedStatus } from '#test/support/cluster/controllersStage.ts';

const folder = new URL('../../../golden/', import.meta.url);
const update = process.env['OSC_UPDATE_CLUSTERS'] === '1';

/** Golden file: the scenario, the table in the documentation, and the statuses in order. */
interface Golden {
  readonly scenario: string;
  /** Table in `tables/` whose rows the file must contain. If omitted, the documentation has none. */
  readonly table?: string;
  readonly statuses: readonly JsonObject[];
}

const files = [
  'two-workers',
  'two-workers-installed',
  'peer-pods',
  'converged-3-nodes',
  'worker-fails-and-recovers',
  'uninstall-blocked-by-pods',
  'image-job-fails',
  'operator-missing',
];

function read(name: string): JsonObject {
  const content: unknown = parse(readFileSync(new URL(`${name}.yaml`, folder), 'utf8'));
  assert.ok(isJsonObject(content), name);
  return content;
}

function golden(name: string): Golden {
  const content = read(name);
  const table = getString(content, 'table');
  return {
    scenario: getString(content, 'scenario') ?? '',
    ...(table === undefined ? {} : { table }),
    statuses: getList(content, 'statuses').filter(isJsonObject),
  };
}

/** Returns the rows of a table for install and uninstall as one list. */
function rowsOf(table: string): readonly JsonObject[] {
  const content = read(`tables/${table}`);
  return ['install', 'uninstall'].flatMap((part) => getList(content, part).filter(isJsonObject));
}

/**
 * Returns whether a status matches a row. The documentation prints the single condition as a mapping, and omits it if
 * it didn't change.
 */
function isRow(row: JsonObject, status: TimedStatus | JsonObject): boolean {
  const conditions = row['conditions'];
  return (
    isSameJson(row['kataNodes'], getValue(status, 'kataNodes')) &&
    (conditions === undefined || isSameJson([conditions], getValue(status, 'conditions')))
  );
}

function run(name: string, wording?: 'code'): readonly TimedStatus[] {
  const { play, statuses } = stage({ name }, wording === undefined ? {} : { wording });
  play(...scenario(name).steps);
  return statuses;
}

/** Writes the golden file with the observed statuses and the existing reasons. */
function write(name: string, { table, statuses: old }: Golden, found: readonly TimedStatus[]): void {
  const rows = table === undefined ? [] : [...rowsOf(table)];
  const statuses = found.map((status, index) => {
    const row = rows[0] !== undefined && isRow(rows[0], status) ? rows.shift() : undefined;
    const besides = getString(old[index], 'besides') ?? '';
    if (table === undefined) return status;
    return { ...(row === undefined ? { besides } : { row: row['row'] }), ...status };
  });
  const head = /^(?:#.*\n)*/.exec(readFileSync(new URL(`${name}.yaml`, folder), 'utf8'))?.[0] ?? '';
  const text = stringify(
    { scenario: name, ...(table === undefined ? {} : { table }), statuses },
    { lineWidth: 0, singleQuote: true },
  );
  writeFileSync(new URL(`${name}.yaml`, folder), head + text);
}

for (const name of files) {
  test(`scenario ${name} matches every status in the golden file`, () => {
    const found = run(name);
    if (update) write(name, golden(name), found);
    const { statuses, table } = golden(name);
    assert.deepEqual(
      found,
      statuses.map(({ row: _row, besides: _besides, ...status }) => status),
    );
    if (table === undefined) return;
    for (const { row, besides, at } of statuses) {
      assert.ok(
        (typeof row === 'string') !== (typeof besides === 'string' && besides.length > 10),
        `the status after ${String(at)} s is a row, or says why it is none`,
      );
    }
  });
}

for (const name of files.filter((each) => golden(each).table !== undefined)) {
  test(`scenario ${name} contains every row of the documented table in order`, () => {
    const { table = '', statuses } = golden(name);
    const rows = rowsOf(table);
    assert.ok(rows.length >= 8, 'five rows of the install, three of the uninstall');
    const marked = statuses.filter((status) => status['row'] !== undefined);
    assert.deepEqual(
      marked.map((status) => status['row']),
      rows.map((row) => row['row']),
    );
    for (const [index, row] of rows.entries()) assert.ok(isRow(row, marked[index] ?? {}), `row ${String(row['row'])}`);
  });
}

test('scenario two-workers contains only rows of the documented table', () => {
  assert.deepEqual(
    golden('two-workers').statuses.filter((status) => status['row'] === undefined),
    [],
  );
});

test('scenario peer-pods differs from the documentation only in two messages with source code wording', () => {
  const differences = getList(read('tables/peer-pods'), 'code').filter(isJsonObject);
  assert.equal(differences.length, 2);
  const words = (message: unknown): unknown =>
    differences.find((difference) => difference['code'] === message)?.['documents'] ?? message;
  const found = run('peer-pods', 'code').map((status) => ({
    ...status,
    conditions: status.conditions.map((condition) => ({ ...condition, message: words(condition['message']) })),
  }));
  assert.deepEqual(found, run('peer-pods'));
});
