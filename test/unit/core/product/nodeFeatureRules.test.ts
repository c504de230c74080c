/** Tests which rules of Node Feature Discovery an OpenShift version reads. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kataWorkerConfig } from '#core/product/kataNodeRule.ts';
import { getNodeFeatureGroup, ignoresMatchOn, readKataRuleFormat } from '#core/product/nodeFeatureRules.ts';

test('OpenShift version determines the API group and the format of rules', () => {
  assert.deepEqual(
    ['4.14.40', '4.15.0', '4.18.38', '4.19.0-rc.1', '5.0.0', 'x', undefined].map((version) => [
      getNodeFeatureGroup(version),
      ignoresMatchOn(version),
    ]),
    [
      ['nfd.openshift.io', false],
      ['nfd.openshift.io', true],
      ['nfd.openshift.io', true],
      ['nfd.k8s-sigs.io', true],
      ['nfd.k8s-sigs.io', true],
      [undefined, undefined],
      [undefined, undefined],
    ],
  );
});

const label = 'feature.node.kubernetes.io/runtime.kata';
const old = (rest = ''): string =>
  `sources:\n  custom:\n    - name: "${label}"\n      matchOn:\n        - cpuId: ["VMX"]\n${rest}`;
const formats: readonly (readonly [string, string, string | undefined])[] = [
  ['rule in the current format', kataWorkerConfig, 'matchFeatures'],
  ['rule with matchOn', old(), 'matchOn'],
  [
    'rule with matchOn whose name comes last',
    `custom:\n  - matchOn:\n    - cpuId: [VMX]\n    name: ${label}\n`,
    'matchOn',
  ],
  [
    'rule in the current format after one with matchOn',
    old(`    - name: kata\n      labels:\n        ${label}: "true"\n`),
    'matchFeatures',
  ],
  ['rule with matchOn before an unrelated one', old('    - name: other\n      labels: {a: b}\n'), 'matchOn'],
  ['rule with matchOn and labels', old(`      labels:\n        "${label}": "true"\n`), 'matchFeatures'],
  ['rule in flow style', `sources: {custom: [{name: "${label}", matchOn: []}]}`, 'matchFeatures'],
  ['rule in a comment', `# ${label}\nsources: {}\n`, undefined],
  ['unrelated rule', 'sources:\n  custom:\n    - name: other\n      matchOn: []\n', undefined],
];
for (const [title, text, expected] of formats)
  test(`${title} has the format ${expected ?? 'of no rule for Kata'}`, () => {
    assert.equal(readKataRuleFormat(text), expected);
  });
