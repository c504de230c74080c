/**
 * Tests label keys and values by the rules of Kubernetes: k8s.io/apimachinery pkg/util/validation (IsQualifiedName,
 * IsValidLabelValue).
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { labelKeyProblem, labelValueProblem } from '#core/labels/selectorSyntax.ts';

describe('label key check', () => {
  const good = [
    'a',
    'A',
    '1',
    'a.b',
    'a_b-c',
    'node-role.kubernetes.io/kata',
    'x.y/Z_1',
    'a'.repeat(63),
    `${'a'.repeat(253)}/b`,
    '1.2/3',
  ];
  for (const key of good)
    test(`accepts ${JSON.stringify(key.slice(0, 40))} (length ${key.length})`, () =>
      assert.equal(labelKeyProblem(key), undefined));
  const bad = [
    '',
    '/',
    'a/',
    '/a',
    'a/b/c',
    '-a',
    'a-',
    '.a',
    'a b',
    'ä',
    'A.b/c',
    'a..b/c',
    'a_b/c',
    '-a/c',
    'a'.repeat(64),
    `${'a'.repeat(254)}/b`,
  ];
  for (const key of bad)
    test(`rejects ${JSON.stringify(key.slice(0, 40))} (length ${key.length})`, () =>
      assert.match(labelKeyProblem(key) ?? '', /^its? /));
});

describe('label value check', () => {
  for (const value of ['', 'a', '1', 'true', 'a.b_c-d', 'A', 'a'.repeat(63)])
    test(`accepts ${JSON.stringify(value)}`, () => assert.equal(labelValueProblem(value), undefined));
  for (const value of [' ', '-a', 'a-', '.', 'a b', 'a/b', 'ö', 'a\n', 'a'.repeat(64)]) {
    test(`rejects ${JSON.stringify(value)}`, () => assert.match(labelValueProblem(value) ?? '', /^it /));
  }
});
