/** Tests names in installation objects that resemble others: which are typos, and which aren't. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { configMap, objectWith, subscriptionWith } from '#server/manifest/rules/shared/exampleObjects.ts';
import { check } from '#test/support/manifests/checkText.ts';
import { found, fixText, titles } from '#test/support/manifests/podManifests.ts';

const images = (...lines: string[]) => configMap('aws-podvm-image-cm', ...lines);
const gates = (...lines: string[]) => configMap('osc-feature-gates', ...lines);
const elsewhere = (text: string, namespace: string) =>
  text.replace('namespace: openshift-sandboxed-containers-operator', `namespace: ${namespace}`);

describe('data-unknown-key', () => {
  const cases: readonly [key: string, meant: string | undefined][] = [
    ['CAA_REPO', undefined],
    ['CAA_SHA', undefined],
    ['CAA_SRCS', 'CAA_SRC'],
    ['CAA_RFE', 'CAA_REF'],
    ['CAA_RE', 'CAA_REF'],
  ];
  for (const [key, meant] of cases)
    test(meant === undefined ? `accepts ${key}` : `suggests ${meant} for ${key}`, async () => {
      const messages = (await check(images(`${key}: "x"`))).map(({ message }) => message);
      assert.deepEqual(messages, meant === undefined ? [] : [`Unknown key ${key} is ignored. Use ${meant}.`]);
    });
  const ssh = (key: string) => objectWith('Secret', 'ssh-key-secret', 'stringData', `${key}: "x"`);
  test('accepts common SSH key names and reports a typo', async () => {
    for (const key of ['id_rsa.pem', 'id_rsa.key', 'id_rsa.ppk', 'id_rsa'])
      assert.deepEqual(await found(ssh(key)), [], key);
    assert.deepEqual(await found(ssh('id_rsa.pbu')), ['data-unknown-key warning']);
  });
});

describe('namespace with a different suffix', () => {
  test('is shown in full', async () => {
    for (const namespace of [
      'openshift-sandboxed-containers-operator-dev',
      `openshift-sandboxed-containers-operator-${'x'.repeat(23)}`,
    ]) {
      for (const text of [
        gates('confidential: "true"'),
        configMap('peer-pods-cm', 'CLOUD_PROVIDER: "ibmcloud"'),
        subscriptionWith(),
      ]) {
        const messages = (await check(elsewhere(text, namespace))).map(({ message }) => message).join();
        assert.ok(messages.includes(`"${namespace}"`), messages);
      }
    }
  });
});

describe('operatorgroup-targets', () => {
  const right = 'openshift-sandboxed-containers-operator';
  const group = (...spec: string[]) =>
    `apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata:\n  name: g\n  namespace: ${right}\nspec:\n${spec.map((line) => `  ${line}\n`).join('')}`;
  const whole = group(`targetNamespaces: [${right}]`);
  test('fixes a single name and a misspelled key', async () => {
    for (const line of [
      `targetNamespaces: ${right}`,
      `targetNamespaces: "${right}"`,
      `targetNamespace: ${right}`,
      `targetNamespace: [${right}]`,
      `targetnamespaces: [${right}]`,
    ]) {
      assert.deepEqual(await found(group(line)), ['operatorgroup-targets error'], line);
      assert.equal(await fixText(group(line)), whole, line);
    }
  });
  test('ignores template variables, selectors, and other operator groups', async () => {
    for (const text of [
      group('targetNamespaces: "$(NS)"'),
      group('targetNamespaces: "a,b"').replace(right, 'logging') + '# sandboxed-containers\n',
      group('selector: {}'),
    ])
      assert.deepEqual(await found(text), [], text);
  });
  test('reports a group without targets', async () => {
    for (const text of [
      group('targetNamespaces:'),
      group('upgradeStrategy: Default'),
      whole.replace(/spec:[^]*/, ''),
      whole.replace(/spec:[^]*/, 'spec:\n'),
    ])
      assert.deepEqual(await found(text), ['operatorgroup-all-namespaces info'], text);
    assert.equal(await fixText(whole.replace(/spec:[^]*/, '')), whole.replace(/ \[(.*)\]/, '\n    - $1'));
    assert.deepEqual(await found(whole.replace(/spec:[^]*/, 'spec: "{{ .Values.spec }}"\n')), []);
    assert.deepEqual(await found(whole.replace(/spec:[^]*/, 'sepc: {}\n')), ['unknown-field error']);
  });
  test('leaves a misspelled key beside the right one to the rule for unknown fields', async () =>
    assert.deepEqual(await found(group(`targetNamespaces: [${right}]`, `targetNamespace: ${right}`)), [
      'unknown-field error',
    ]));
  test('offers no fix for a comma-separated string', async () =>
    assert.deepEqual(await titles(group('targetNamespaces: "a,b"')), []));
});

describe('ns-wrong for a name without its prefix', () => {
  const short = (...lines: string[]) => configMap('podvm-image-cm', ...lines);
  test('is a warning only in the operator namespace and with keys for the operator', async () => {
    const text = configMap('feature-gates', 'confidential: "true"');
    assert.deepEqual(await found(text), ['ns-wrong warning']);
    assert.deepEqual(await found(elsewhere(text, 'default')), []);
    assert.deepEqual(await found(configMap('feature-gates', 'other: "true"')), []);
    assert.deepEqual(await found(configMap('feature-gates')), []);
    assert.deepEqual(await found(short('FOO: "x"')), []);
  });
  test('is fixed automatically only if the cloud provider is certain', async () => {
    assert.deepEqual(await titles(short('AMI_VOLUME_SIZE: "30"')), ['Change to aws-podvm-image-cm (sure)']);
    assert.deepEqual(await titles(short('VM_SIZE: "Standard_D2as_v5"')), ['Change to azure-podvm-image-cm (sure)']);
    assert.deepEqual(await titles(short('PODVM_DISTRO: "rhel"')), ['Change to aws-podvm-image-cm']);
    const [message] = (await check(short('PODVM_DISTRO: "rhel"'))).map((one) => one.message);
    assert.match(message ?? '', /reads only the ConfigMap <provider>-podvm-image-cm and ignores "podvm-image-cm"/);
  });
});
