/** Tests the rules that compare the objects of an installation in several files. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { operatorGroupWith, subscriptionWith } from '#server/manifest/rules/shared/exampleObjects.ts';
import { check } from '#test/support/manifests/checkText.ts';
import { found, fixText } from '#test/support/manifests/podManifests.ts';

const namespace = 'openshift-sandboxed-containers-operator';
const group = operatorGroupWith(`  targetNamespaces: [${namespace}]`).trimStart();
const second = group.replace('sandboxed-containers-operator-group', 'second');
const subscription = subscriptionWith().trimStart();
const namespaceFile = { 'namespace.yaml': `apiVersion: v1\nkind: Namespace\nmetadata:\n  name: ${namespace}\n` };

describe('two OperatorGroups', () => {
  test('are an error in one file', async () => {
    assert.deepEqual(await found(`${group}---\n${second}`), ['operatorgroup-count error']);
    assert.deepEqual(await found(`${group}---\n${group}`), []);
    assert.deepEqual(
      await found(`${group}---\n${second.replaceAll(namespace, 'logging')}# sandboxed-containers\n`),
      [],
    );
  });
  test('are an error in one kustomization, and a warning in one folder', async () => {
    const kustomization = (...names: string[]) => `resources: [${names.join(', ')}]\n`;
    assert.deepEqual(await found(group, { files: { 'b.yaml': second } }), ['operatorgroup-count warning']);
    assert.deepEqual(
      await found(group, {
        files: { 'b/group.yaml': second, 'kustomization.yaml': kustomization('file.yaml', 'b/group.yaml') },
      }),
      ['operatorgroup-count error'],
    );
    assert.deepEqual(
      await found(group, {
        files: {
          'b/group.yaml': second,
          'kustomization.yaml': kustomization('file.yaml'),
          'b/kustomization.yaml': kustomization('group.yaml'),
        },
      }),
      [],
    );
  });
  test('are accepted in different folders, or with the same name', async () => {
    assert.deepEqual(await found(group, { files: { 'b/group.yaml': second } }), []);
    assert.deepEqual(await found(group, { files: { 'b.yaml': group } }), []);
  });
});

describe('a missing OperatorGroup', () => {
  test('is a warning with the namespace, and information without', async () => {
    assert.deepEqual(await found(subscription, { files: namespaceFile }), ['operatorgroup-count warning']);
    assert.deepEqual(await found(subscription, { files: {} }), ['operatorgroup-count info']);
  });
  test("isn't reported if a file might contain it", async () => {
    assert.deepEqual(await found(subscription), []);
    assert.deepEqual(await found(subscription, { files: { ...namespaceFile, 'b/group.yaml': group } }), []);
    assert.deepEqual(await found(`${group}---\n${subscription}`, { files: namespaceFile }), []);
    assert.deepEqual(
      await found(subscription, {
        files: { ...namespaceFile, 'kustomization.yaml': 'resources: [file.yaml, namespace.yaml, group.yaml]\n' },
      }),
      [],
    );
    const other = subscription.replace(/^ {2}name: .*\n {2}source:/m, '  name: logging\n  source:');
    assert.deepEqual((await found(other, { files: namespaceFile })).includes('operatorgroup-count warning'), false);
  });
});

describe('a KataConfig without enablePeerPods beside peer-pods-cm', () => {
  const kataConfig = (...spec: string[]) =>
    `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example-kataconfig\n${spec.map((line) => `${line}\n`).join('')}`;
  const files = { 'peer-pods-cm.yaml': mapFor('aws').trimStart() };
  const reported = ['runtimeclass-remote-without-peerpods info'];
  test('is information at spec', async () => {
    assert.deepEqual(await found(kataConfig('spec:', '  logLevel: info'), { files }), reported);
    const [finding] = await check(kataConfig('spec:', '  logLevel: info'), { files });
    assert.deepEqual([finding?.line, finding?.column, finding?.length], [4, 0, 4]);
    assert.deepEqual(await found(kataConfig(), { files }), reported);
  });
  test('is accepted if the ConfigMap is incomplete, elsewhere, or for something else', async () => {
    const text = kataConfig('spec:', '  logLevel: info');
    for (const others of [
      {},
      { 'b/peer-pods-cm.yaml': files['peer-pods-cm.yaml'] },
      { 'peer-pods-cm.yaml': files['peer-pods-cm.yaml'].replace(/ {2}AWS_VPC_ID.*\n/, '') },
      { 'peer-pods-cm.yaml': files['peer-pods-cm.yaml'].replace(namespace, 'confidential-containers-system') },
    ])
      assert.deepEqual(await found(text, { files: others }), [], JSON.stringify(others));
  });
  test('is accepted if the field is written, or a kustomization writes it', async () => {
    assert.deepEqual(await found(kataConfig('spec:', '  enablePeerPods: true'), { files }), []);
    assert.deepEqual(await found(kataConfig('spec:', '  enablePeerPods: false'), { files }), []);
    const patch =
      'resources: [file.yaml]\npatches:\n- target: {kind: KataConfig}\n  patch: |-\n    - {op: add, path: /spec/enablePeerPods, value: true}\n';
    assert.deepEqual(
      await found(kataConfig('spec:', '  logLevel: info'), { files: { ...files, 'kustomization.yaml': patch } }),
      [],
    );
  });
  test('is fixed only on request', async () => {
    const text = kataConfig('spec:', '  logLevel: info');
    assert.equal(await fixText(text, { files }), text);
  });
});

describe('kataconfig-reboot', () => {
  const message = async (...spec: string[]) => {
    const text = `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: k\nspec:\n${spec.map((line) => `  ${line}\n`).join('')}`;
    const findings = await check(text, { hints: true });
    return findings.find(({ rule }) => rule === 'osc/kataconfig-reboot')?.message ?? '';
  };
  test('names all worker nodes if the selector is null or empty', async () => {
    for (const selector of ['null', '~', '', '{}', '{matchLabels: {}}', '{matchLabels: null, matchExpressions: []}'])
      assert.match(await message(`kataConfigPoolSelector: ${selector}`), /reboots every worker node, one/, selector);
    assert.match(await message('logLevel: info'), /reboots every worker node, one/);
  });
  test('names the selected nodes otherwise', async () => {
    assert.match(await message('kataConfigPoolSelector: {matchLabels: {a: b}}'), /kataConfigPoolSelector selects/);
    assert.match(
      await message('checkNodeEligibility: true'),
      /with the label feature.node.kubernetes.io\/runtime.kata/,
    );
  });
});
