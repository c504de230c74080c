import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { formatUnifiedDiff, type TextChange } from '#core/text/unifiedDiff.ts';

const numbers = Array.from({ length: 20 }, (_, index) => `${index + 1}\n`).join('');
const at = (text: string, found: string, replacement: string): TextChange => {
  const start = text.indexOf(found);
  return { start, end: start + found.length, text: replacement };
};
const change = (text: string, changes: readonly TextChange[]): string =>
  changes
    .toReversed()
    .reduce((whole, { start, end, text: added }) => whole.slice(0, start) + added + whole.slice(end), text);

describe('unified diff', () => {
  test('shows a change with three lines of context', () =>
    assert.equal(
      formatUnifiedDiff('a.txt', numbers, [at(numbers, '10\n', 'ten\n')]),
      '--- a/a.txt\n+++ b/a.txt\n@@ -7,7 +7,7 @@\n 7\n 8\n 9\n-10\n+ten\n 11\n 12\n 13\n',
    ));
  test('quotes file names so that Git reads them, and no name can add a line', () => {
    const name = 'a"\\\n+++ b/other\u0001\u007f.txt';
    const diff = formatUnifiedDiff(name, 'a\n', [at('a\n', 'a', 'b')]);
    assert.equal(
      diff.split('@@')[0],
      '--- "a/a\\"\\\\\\n+++ b/other\\001\\177.txt"\n+++ "b/a\\"\\\\\\n+++ b/other\\001\\177.txt"\n',
    );
    const folder = mkdtempSync(path.join(tmpdir(), 'osc-diff-'));
    try {
      execFileSync('git', ['init', '--quiet'], { cwd: folder });
      const listed = execFileSync('git', ['apply', '--numstat', '-z', '-'], { cwd: folder, input: diff }).toString();
      assert.equal(listed, `1\t1\t${name}\0`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
  test('is empty if nothing changes', () =>
    assert.equal(formatUnifiedDiff('a.txt', numbers, [at(numbers, '10\n', '10\n')]), ''));
  test('omits lines that an edit contains without changing them', () =>
    assert.match(
      formatUnifiedDiff('a.txt', numbers, [at(numbers, '10\n11\n', '10\nnew\n11\n')]),
      /@@ -8,6 \+8,7 @@\n 8\n 9\n 10\n\+new\n 11\n 12\n 13\n$/,
    ));

  const cases: readonly (readonly [name: string, text: string, changes: readonly TextChange[]])[] = [
    ['two changes close together', numbers, [at(numbers, '5\n', 'five\n'), at(numbers, '8\n', '')]],
    ['two changes far apart', numbers, [at(numbers, '2\n', ''), at(numbers, '18', 'a\nb')]],
    ['two changes on one line', 'a b c\nd\n', [at('a b c\nd\n', 'a', 'x'), at('a b c\nd\n', 'c', 'y')]],
    ['an insertion at the start', numbers, [{ start: 0, end: 0, text: '0\n' }]],
    ['an insertion at the end', numbers, [{ start: numbers.length, end: numbers.length, text: '21\n' }]],
    ['no line break at the end', 'a\nb', [at('a\nb', 'b', 'c')]],
    ['an added line break at the end', 'a\nb', [{ start: 3, end: 3, text: '\n' }]],
    ['CRLF line breaks', 'a\r\nb\r\n', [at('a\r\nb\r\n', 'a', 'x\r\ny')]],
    ['the only line', 'a\n', [at('a\n', 'a', 'b')]],
  ];
  for (const [name, text, changes] of cases)
    test(`can be applied by git: ${name}`, () => {
      const cwd = mkdtempSync(path.join(tmpdir(), 'osc-diff-'));
      try {
        const file = path.join(cwd, 'a.txt');
        writeFileSync(file, text);
        execFileSync('git', ['apply', '--whitespace=nowarn', '-'], {
          cwd,
          input: formatUnifiedDiff('a.txt', text, changes),
        });
        assert.equal(readFileSync(file, 'utf8'), change(text, changes));
      } finally {
        rmSync(cwd, { recursive: true, force: true });
      }
    });
});
