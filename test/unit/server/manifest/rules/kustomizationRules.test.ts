/** Tests the rules about the fields of kustomizations, which depend on the objects that a kustomization builds. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyEdits, selectCompatibleEdits } from '#server/engine/findings/applyFixes.ts';
import { kustomization } from '#server/manifest/rules/kustomization/exampleKustomizations.ts';
import { check } from '#test/support/manifests/checkText.ts';
import { kataConfig } from '#test/support/manifests/memoryWorkspace.ts';

const operator = 'openshift-sandboxed-containers-operator';
const misspelled = 'openshift-sandbox-containers-operator';
const cm = (namespace: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: peer-pods-cm\n  namespace: ${namespace}\ndata:\n  CLOUD_PROVIDER: ibmcloud\n`;
const found = async (text: string, files: Readonly<Record<string, string>> = {}) =>
  (await check(text, { files })).map(({ rule, severity, line }) => `${line + 1} ${rule} ${severity}`);
const mentioning = (...lines: readonly string[]) => kustomization('# for peer-pods-cm', ...lines);

describe('namespace of a kustomization', () => {
  const namespace = (name: string) => mentioning(`namespace: ${name}`, 'resources: [base]');
  const base = { 'base/kustomization.yaml': 'resources: [cm.yaml]\n', 'base/cm.yaml': cm(operator) };
  test('is reported if it is misspelled for a listed object', async () => {
    assert.deepEqual(await found(namespace(misspelled), base), ['5 osc/ppcm-name-namespace error']);
    assert.deepEqual(await found(namespace('other'), base), ['5 osc/ppcm-name-namespace warning']);
  });
  test("isn't reported if it's right or the objects aren't for the operator", async () => {
    assert.deepEqual(await found(namespace(operator), base), []);
    assert.deepEqual(await found(namespace('confidential-containers-system'), base), []);
    assert.deepEqual(await found(namespace(misspelled), { ...base, 'base/cm.yaml': cm('other') }), []);
    assert.deepEqual(await found(namespace(misspelled)), []);
  });
});

describe('name prefix of a kustomization', () => {
  const prefix = (...lines: readonly string[]) => mentioning('namePrefix: dev-', ...lines);
  const generator = (name: string) =>
    `configMapGenerator: [{name: ${name}, literals: [confidential=true], options: {disableNameSuffixHash: true}}]`;
  test('is reported for a generated object', async () => {
    assert.deepEqual(await found(prefix(generator('osc-feature-gates'))), ['5 osc/ns-wrong error']);
  });
  test("isn't reported for other objects", async () => {
    assert.deepEqual(await found(prefix(generator('gates'))), []);
    assert.deepEqual(await found(prefix('resources: [a.yaml]'), { 'a.yaml': kataConfig('a') }), []);
    assert.deepEqual(await found(prefix('namespace: other', generator('osc-feature-gates'))), [
      '6 osc/ns-wrong warning',
    ]);
  });
});

describe('unknown field of a kustomization', () => {
  const unknown = 'osc/kustomize-unknown-field error';
  const field = (name: string) => kustomization('# kata', `${name}: [a.yaml]`);
  test('is reported if the kustomization concerns the operator', async () => {
    assert.deepEqual(await found(field('resource'), { 'a.yaml': kataConfig('a') }), [`5 ${unknown}`]);
    assert.deepEqual(await found(`${field('resource')}patches: [{target: {kind: KataConfig}, patch: '[]'}]\n`), [
      `5 ${unknown}`,
    ]);
    assert.deepEqual(await found(field('resource'), { 'other/a.yaml': kataConfig('a') }), []);
  });
  test("isn't reported for another case or for another kustomization", async () => {
    assert.deepEqual(await found(field('RESOURCES'), { 'a.yaml': kataConfig('a') }), []);
    const flux = field('resource').replace('kustomize.config.k8s.io/v1beta1', 'kustomize.toolkit.fluxcd.io/v1');
    assert.deepEqual(await found(flux, { 'a.yaml': kataConfig('a') }), []);
  });
  test("isn't renamed automatically if another one has the same meaning", async () => {
    const text = kustomization('# kata', 'resource: [a.yaml]', 'resorces: [b.yaml]');
    const fixes = (await check(text, { files: { 'a.yaml': kataConfig('a'), 'b.yaml': kataConfig('b') } })).flatMap(
      ({ finding }) => finding.fixes.map(({ title, sure }) => [title, sure]),
    );
    assert.deepEqual(
      fixes.filter(([title]) => title === 'Rename to resources'),
      [
        ['Rename to resources', false],
        ['Rename to resources', false],
      ],
    );
  });
});

describe('patch for a KataConfig', () => {
  const target = '{kind: KataConfig, name: example-kataconfig}';
  const rule = 'osc/kustomize-patch-field error';
  const json = (...operations: readonly string[]) =>
    kustomization('patches:', `- target: ${target}`, '  patch: |-', ...operations.map((one) => `    - ${one}`));
  test('is checked in every form', async () => {
    assert.deepEqual(await found(json('{op: add, path: /spec/kataConfigPoolSelector/matchLabls, value: {}}')), [
      `7 ${rule}`,
    ]);
    assert.deepEqual(await found(json('{"op": "add", "path": "/spek/logLevel", "value": "info"}')), [`7 ${rule}`]);
    assert.deepEqual(
      await found(kustomization('patches:', `- target: ${target}`, '  patch: "spec: {logLevl: info}"')),
      [`6 ${rule}`],
    );
    assert.deepEqual(
      await found(
        kustomization(
          'patchesStrategicMerge:',
          '- |-',
          '  apiVersion: kataconfiguration.openshift.io/v1',
          '  kind: KataConfig',
          '  metadata: {name: a}',
          '  spec: {logLevl: info}',
        ),
      ),
      [`9 ${rule}`],
    );
  });
  test('is checked in a file without a kind', async () => {
    const files = { 'kustomization.yaml': `patches: [{target: ${target}, path: file.yaml}]\n` };
    assert.deepEqual(await found('spec:\n  logLevl: info\n', files), [`2 ${rule}`]);
    assert.deepEqual(await found('spec:\n  logLevl: info\n'), []);
  });
  test('can write labels, list items, metadata, and variables, and remove any field', async () => {
    const operations = [
      '{op: add, path: /metadata/finalizers/0, value: a}',
      '{op: add, path: /metadata/annotations/a~1b, value: a}',
      '{op: add, path: /spec/kataConfigPoolSelector/matchLabels/zone, value: a}',
      '{op: add, path: /spec/kataConfigPoolSelector/matchExpressions/-, value: {key: a, operator: Exists}}',
      '{op: replace, path: /spec/kataConfigPoolSelector/matchExpressions/0/key, value: a}',
      '{op: add, path: /spec, value: {}}',
      '{op: test, path: "", value: {}}',
      '{op: remove, path: /spec/enablePeerpods}',
      '{op: test, path: /spec/enablePeerpods, value: true}',
      '{op: add, path: /spec/__FIELD__, value: a}',
      '{op: add, path: /spec/__FIELD__/name, value: a}',
    ];
    assert.deepEqual(await found(json(...operations)), []);
  });
  test("isn't checked for other kinds and unknown targets", async () => {
    const other = json('{op: add, path: /spec/logLevl, value: a}');
    assert.deepEqual(await found(other.replace('kind: KataConfig', 'group: example.com, kind: KataConfig')), []);
    assert.deepEqual(await found(other.replace('kind: KataConfig', 'kind: Deployment')), []);
    assert.deepEqual(await found(other.replace('kind: KataConfig, ', '')), []);
    assert.deepEqual(await found('- {op: add, path: /spec/logLevl, value: KataConfig}\n'), []);
  });
});

describe('value in a patch', () => {
  const operation = (path: string, value: string) => `- {op: add, path: ${path}, value: ${value}}`;
  const inline = (target: string, ...lines: readonly string[]) =>
    kustomization('patches:', `- target: ${target}`, '  patch: |-', ...lines.map((line) => `    ${line}`));
  const target = '{kind: ConfigMap, name: peer-pods-cm}';
  test('is checked in an inline JSON patch', async () => {
    const text = inline(
      target,
      operation('/data/CLOUD_PROVIDER', 'aws'),
      operation('/data/DISABLECVM', '"yes"'),
      operation('/data/PODVM_INSTANCE_TYP', 't3.large'),
      operation('/data/VXLAN_PORT', '9000'),
    );
    assert.deepEqual(await found(text), [
      '8 osc/ppcm-bool warning',
      '9 osc/ppcm-unknown-key warning',
      '10 osc/ppcm-non-string error',
    ]);
    const fixes = (await check(text)).flatMap(({ finding }) => finding.fixes.filter(({ sure }) => sure).slice(0, 1));
    const fixed = applyEdits(text, selectCompatibleEdits(fixes));
    assert.ok(fixed.includes('path: /data/PODVM_INSTANCE_TYPE, value: t3.large'));
    assert.ok(fixed.includes('path: /data/VXLAN_PORT, value: "9000"'));
  });
  test('is checked in an inline merge patch', async () => {
    const text = kustomization(
      'patches:',
      '- patch: |-',
      '    apiVersion: v1',
      '    kind: ConfigMap',
      '    metadata: {name: peer-pods-cm}',
      '    data:',
      '      DISABLECVM: "yes"',
    );
    assert.deepEqual(await found(text), ['10 osc/ppcm-bool warning']);
  });
  test('is checked in a file', async () => {
    const files = { 'kustomization.yaml': 'patches: [{target: {kind: KataConfig}, path: file.yaml}]\n' };
    const text = `${operation('/spec/logLevel', 'verbose')}\n`;
    assert.deepEqual(await found(text, files), ['1 osc/kataconfig-loglevel error']);
    assert.deepEqual(await found(text), []);
  });
  test('is the only part that is checked', async () => {
    for (const text of [
      inline(target, operation('/data/CLOUD_PROVIDER', 'aws')),
      inline(target, '- {op: remove, path: /data/AWS_REGION}', '- {op: test, path: /data/DISABLECVM, value: "yes"}'),
      inline(target, operation('/data/PODVM_INSTANCE_TYPES', 't3.large')),
      inline('{kind: ConfigMap, name: other}', operation('/data/DISABLECVM', '"yes"')),
      inline('{kind: ConfigMap}', operation('/data/DISABLECVM', '"yes"')),
      inline('{kind: Deployment}', operation('/spec/template/spec/runtimeClassName', 'kata-remot')),
      inline(target, '- {op: add'),
    ])
      assert.deepEqual(await found(text), [], text);
  });
  test('gets no fix that its quotes would break', async () => {
    const text = kustomization(
      'patches:',
      `- target: ${target}`,
      `  patch: '[{op: add, path: /data/DISABLECVM, value: "yes"}]'`,
    );
    const [finding, ...others] = await check(text);
    assert.equal(finding?.rule, 'osc/ppcm-bool');
    assert.deepEqual([finding.finding.fixes, others], [[], []]);
  });
});
