/** Tests that docs/must-gather.md lists every diagnosis. `OSC_UPDATE_DOCS=1` rewrites its table. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { test } from 'node:test';
import { diagnoses } from '#core/diagnosis/allDiagnoses.ts';
import { byText } from '#test/support/repository/compareText.ts';

test('documentation lists the diagnoses in the code', () => {
  const file = new URL('../../../../docs/must-gather.md', import.meta.url);
  const text = readFileSync(file, 'utf8');
  const rows = diagnoses
    .map(({ id, title, log }) => [`\`${id}\``, title(), log === undefined ? '' : 'yes'])
    .toSorted(([one = ''], [other = '']) => byText(one, other));
  const all = [['id', 'finding', 'requires logs'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const table = [
    line(all[0] ?? []),
    `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`,
    ...rows.map(line),
  ].join('\n');
  const between = /(<!-- diagnoses -->\n\n)[^]*?(\n\n<!-- \/diagnoses -->)/;
  assert.match(text, between);
  if (process.env['OSC_UPDATE_DOCS'] === '1')
    writeFileSync(
      file,
      text.replace(between, (_, start: string, end: string) => `${start}${table}${end}`),
    );
  assert.equal(readFileSync(file, 'utf8').match(between)?.[0], `<!-- diagnoses -->\n\n${table}\n\n<!-- /diagnoses -->`);
});
