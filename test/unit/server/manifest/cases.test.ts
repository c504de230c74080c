/** Tests real and unusual documents with marked findings: exactly these must be reported. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { check } from '#test/support/manifests/checkText.ts';
import { readMarks } from '#test/support/manifests/expectationMarks.ts';

const folder = path.resolve(import.meta.dirname, '../../../cases');

/**
 * Variants of a document as other systems and editors write it. Columns in the first line count from after a byte order
 * mark.
 */
const variants: readonly [name: string, vary: (text: string) => string, firstColumn: number][] = [
  ['LF line breaks', (text) => text, 0],
  ['CRLF line breaks', (text) => text.replaceAll('\n', '\r\n'), 0],
  ['CR line breaks', (text) => text.replaceAll('\n', '\r'), 0],
  ['a byte order mark', (text) => `\uFEFF${text}`, 1],
  ['no final line break', (text) => text.replace(/\n+$/, ''), 0],
];

for (const group of ['seeds', 'documents']) {
  for (const file of readdirSync(path.join(folder, group)).filter((name) => name.endsWith('.yaml'))) {
    describe(`${group}/${file}`, () => {
      const { text, marks } = readMarks(readFileSync(path.join(folder, group, file), 'utf8'));
      for (const [name, vary, firstColumn] of variants) {
        // Suppression comments aren't supported in files with lone CRs, which are no longer in use.
        if (name === 'CR line breaks' && text.includes('osc-ignore')) continue;
        test(`has exactly the marked findings with ${name}`, async () => {
          const found = await check(vary(text));
          const wanted = marks.map(
            ({ rule, line, column, length }) =>
              `${rule ?? ''} ${line}:${column + (line === 0 ? firstColumn : 0)}+${length}`,
          );
          assert.deepEqual(
            found.map(({ rule, line, column, length }) => `${rule} ${line}:${column}+${length}`),
            wanted,
          );
        });
      }
    });
  }
}
