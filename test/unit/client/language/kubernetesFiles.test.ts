/** Tests the files for which `yaml.schemas` contains `kubernetes`, with the patterns of yaml-language-server. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { kubernetesPatterns, matchesPatterns } from '#client/language/otherExtensions/kubernetesFiles.ts';

describe('the files with the schema kubernetes', () => {
  test('are those of this schema only', () => {
    assert.deepEqual(
      kubernetesPatterns({ Kubernetes: ['a.yaml', 7], 'https://example.com/s.json': '*.yaml', kubernetes: 'b.yaml' }),
      ['a.yaml', 'b.yaml'],
    );
    for (const invalid of [undefined, null, 'kubernetes', [], { kubernetes: null }])
      assert.deepEqual(kubernetesPatterns(invalid), []);
  });

  const path = '/home/user/repo/k8s/base/deployment.yaml';
  for (const pattern of [
    '*.yaml',
    '/*.yaml',
    '**/*.yaml',
    'k8s/**/*.yaml',
    'k8s/**',
    'base/deployment.yaml',
    '{deployment,service}.yaml',
    'deploymen?.yaml',
    '*.y{a,}ml',
  ])
    test(`match with ${pattern}`, () => assert.equal(matchesPatterns([pattern], path), true));
  for (const pattern of ['*.yml', 'k8s/*.yaml', 'ployment.yaml', 'service.yaml', '', '!*.yaml', '+(*).yaml', 'a{b,{c'])
    test(`don't match with ${JSON.stringify(pattern)}`, () => assert.equal(matchesPatterns([pattern], path), false));

  test("don't match if another pattern excludes them", () => {
    assert.equal(matchesPatterns(['*.yaml', '!base/*.yaml'], path), false);
    assert.equal(matchesPatterns(['*.yaml', '!other/*.yaml'], path), true);
  });

  test('are found quickly, whatever the pattern', () => {
    const start = performance.now();
    const hostile = ['**/'.repeat(90), `${'*a'.repeat(100)}c`, '**/a'.repeat(70), '{a,b}'.repeat(60)];
    assert.equal(matchesPatterns(hostile, `/${'a/'.repeat(2000)}${'a'.repeat(250)}b`), false);
    assert.ok(performance.now() - start < 2000);
  });
});
