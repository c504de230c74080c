/** Tests the bounds, patterns, and list keys of CRDs, and which patterns are checked. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compilePattern, createPatternBudget, violatesPattern } from '#server/engine/workspace/crds/crdPattern.ts';
import { crdWith, peerPodWith } from '#server/manifest/rules/customResources/examples.ts';
import { check } from '#test/support/manifests/checkText.ts';

async function messages(field: string, ...lines: readonly string[]): Promise<readonly string[]> {
  const found = await check(peerPodWith(...lines.map((line) => `  ${line}`)), {
    files: { 'crd.yaml': crdWith('PeerPod', field) },
  });
  return found.map(({ rule, severity, message }) => `${severity} ${rule}: ${message}`);
}
const wanted = (limit: string, path: string) => [
  `error osc/crd-value: The CRD in crd.yaml requires ${limit} for ${path}, so the API server rejects the object.`,
];

describe('bounds of a CRD', () => {
  const cases: readonly (readonly [string, string, string, string | undefined])[] = [
    ['a: { type: integer, minimum: 1 }', 'a: 0', 'spec.a', 'minimum: 1'],
    ['a: { type: integer, minimum: 1 }', 'a: 1', 'spec.a', undefined],
    [
      'a: { type: integer, maximum: 5, exclusiveMaximum: true }',
      'a: 5',
      'spec.a',
      'maximum: 5, exclusiveMaximum: true',
    ],
    ['a: { type: integer, multipleOf: 4 }', 'a: 6', 'spec.a', 'multipleOf: 4'],
    ['a: { type: string, maxLength: 2 }', 'a: abc', 'spec.a', 'maxLength: 2'],
    ['a: { type: string, maxLength: 2 }', 'a: "\u{1f600}\u{1f600}"', 'spec.a', undefined],
    ['a: { type: string, minLength: 1 }', 'a: ""', 'spec.a', 'minLength: 1'],
    ['a: { type: array, maxItems: 1, items: { type: string } }', 'a: [b, c]', 'spec.a', 'maxItems: 1'],
    [
      'a: { type: object, minProperties: 1, additionalProperties: { type: string } }',
      'a: {}',
      'spec.a',
      'minProperties: 1',
    ],
    ["a: { type: string, pattern: '^[a-z]+$' }", 'a: A1', 'spec.a', 'pattern: ^[a-z]+$'],
    ["a: { type: string, pattern: '^[a-z]+$' }", 'a: abc', 'spec.a', undefined],
    ["a: { type: string, pattern: '(?i)^[a-z]+$' }", 'a: "1"', 'spec.a', undefined],
    ["a: { type: string, pattern: '^[a-z]+$' }", 'a: é', 'spec.a', undefined],
    [
      'a: { type: array, x-kubernetes-list-type: set, items: { type: string } }',
      'a: [b, c, b]',
      'spec.a',
      'x-kubernetes-list-type: set',
    ],
  ];
  for (const [field, line, path, limit] of cases)
    test(`${field} ${limit === undefined ? 'accepts' : 'rejects'} ${line}`, async () => {
      assert.deepEqual(await messages(field, line), limit === undefined ? [] : wanted(limit, path));
    });

  test('find items with the same keys in a list', async () => {
    const field =
      'a: { type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name, port], items: { type: object, properties: { name: { type: string }, port: { type: integer } } } }';
    assert.deepEqual(await messages(field, 'a: [{name: b, port: 1}, {name: b, port: 2}, {name: b}]'), []);
    assert.deepEqual(
      await messages(field, 'a: [{name: b, port: 1}, {name: b, port: 1}]'),
      wanted('x-kubernetes-list-map-keys: name, port', 'spec.a'),
    );
  });

  test('reject a null in a list, and accept it where the schema or the API server does', async () => {
    assert.equal((await messages('a: { type: array, items: { type: string } }', 'a: [null]')).length, 1);
    assert.deepEqual(await messages('a: { type: array, items: { type: string, nullable: true } }', 'a: [null]'), []);
    assert.deepEqual(await messages('a: { type: string, enum: [b, null], nullable: true }', 'a: null'), []);
    assert.deepEqual(await messages('a: { type: string, minLength: 1 }', 'a: null'), []);
  });
});

describe('patterns', () => {
  test('are checked if RE2 and JavaScript read them in the same way', () => {
    const common = [
      '^1\\.[0-3]$',
      '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$',
      '^(aws|azure)$',
      '\\d{3}',
      '^[^:/]+:\\d+$',
      'a-b',
    ];
    for (const pattern of common) assert.ok(compilePattern(pattern), pattern);
  });

  test('are not checked otherwise, or if they can take too long', () => {
    const others = [
      '(?i)a',
      '(?P<n>a)',
      '(?=a)b',
      '\\1(a)',
      '\\pL',
      '\\x41',
      '\\Aa\\z',
      '[[:alpha:]]',
      '[]a]',
      'a{,2}',
      '(a+)+$',
      '(a|a)*$',
      '(a?)*$',
      'a*a*a*a*$',
      '([a-z]*){10}$',
      '(a',
      'a**',
    ];
    for (const pattern of others) assert.equal(compilePattern(pattern), undefined, pattern);
  });

  test('are not checked against a text that they could match in too many ways', () => {
    const text = 'a'.repeat(128);
    const slow = [`^${'(a|a)'.repeat(40)}b`, `^${'a?'.repeat(40)}b`, 'a*a*a*b', `^(${'(a|aa)'.repeat(30)}|a)b`];
    const start = performance.now();
    for (const pattern of slow) {
      assert.ok(compilePattern(pattern), pattern);
      assert.equal(violatesPattern(text, pattern, createPatternBudget()), false, pattern);
    }
    assert.ok(performance.now() - start < 1000);
    assert.equal(violatesPattern('aac', '^(a|a)(a|a)b', createPatternBudget()), true);
    assert.equal(violatesPattern('a'.repeat(40), '^a*a*a*b', createPatternBudget()), true);
  });

  test('are checked only a limited number of times per object', () => {
    const budget = createPatternBudget();
    const checks = Array.from({ length: 10_000 }, () => violatesPattern('a'.repeat(40), '^a*a*a*b', budget));
    assert.equal(checks[0], true);
    assert.equal(checks.at(-1), false);
  });
});
