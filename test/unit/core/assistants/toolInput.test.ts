/** Tests that the input from assistants is read field by field, with the limits in its schema. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pathsField, parseToolInput, schemaOf, type ToolInputFields } from '#core/assistants/toolFields.ts';

const fields = {
  name: { kind: 'text', most: 5, line: true, description: 'A name.' },
  text: { kind: 'text', most: 10, description: 'A text.' },
  kind: { kind: 'choice', of: ['a', 'b'], description: 'A kind.' },
  paths: pathsField('Paths.'),
} as const satisfies ToolInputFields;

describe('tool input', () => {
  test('accepts valid fields and omits missing ones', () => {
    assert.deepEqual(parseToolInput(fields, { name: 'abc', text: 'a\nb', kind: 'b', paths: ['x', 'y'] }), {
      ok: true,
      value: { name: 'abc', text: 'a\nb', kind: 'b', paths: ['x', 'y'] },
    });
    for (const nothing of [{}, undefined, null, { name: null, kind: undefined }])
      assert.deepEqual(parseToolInput(fields, nothing), { ok: true, value: {} });
  });

  test('rejects invalid input with the reason', () => {
    const wrong: readonly (readonly [unknown, RegExp])[] = [
      ['text', /must be an object/],
      [[], /must be an object/],
      [{ other: 1 }, /Unknown field other\. Valid fields: name, text, kind, paths\./],
      [{ constructor: 1 }, /Unknown field constructor/],
      [{ '\u001b[2J': 1 }, /Unknown field \\u001b\[2J\./],
      [{ name: 'abcdef' }, /name must not be longer than 5/],
      [{ name: '' }, /name must not be empty/],
      [{ name: 'a\tb' }, /name must not contain control characters/],
      [{ name: 1 }, /name must be a string/],
      [{ text: 'a\0' }, /NUL/],
      [{ kind: 'c' }, /kind must be one of a, b/],
      [{ kind: ['a'] }, /kind must be one of a, b/],
      [{ paths: [] }, /paths must have 1 to 50 items/],
      [{ paths: [''] }, /paths has an item that must not be empty/],
      [{ paths: { 0: 'x', length: 1 } }, /paths must be a list/],
    ];
    for (const [input, why] of wrong) {
      const read = parseToolInput(fields, input);
      assert.ok(!read.ok, JSON.stringify(input));
      assert.match(read.error, why);
    }
  });

  test('ignores inherited properties', () => {
    const input: unknown = Object.create({ name: 'abc' });
    assert.deepEqual(parseToolInput(fields, input), { ok: true, value: {} });
  });

  test('has a JSON schema with the same limits and no other fields', () => {
    assert.deepEqual(schemaOf(fields), {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'A name.', minLength: 1, maxLength: 5 },
        text: { type: 'string', description: 'A text.', minLength: 1, maxLength: 10 },
        kind: { type: 'string', description: 'A kind.', enum: ['a', 'b'] },
        paths: {
          type: 'array',
          description: 'Paths.',
          items: { type: 'string', minLength: 1, maxLength: 4096 },
          minItems: 1,
          maxItems: 50,
        },
      },
      additionalProperties: false,
    });
  });
});
