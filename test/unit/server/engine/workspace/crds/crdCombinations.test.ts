/** Tests `allOf`, `anyOf`, `oneOf`, and `not` of CRDs, and that a value whose verdict isn't certain has no finding. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { crdWith, peerPodWith } from '#server/manifest/rules/customResources/examples.ts';
import { check } from '#test/support/manifests/checkText.ts';

async function messages(field: string, line: string, others: Readonly<Record<string, string>> = {}) {
  const found = await check(peerPodWith(`  ${line}`), { files: { 'crd.yaml': crdWith('PeerPod', field), ...others } });
  return found.map(({ rule, severity, message }) => `${severity} ${rule}: ${message}`);
}

const fields =
  'properties: { a: { type: string }, b: { type: string }, num: { type: integer }, d: { type: string, default: x } }';
const object = (keywords: string) => `v: { type: object, ${fields}, ${keywords} }`;
const oneOf = object('oneOf: [{ required: [a] }, { required: [b] }]');
const anyOf = object('anyOf: [{ required: [a] }, { required: [b] }]');

describe('combinations of restrictions in a CRD', () => {
  const cases: readonly (readonly [field: string, accepted: readonly string[], rejected: readonly string[]])[] = [
    [oneOf, ['{a: x}', '{b: x, num: 1}', '{a: null, b: x}', 'null'], ['{}', '{a: x, b: x}']],
    [anyOf, ['{a: x}', '{a: x, b: x}', '{a: null}'], ['{}', '{num: 1}']],
    [object('not: { required: [a, b] }'), ['{}', '{a: x}', '{a: x, b: null}'], ['{a: x, b: x}']],
    [
      object('allOf: [{ required: [a] }, { properties: { num: { minimum: 2 } } }]'),
      ['{a: x}', '{a: x, num: 2}'],
      ['{num: 2}', '{a: x, num: 1}'],
    ],
    // The API server adds the default.
    [object('oneOf: [{ required: [a] }, { required: [d] }]'), ['{}', '{b: x}', '{a: x}'], ['{a: x, d: two}']],
    [
      object('oneOf: [{ properties: { a: { enum: [x] } }, required: [num] }, { properties: { a: { enum: [two] } } }]'),
      ['{a: x, num: 1}', '{a: two}', '{num: 1, a: x}'],
      ['{a: x}', '{a: three}', '{num: 1}'],
    ],
    ['v: { x-kubernetes-int-or-string: true, anyOf: [{ type: integer }, { type: string }] }', ['1', 'text', '"1"'], []],
    [
      'v: { x-kubernetes-int-or-string: true, allOf: [{ anyOf: [{ type: integer }, { type: string }] }, { anyOf: [{ maximum: 5 }, { enum: [all] }] }] }',
      ['5', '"6"', 'all'],
      ['6'],
    ],
    ['v: { type: string, anyOf: [{ maxLength: 2 }, { enum: [long] }] }', ['ab', 'long'], ['abc']],
    // A value can match a format or a pattern that isn't checked.
    ['v: { type: string, anyOf: [{ format: ipv4 }, { enum: [none] }] }', ['none', 'text'], []],
    ["v: { type: string, oneOf: [{ pattern: '^a' }, { pattern: 'b$' }] }", ['ab', 'ax', 'xb'], ['x']],
    ['v: { type: string, not: { pattern: "(?i)^a" } }', ['a', 'b'], []],
    ['v: { type: array, items: { type: integer }, not: { items: { minimum: 5 } } }', ['[1, 5]'], ['[5, 6]', '[]']],
  ];
  for (const [field, accepted, rejected] of cases) {
    for (const value of accepted)
      test(`${field} has no finding for ${value}`, async () => {
        assert.deepEqual(await messages(field, `v: ${value}`), []);
      });
    for (const value of rejected)
      test(`${field} has one finding for ${value}`, async () => {
        const [message, ...others] = await messages(field, `v: ${value}`);
        assert.match(message ?? '', /^error osc\/crd-value: The CRD in crd\.yaml requires "(?:allOf|anyOf|oneOf|not)"/);
        assert.deepEqual(others, []);
      });
  }

  test('name the combination, and mark the key', async () => {
    const [found] = await check(peerPodWith('  v: {}'), { files: { 'crd.yaml': crdWith('PeerPod', oneOf) } });
    const { column, length, message } = found ?? assert.fail();
    assert.deepEqual([column, length], [2, 1]);
    assert.equal(
      message,
      `The CRD in crd.yaml requires "oneOf":[{"required":["a"]},{"required":["b"]}] for spec.v, so the API server rejects the object.`,
    );
  });

  test('have no finding in a template, a patch, or next to another error', async () => {
    assert.deepEqual(await messages(oneOf, 'v: { num: {{ .Values.num }} }'), []);
    assert.deepEqual(await messages(oneOf, 'v: {}\n  # {{ .Values.num }}'), []);
    assert.deepEqual(await messages(oneOf, 'v: {}', { 'kustomization.yaml': 'patches:\n  - path: file.yaml\n' }), []);
    const found = await messages(oneOf, 'v: { aa: x }');
    assert.deepEqual(
      found.map((one) => one.split(':')[0]),
      ['error osc/crd-unknown-field'],
    );
  });

  test('are evaluated quickly for a mapping with many fields, all of which have a default', async () => {
    const names = Array.from({ length: 2000 }, (_, index) => `field${index}`);
    const properties = names.map((name) => `${name}: { type: string, default: x }`).join(', ');
    const limits = Array.from({ length: 100 }, () => '{ minProperties: 1 }').join(', ');
    const field = `v: { type: object, properties: { ${properties} }, anyOf: [${limits}] }`;
    const line = `v: { ${names
      .toReversed()
      .map((name) => `${name}: text`)
      .join(', ')} }`;
    const start = performance.now();
    assert.deepEqual(await messages(field, line), []);
    assert.ok(performance.now() - start < 5000);
  });
});
