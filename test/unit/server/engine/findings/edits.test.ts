import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findMapEntry, findYamlNode, type PathSegment } from '#server/engine/yaml/node.ts';
import { parseYamlDocument } from '#server/engine/yaml/parse/parse.ts';
import { applyEdits } from '#server/engine/findings/applyFixes.ts';
import {
  detectLineEnding,
  insertEntryBefore,
  getLineEnd,
  getLineStart,
  quoted,
  removeEntry,
  replaceNode,
} from '#server/engine/findings/edits.ts';
import type { Edit } from '#server/engine/findings/rule.ts';

function fixText(
  text: string,
  path: readonly PathSegment[],
  make: (node: NonNullable<ReturnType<typeof findYamlNode>>) => Edit | undefined,
): string | undefined {
  const node = findYamlNode(parseYamlDocument(text).root, path);
  assert.ok(node !== undefined, 'no such node');
  const edit = make(node);
  return edit === undefined ? undefined : applyEdits(text, [edit]);
}
const removed = (text: string, path: readonly PathSegment[], key: string) =>
  fixText(text, path, (node) => {
    const entry = findMapEntry(node, key);
    assert.ok(node.type === 'map' && entry !== undefined);
    return removeEntry(text, node, entry);
  });

describe('removeEntry', () => {
  const cases: readonly [
    name: string,
    text: string,
    path: readonly PathSegment[],
    key: string,
    expected: string | undefined,
  ][] = [
    ['removes a line', 'a: 1\nb: 2\nc: 3\n', [], 'b', 'a: 1\nc: 3\n'],
    ['removes the trailing comment', 'a: 1\nb: 2 # two\nc: 3\n', [], 'b', 'a: 1\nc: 3\n'],
    ['removes all lines of a nested value', 'a: 1\nb:\n  - x\n  - y\nc: 3\n', [], 'b', 'a: 1\nc: 3\n'],
    ['removes a block scalar', 'a: 1\nb: |\n  x\n  y\nc: 3\n', [], 'b', 'a: 1\nc: 3\n'],
    ['removes the last entry without a line break', 'a: 1\nb: 2', [], 'b', 'a: 1\n'],
    ['keeps blank lines after the entry', 'a:\n  x: 1\n\nb: 2\n', [], 'a', '\nb: 2\n'],
    ['removes an entry without a value', 'a:\nb: 2\n', [], 'a', 'b: 2\n'],
    ['supports CRLF line breaks', 'a: 1\r\nb: 2\r\nc: 3\r\n', [], 'b', 'a: 1\r\nc: 3\r\n'],
    ['supports CR line breaks', 'a: 1\rb: 2\rc: 3\r', [], 'b', 'a: 1\rc: 3\r'],
    ['returns undefined for a flow mapping', '{a: 1, b: 2}\n', [], 'b', undefined],
    ['returns undefined for the first entry of a list item', '- a: 1\n  b: 2\n', [0], 'a', undefined],
    ['removes the second entry of a list item', '- a: 1\n  b: 2\n', [0], 'b', '- a: 1\n'],
    ['keeps the document marker before the entry', '--- # c\na: 1\n', [], 'a', '--- # c\n'],
    ['returns undefined for a merged entry', 'x: &x {b: 1}\na:\n  <<: *x\n', ['a'], 'b', undefined],
    ['returns undefined for an entry with a referenced anchor', 'a: &x 1\nb: *x\n', [], 'a', undefined],
  ];
  for (const [name, text, path, key, expected] of cases)
    test(name, () => assert.equal(removed(text, path, key), expected));
});

describe('insertEntryBefore', () => {
  const inserted = (text: string, path: readonly PathSegment[]) =>
    fixText(text, path, (node) => (node.type === 'map' ? insertEntryBefore(text, node, 'n: 0') : undefined));
  test('inserts at the top', () => assert.equal(inserted('a: 1\n', []), 'n: 0\na: 1\n'));
  test('inserts after a document marker and a comment', () =>
    assert.equal(inserted('---\n# c\na: 1\n', []), '---\n# c\nn: 0\na: 1\n'));
  test('matches the indentation', () => assert.equal(inserted('a:\n    b: 1\n', ['a']), 'a:\n    n: 0\n    b: 1\n'));
  test('keeps CRLF line breaks', () => assert.equal(inserted('a: 1\r\n', []), 'n: 0\r\na: 1\r\n'));
  test('inserts after a byte order mark', () => assert.equal(inserted('\uFEFFa: 1\n', []), '\uFEFFn: 0\na: 1\n'));
  test('returns undefined for a flow mapping', () => assert.equal(inserted('{a: 1}\n', []), undefined));
  test('returns undefined for the first entry of a list item', () =>
    assert.equal(inserted('- a: 1\n', [0]), undefined));
});

test('replaceNode keeps the line after a block scalar', () => {
  assert.equal(
    fixText('a: |\n  x\nb: 1\n', ['a'], (node) => replaceNode(node, 'y')),
    'a: y\nb: 1\n',
  );
});
test('quoted adds double quotes to a scalar', () => {
  assert.equal(
    fixText('a: 1\n', ['a'], (node) => (node.type === 'scalar' ? quoted(node) : undefined)),
    'a: "1"\n',
  );
});

test('lineStart, lineEnd, and eol support all line break styles', () => {
  for (const newline of ['\n', '\r\n', '\r']) {
    const text = ['one', 'two', ''].join(newline);
    assert.equal(getLineStart(text, 0), 0);
    assert.equal(getLineStart(text, text.indexOf('wo')), text.indexOf('two'));
    assert.equal(getLineEnd(text, 0), text.indexOf('two'));
    assert.equal(getLineEnd(text, text.indexOf('two')), text.length);
    assert.equal(detectLineEnding(text), newline);
  }
  assert.equal(detectLineEnding('no line end'), '\n');
});
