import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { entryOf, nodeAt, type Step } from '../../../server/src/documents/node.ts';
import { parse } from '../../../server/src/documents/parse.ts';
import { applyEdits } from '../../../server/src/rules/applyFixes.ts';
import { eol, insertEntryBefore, lineEnd, lineStart, quoted, removeEntry, replaceNode } from '../../../server/src/rules/edits.ts';
import type { Edit } from '../../../server/src/rules/rule.ts';

function mended(text: string, path: readonly Step[], make: (node: NonNullable<ReturnType<typeof nodeAt>>) => Edit | undefined): string | undefined {
  const node = nodeAt(parse(text).root, path);
  assert.ok(node !== undefined, 'no such node');
  const edit = make(node);
  return edit === undefined ? undefined : applyEdits(text, [edit]);
}
const removed = (text: string, path: readonly Step[], key: string) =>
  mended(text, path, (node) => {
    const entry = entryOf(node, key);
    assert.ok(node.type === 'map' && entry !== undefined);
    return removeEntry(text, node, entry);
  });

describe('removeEntry', () => {
  const cases: readonly [name: string, text: string, path: readonly Step[], key: string, expected: string | undefined][] = [
    ['a line', 'a: 1\nb: 2\nc: 3\n', [], 'b', 'a: 1\nc: 3\n'],
    ['with its comment', 'a: 1\nb: 2 # two\nc: 3\n', [], 'b', 'a: 1\nc: 3\n'],
    ['with all its lines', 'a: 1\nb:\n  - x\n  - y\nc: 3\n', [], 'b', 'a: 1\nc: 3\n'],
    ['a block scalar', 'a: 1\nb: |\n  x\n  y\nc: 3\n', [], 'b', 'a: 1\nc: 3\n'],
    ['the last, without a line end', 'a: 1\nb: 2', [], 'b', 'a: 1\n'],
    ['blank lines after it stay', 'a:\n  x: 1\n\nb: 2\n', [], 'a', '\nb: 2\n'],
    ['without a value', 'a:\nb: 2\n', [], 'a', 'b: 2\n'],
    ['CRLF', 'a: 1\r\nb: 2\r\nc: 3\r\n', [], 'b', 'a: 1\r\nc: 3\r\n'],
    ['lone CR', 'a: 1\rb: 2\rc: 3\r', [], 'b', 'a: 1\rc: 3\r'],
    ['not out of braces', '{a: 1, b: 2}\n', [], 'b', undefined],
    ['not behind a dash', '- a: 1\n  b: 2\n', [0], 'a', undefined],
    ['the second of a list item', '- a: 1\n  b: 2\n', [0], 'b', '- a: 1\n'],
    ['not behind a marker', '--- # c\na: 1\n', [], 'a', '--- # c\n'],
    ['not what is borrowed', 'x: &x {b: 1}\na:\n  <<: *x\n', ['a'], 'b', undefined],
    ['not what others refer to', 'a: &x 1\nb: *x\n', [], 'a', undefined],
  ];
  for (const [name, text, path, key, expected] of cases) test(name, () => assert.equal(removed(text, path, key), expected));
});

describe('insertEntryBefore', () => {
  const inserted = (text: string, path: readonly Step[]) =>
    mended(text, path, (node) => (node.type === 'map' ? insertEntryBefore(text, node, 'n: 0') : undefined));
  test('at the top', () => assert.equal(inserted('a: 1\n', []), 'n: 0\na: 1\n'));
  test('after a marker and a comment', () => assert.equal(inserted('---\n# c\na: 1\n', []), '---\n# c\nn: 0\na: 1\n'));
  test('indented', () => assert.equal(inserted('a:\n    b: 1\n', ['a']), 'a:\n    n: 0\n    b: 1\n'));
  test('CRLF', () => assert.equal(inserted('a: 1\r\n', []), 'n: 0\r\na: 1\r\n'));
  test('after a byte order mark', () => assert.equal(inserted('\uFEFFa: 1\n', []), '\uFEFFn: 0\na: 1\n'));
  test('not into braces', () => assert.equal(inserted('{a: 1}\n', []), undefined));
  test('not behind a dash', () => assert.equal(inserted('- a: 1\n', [0]), undefined));
});

test('replaceNode keeps the line after a block scalar', () => {
  assert.equal(
    mended('a: |\n  x\nb: 1\n', ['a'], (node) => replaceNode(node, 'y')),
    'a: y\nb: 1\n',
  );
});
test('quoted', () => {
  assert.equal(
    mended('a: 1\n', ['a'], (node) => (node.type === 'scalar' ? quoted(node) : undefined)),
    'a: "1"\n',
  );
});

test('lines', () => {
  for (const newline of ['\n', '\r\n', '\r']) {
    const text = ['one', 'two', ''].join(newline);
    assert.equal(lineStart(text, 0), 0);
    assert.equal(lineStart(text, text.indexOf('wo')), text.indexOf('two'));
    assert.equal(lineEnd(text, 0), text.indexOf('two'));
    assert.equal(lineEnd(text, text.indexOf('two')), text.length);
    assert.equal(eol(text), newline);
  }
  assert.equal(eol('no line end'), '\n');
});
