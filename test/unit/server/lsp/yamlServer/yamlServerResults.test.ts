/** Tests the conversion of the results of the second process, which can be anything. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readCompletions, readHover, readProblems } from '#server/lsp/yamlServer/yamlServerResults.ts';

const range = { start: { line: 1, character: 2 }, end: { line: 1, character: 3 } };
const moved = { start: { line: 11, character: 2 }, end: { line: 11, character: 3 } };
const invalid: readonly unknown[] = [
  undefined,
  null,
  'garbage',
  7,
  {},
  [null, 1, 'x', {}],
  { items: 'x' },
  [{ label: 'a', textEdit: { newText: 'a', range: { start: { line: -1, character: 0 }, end: {} } } }],
  { contents: 7 },
  { contents: { value: '' } },
];

describe('results of the second process', () => {
  test('unexpected data has no result', () => {
    for (const result of invalid) {
      assert.deepEqual(readCompletions(result, 0, true), []);
      assert.deepEqual(readProblems(result), []);
      if (result !== 'garbage') assert.equal(readHover(result, 0, 'crd.yaml'), undefined);
    }
  });

  test('completions are moved to the document, without null and without the placeholders of a plain client', () => {
    const item = (label: string, newText: string, insertTextFormat = 1) => ({
      label,
      insertTextFormat,
      textEdit: { range, newText },
    });
    const items = [item('null', 'null'), item('fast', 'fast'), item('max', 'max: ${1:25%}$0', 2)];
    assert.deepEqual(
      readCompletions({ items }, 10, false).map(({ label, textEdit }) => [label, textEdit]),
      [
        ['fast', { range: moved, newText: 'fast' }],
        ['max', { range: moved, newText: 'max: 25%' }],
      ],
    );
    assert.equal(readCompletions(items, 10, true)[1]?.insertTextFormat, 2);
  });

  test('a hover lists the values without null, and names the CRD', () => {
    const contents = { kind: 'markdown', value: 'The mode\n\nAllowed Values:\n\n* `fast`\n* `null`\n' };
    assert.deepEqual(readHover({ contents, range }, 10, 'crd.yaml'), {
      contents: { kind: 'markdown', value: 'The mode\n\n**Values:**\n\n* `fast`\n\n**Defined in:** crd.yaml' },
      range: moved,
    });
  });

  test('messages contain no null and no control characters', () => {
    const messages = [
      'Value is not accepted. Valid values: null, "a", null, "b".',
      'Incorrect type. Expected one of integer, null.',
      'Line\nbreak \u202e',
    ];
    assert.deepEqual(
      readProblems(messages.map((message) => ({ range, message }))).map(({ message }) => message),
      ['Value is not accepted. Valid values: "a", "b".', 'Incorrect type. Expected integer.', 'Line break \\u202e'],
    );
  });
});
