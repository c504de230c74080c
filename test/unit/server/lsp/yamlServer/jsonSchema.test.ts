/** Tests the JSON Schemas for the second process. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readCrdSchema } from '#server/engine/workspace/crds/crdSchema.ts';
import { jsonSchemaText } from '#server/lsp/yamlServer/jsonSchema.ts';

function convert(spec: object): unknown {
  const read = readCrdSchema({ type: 'object', required: ['spec'], properties: { spec } }, false);
  assert.ok(typeof read !== 'string', typeof read === 'string' ? read : '');
  const { properties } = JSON.parse(jsonSchemaText(read.schema)) as { properties: { spec: unknown } };
  return properties.spec;
}

describe('the JSON Schema of a kind', () => {
  test('allows null everywhere, and requires and forbids no field', () => {
    const schema = {
      type: 'object',
      required: ['mode'],
      properties: {
        mode: { type: 'string', enum: ['a', 'b'], pattern: '^a', format: 'uri', maxLength: 3, default: 'a' },
        count: { type: 'integer', minimum: 1, maximum: 3, default: 2 },
        port: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
        list: { type: 'array', minItems: 1, items: { type: 'object', required: ['a'] } },
        map: { type: 'object', additionalProperties: { type: 'boolean' } },
      },
    };
    assert.deepEqual(convert(schema), {
      type: ['object', 'null'],
      properties: {
        mode: { type: ['string', 'null'], enum: ['a', 'b', null], default: 'a' },
        count: { type: ['integer', 'null'], minimum: 1, maximum: 3, default: 2 },
        port: { type: ['integer', 'string', 'null'] },
        list: { type: ['array', 'null'], minItems: 1, items: { type: ['object', 'null'] } },
        map: { type: ['object', 'null'], additionalProperties: { type: ['boolean', 'null'] } },
      },
    });
  });

  test('contains anyOf, allOf, and oneOf, but no alternatives that only differ in required fields', () => {
    assert.deepEqual(convert({ type: 'string', anyOf: [{ enum: ['a'] }, { enum: ['b'] }] }), {
      type: ['string', 'null'],
      enum: ['a', 'b', null],
    });
    assert.deepEqual(convert({ type: 'string', enum: ['a', 'b'], anyOf: [{ enum: ['a'] }] }), {
      type: ['string', 'null'],
      enum: ['a', 'b', null],
      allOf: [{ enum: ['a', null] }],
    });
    assert.deepEqual(convert({ type: 'integer', anyOf: [{ enum: [1] }, { minimum: 3 }] }), {
      type: ['integer', 'null'],
      anyOf: [{ enum: [1, null] }, { minimum: 3 }],
    });
    const both = { type: 'integer', allOf: [{ minimum: 1 }], anyOf: [{ maximum: 3 }], oneOf: [{ minimum: 2 }] };
    assert.deepEqual(convert(both), {
      type: ['integer', 'null'],
      allOf: [{ minimum: 1 }, { anyOf: [{ maximum: 3 }] }, { anyOf: [{ minimum: 2 }] }],
    });
    const required = { type: 'object', oneOf: [{ required: ['a'] }, { properties: { b: { enum: ['x'] } } }] };
    assert.deepEqual(convert(required), { type: ['object', 'null'] });
    assert.deepEqual(convert({ type: 'string', not: { enum: ['a'] } }), { type: ['string', 'null'] });
  });

  test('contains descriptions without links, and no text that a list or hover cannot show', () => {
    const name = 'a\u202eb';
    assert.deepEqual(
      convert({
        type: 'object',
        description: '[docs](https://evil.example)',
        properties: { [name]: { type: 'string' }, mode: { type: 'string', enum: ['a`b'], default: 'a\nb' } },
      }),
      {
        type: ['object', 'null'],
        markdownDescription: '&#91;docs&#93;(https&#58;//evil.example)',
        properties: { mode: { type: ['string', 'null'] } },
      },
    );
  });

  test('has no descriptions if it would be too long', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [`field${index}`, { type: 'string', description: 'x'.repeat(1000) }]),
    );
    const text = JSON.stringify(convert({ type: 'object', properties }));
    assert.ok(text.length < 300_000, `${text.length}`);
  });

  test('ignores alternatives that cannot be read, and keeps the rest of the CRD', () => {
    assert.deepEqual(convert({ type: 'string', anyOf: [{ type: 'text' }], oneOf: 'broken', allOf: [{ $ref: '#' }] }), {
      type: ['string', 'null'],
    });
  });
});
