/** Tests that docs/procedures.md matches the commands. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { featureCommandIds } from '#client/commands/featureCommandIds.ts';
import { manifest } from '#test/support/repository/manifest.ts';
import { byText } from '#test/support/repository/compareText.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/procedures.md'), 'utf8');
/** Rows of the table, without its header. */
const [, table = ''] = /^## Commands\n([^]*?)(?=^## )/m.exec(page) ?? [];
const rows = table
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, section = '', command = '', what = '']) => ({ section, command, what }));

const operations: readonly string[] = featureCommandIds.operations;

describe('docs/procedures.md', () => {
  test('has exactly one row per cluster operation command', () => {
    const titles = manifest.contributes.commands
      .filter(({ command }) => operations.includes(command))
      .map(({ title }) => `_${title}_`);
    assert.ok(titles.length > 10);
    assert.deepEqual(rows.map(({ command }) => command).toSorted(byText), titles.toSorted(byText));
  });
  test('describes each command and names its section', () => {
    for (const { section, command, what } of rows) {
      assert.ok(section.length > 0, command);
      assert.match(what, /^[A-Z`].{20,}\.$/, command);
    }
  });
});
