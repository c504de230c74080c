/** Tests the rules for Node Feature Discovery, and that every place shows the same rule for Kata. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { nfdManifest } from '#core/operations/nodeFeatureDiscoveryManifest.ts';
import { kataWorkerConfig } from '#core/product/kataNodeRule.ts';
import { repositoryRoot } from '#scripts/lib/run.ts';
import { check } from '#test/support/manifests/checkText.ts';
import { found, fixText, titles } from '#test/support/manifests/podManifests.ts';

const feature = (data: string) =>
  `apiVersion: nfd.openshift.io/v1\nkind: NodeFeatureDiscovery\nmetadata:\n  name: nfd-kata\n  namespace: openshift-nfd\nspec:\n  workerConfig:\n    configData: |\n${data.replace(/^(?=.)/gm, '      ')}`;
const legacy = (name: string, ...conditions: readonly string[]) =>
  feature(
    `sources:\n  custom:\n    - name: "${name}"\n      matchOn:\n${conditions.map((line) => `        ${line}\n`).join('')}`,
  );
const label = 'feature.node.kubernetes.io/runtime.kata';
const intel = ['- cpuId: ["VMX"]', '  loadedKMod: ["kvm_intel"]'];

test('the snippet and the operation use the same rule', () => {
  const text = readFileSync(path.join(repositoryRoot, 'snippets/installation.json'), 'utf8');
  const parsed = JSON.parse(text) as Record<string, { readonly body: readonly string[] }>;
  const body = parsed['NodeFeatureDiscovery for kata']?.body.join('\n') ?? '';
  assert.ok(body.includes(kataWorkerConfig.trimEnd().replace(/^(?=.)/gm, '      ')), body);
  assert.deepEqual(nfdManifest['spec'], { workerConfig: { configData: kataWorkerConfig } });
});

test('rules in customConfig have no effect, and its comments are ignored', async () => {
  const custom = (data: string): string =>
    `${feature('core: {}\n')}  customConfig:\n    configData: |\n${data.replace(/^(?=.)/gm, '      ')}`;
  assert.deepEqual(await found(custom(`- name: kata\n  labels: {${label}: "true"}\n`)), ['nfd-config-data warning']);
  assert.deepEqual(await found(custom('#    - name: "more.kernel.features"\n#      matchOn:\n')), []);
});

test('rules with a label but without a condition label every node', async () => {
  const tee = 'intel.feature.node.kubernetes.io/tdx';
  const rules = (fields: string, name = label): string =>
    `apiVersion: nfd.k8s-sigs.io/v1alpha1\nkind: NodeFeatureRule\nmetadata:\n  name: kata\nspec:\n  rules:\n    - name: kata\n      labels: {${name}: "true"}\n${fields}`;
  const all =
    '      matchAll:\n        - feature: cpu.cpuid\n          matchExpressions:\n            VMXX: {op: Exsts}\n';
  for (const text of [
    rules(all),
    rules(all, tee),
    rules(''),
    rules('      matchAny: []\n'),
    rules('      matchFeatures:\n'),
  ])
    assert.deepEqual(await found(text), ['nfd-config-data warning'], text);
  const [finding] = await check(rules(all));
  assert.match(finding?.message ?? '', /^A rule with labels has no field "matchAll", so it labels every node\./);
  assert.deepEqual(await found(rules('', 'example.com/other')), []);
  const custom = `sources:\n  custom:\n    - name: kata\n      labels: {${label}: "true"}\n      matchOn:\n        - cpuId: ["VMX"]\n`;
  assert.deepEqual(await found(feature(custom)), ['nfd-match-on warning']);
  const [older] = await check(feature(custom));
  assert.match(older?.message ?? '', /ignore matchOn, so this rule labels every node\./);
});

describe('nfd-match-on', () => {
  test('is a warning, and information for releases before OSC 1.10', async () => {
    assert.deepEqual(await found(legacy(label, ...intel)), ['nfd-match-on warning']);
    for (const release of ['1.5', '1.9'])
      assert.deepEqual(await found(legacy(label, ...intel), { release }), ['nfd-match-on info'], release);
  });
  test('depends on the version of the open cluster, whatever the release is', async () => {
    const on = (openShift: string, release: string) =>
      found(legacy(label, ...intel), {
        release,
        cluster: { cluster: 'demo', asOf: '2026-11-21T10:41:00Z', openShift },
      });
    assert.deepEqual(await on('4.14.40', '1.12'), ['nfd-match-on info']);
    assert.deepEqual(await on('4.15.0', '1.5'), ['nfd-match-on warning']);
  });
  test('ignores rules that have nothing to do with Kata', async () =>
    assert.deepEqual(await found(legacy('example', ...intel)), []));
  test('keeps the value, and rewrites only conditions with an equivalent', async () => {
    const fixed = await fixText(legacy(label, ...intel));
    assert.match(fixed, /"feature\.node\.kubernetes\.io\/runtime\.kata": "true"/);
    assert.deepEqual(await found(fixed), []);
    for (const value of ['5', '"a\\"b"'])
      assert.deepEqual(
        await titles(legacy(label, ...intel).replace('matchOn:', `value: ${value}\n            matchOn:`)),
        [],
        value,
      );
    for (const conditions of [['- pciId: {vendor: ["8086"]}'], [...intel, '- kConfig: ["KVM"]']])
      assert.deepEqual(await titles(legacy(label, ...conditions)), [], conditions.join());
  });
});

describe('nfd-kata-rule', () => {
  const rule = (name: string) => feature(kataWorkerConfig.replace(`"${label}":`, `"${name}":`));
  test('finds similar labels', async () => {
    for (const name of [
      'runtime.kate',
      'feature.node.kubernetes.io/runtime.kate',
      'kata',
      'feature.node.kubernetes.io/kata',
    ])
      assert.deepEqual(await found(rule(name)), ['nfd-kata-rule warning'], name);
    for (const name of ['example.com/kata-pool', 'runtime.gvisor']) assert.deepEqual(await found(rule(name)), [], name);
  });
});

describe('nfd-config-data', () => {
  const match = (name: string, expression: string) =>
    feature(
      `sources:\n  custom:\n    - name: kata\n      labels:\n        ${label}: "true"\n      matchFeatures:\n        - feature: ${name}\n          matchExpressions:\n            ${expression}\n`,
    );
  test('finds misspelled features, attributes, and operators', async () => {
    for (const [name, expression] of [
      ['cpu.cpuidd', 'VMX: {op: Exists}'],
      ['cpu.cpuid', 'VMXX: {op: Exists}'],
      ['cpu.cpuid', 'VMX: {op: exists}'],
      ['kernel.loadedmodule', 'kvm-intel: {op: Exists}'],
    ] as const)
      assert.deepEqual(await found(match(name, expression)), ['nfd-config-data warning'], `${name} ${expression}`);
    assert.deepEqual(await titles(match('cpu.cpuid', 'VMX: {op: Exsts}')), ['Change to Exists (sure)']);
  });
  const whole = match('cpu.cpuid', 'VMX: {op: Exists}');
  const alternatives = feature(kataWorkerConfig);
  test('finds misspelled fields, and corrects them', async () => {
    for (const [text, right, wrong] of [
      [whole, 'sources:', 'sourcess:'],
      [whole, 'custom:', 'customs:'],
      [whole, 'labels:', 'label:'],
      [whole, 'matchFeatures:', 'matchFeaturess:'],
      [whole, 'matchExpressions:', 'matchExpressionss:'],
      [whole, 'op:', 'ops:'],
      [alternatives, 'matchAny:', 'matchAnys:'],
    ] as const) {
      const misspelled = text.replace(right, wrong);
      assert.notEqual(misspelled, text);
      const findings = (await check(misspelled)).filter(({ rule }) => rule === 'osc/nfd-config-data');
      assert.deepEqual(
        findings.map(({ severity, message }) => [severity, message]),
        [
          [
            'warning',
            `Node Feature Discovery ignores the unknown field "${wrong.slice(0, -1)}". Did you mean ${right.slice(0, -1)}?`,
          ],
        ],
      );
      assert.equal(await fixText(misspelled), text);
    }
  });
  test('accepts the documented fields, fields in other case, and names that are not similar', async () => {
    const fields =
      'annotations: {}\n      extendedResources: {}\n      taints: []\n      vars: {lable: a}\n      varsTemplate: ""\n      labelsTemplate: ""\n      MatchAny: []\n      vendor: a\n      matchFeatures:';
    const core =
      'core:\n  sleepInterval: 60s\n  labelSource: [all]\nsources:\n  pci:\n    deviceClassWhitelists: []\n  custom:';
    for (const text of [
      whole.replace('matchFeatures:', fields.replaceAll('\n', '\n      ')),
      whole.replace('sources:\n        custom:', core.replaceAll('\n', '\n      ')),
    ]) {
      assert.notEqual(text, whole);
      assert.deepEqual(await found(text), []);
    }
  });
  test('accepts other CPU flags, modules, and features of drivers', async () => {
    for (const [name, expression] of [
      ['cpu.cpuid', 'MMX: {op: Exists}\n            VMX: {op: Exists}'],
      ['kernel.loadedmodule', 'kvm: {op: Exists}\n            vhost: {op: Exists}'],
      ['vendor.example', 'VMX: {op: In, value: ["a"]}'],
      ['cpu.cpuid', 'SIE: {op: Exists}'],
    ] as const)
      assert.deepEqual(await found(match(name, expression)), [], `${name} ${expression}`);
  });
  test('reports a rule for Kata that any node fits', async () =>
    assert.deepEqual(await found(match('kernel.version', 'major: {op: Gt, value: ["4"]}')), [
      'nfd-config-data warning',
    ]));
  test('ignores a misspelled name with DoesNotExist, and rules for Kata whose conditions can imply virtualization', async () => {
    for (const [name, expression] of [
      ['cpu.cpuid', 'VMXX: {op: DoesNotExist}'],
      ['rule.matched', 'virtualization: {op: IsTrue}'],
      ['system.name', 'nodename: {op: In, value: ["worker-0"]}'],
    ] as const)
      assert.deepEqual(await found(match(name, expression)), [], `${name} ${expression}`);
  });
  test('reports the line that cannot be parsed', async () => {
    const text = feature('sources:\n  custom:\n    - name: kata\n     labels: {}\n');
    const [problem] = await check(text);
    assert.deepEqual([problem?.rule, problem?.severity], ['osc/nfd-config-data', 'error']);
    assert.ok((problem?.line ?? 0) >= 9, String(problem?.line));
  });
});
