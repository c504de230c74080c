/** Tests ConfigMaps and Secrets whose keys are in the wrong place. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { after, found, fixText, titles } from '#test/support/manifests/podManifests.ts';

const shape = ['data-shape error'];
const object = (kind: string, name: string, ...lines: string[]) =>
  `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: ${name}\n  namespace: openshift-sandboxed-containers-operator\n${lines.map((line) => `${line}\n`).join('')}`;
const cm = (...lines: string[]) => object('ConfigMap', 'peer-pods-cm', ...lines);
const secret = (...lines: string[]) => object('Secret', 'peer-pods-secret', ...lines);
const right = cm('data:', '  CLOUD_PROVIDER: "ibmcloud"', '  VXLAN_PORT: "9000"');

test('the data-shape rule reports an extension key at the top level, which the API server rejects', async () => {
  for (const kind of ['ConfigMap', 'Secret'] as const) {
    const text = kind === 'ConfigMap' ? `${right}x-notes: a\n` : `${secret('stringData:', '  A: b')}x-notes: a\n`;
    assert.ok((await found(text)).includes('data-shape error'), text);
  }
});

describe('data-shape rule for text', () => {
  const forms: readonly (readonly string[])[] = [
    ['data:', '  CLOUD_PROVIDER=ibmcloud', '  VXLAN_PORT=9000'],
    ['data: |', '  CLOUD_PROVIDER=ibmcloud', '  VXLAN_PORT=9000'],
    ['data: >-', '  CLOUD_PROVIDER="ibmcloud"', '', "  VXLAN_PORT='9000'"],
  ];
  test('converts KEY=value lines to entries', async () => {
    for (const lines of forms) {
      for (const newline of ['\n', '\r\n']) {
        const text = cm(...lines).replaceAll('\n', newline);
        assert.deepEqual(await found(text), shape, text);
        assert.equal(await fixText(text), right.replaceAll('\n', newline), text);
      }
    }
  });
  test('offers no automatic fix for invalid values, unknown keys, and Secrets', async () => {
    for (const text of [
      cm('data:', '  CLOUD_PROVIDER=AWS'),
      cm('data:', '  MY_KEY=1'),
      secret('stringData:', '  AWS_ACCESS_KEY_ID=hunter2'),
    ])
      assert.deepEqual(await titles(text), ['Convert to a mapping'], text);
    assert.equal(
      await after(secret('stringData:', '  AWS_ACCESS_KEY_ID=hunter2'), /map/),
      secret('stringData:', '  AWS_ACCESS_KEY_ID: "hunter2"'),
    );
  });
  test('reports other text without a fix', async () => {
    for (const text of [
      cm('data: hello'),
      cm('data: "A=b"'),
      cm('data:', '  A=b', '  c'),
      cm('data:', '  A=b', '  A=c'),
      cm('data: A=b', '  B=c'),
      cm('data: |2', '  A=b'),
    ]) {
      assert.deepEqual(await found(text), shape, text);
      assert.deepEqual(await titles(text), [], text);
    }
  });
  test('ignores empty values, template variables, placeholders, and encrypted values', async () => {
    for (const value of ['', '$(DATA)', '<data>', '{}', '~', '!vault x', 'ENC[AES256_GCM,data:x]'])
      assert.deepEqual(
        (await found(cm(`data: ${value}`))).filter((line) => line.startsWith('data-shape')),
        [],
        value,
      );
  });
});

describe('data-shape rule for lists', () => {
  test('converts a list of mappings to one mapping', async () => {
    assert.deepEqual(await found(cm('data:', '- CLOUD_PROVIDER: "ibmcloud"', '- VXLAN_PORT: "9000"')), shape);
    assert.equal(await fixText(cm('data:', '- CLOUD_PROVIDER: "ibmcloud"', '- VXLAN_PORT: "9000"')), right);
    assert.equal(await fixText(cm('data:', '- CLOUD_PROVIDER: "ibmcloud"', '  VXLAN_PORT: "9000"')), right);
  });
  test('offers no automatic fix for non-string values and no fix for other lists', async () => {
    assert.deepEqual(await titles(cm('data:', '- VXLAN_PORT: 9000')), ['Remove the dashes']);
    for (const lines of [
      ['- a'],
      ['- A: "1"', '- A: "2"'],
      ['- {A: "1"}'],
      ['- &a', '  A: "1"'],
      ['-  A: "1"', '- B: "1"'],
    ])
      assert.deepEqual(await titles(cm('data:', ...lines)), [], lines.join());
  });
});

describe('data-shape rule for misnamed sections', () => {
  test('renames the section', async () => {
    for (const name of ['spec', 'Data', 'stringData', 'DATA']) {
      assert.deepEqual(await found(right.replace('\ndata:', `\n${name}:`)), shape, name);
      assert.equal(await fixText(right.replace('\ndata:', `\n${name}:`)), right, name);
    }
    const credentials = secret('stringdata:', '  AWS_ACCESS_KEY_ID: "hunter2"');
    assert.equal(await fixText(credentials), credentials.replace('stringdata', 'stringData'));
  });
  test('offers no fix when the correct section also exists', async () =>
    assert.deepEqual(await titles(`${right}Data:\n  PROXY_TIMEOUT: "5m"\n`), []));
  test('ignores other fields of a ConfigMap, and the fields of sops', async () => {
    assert.deepEqual(await found(`${right}binaryData: {}\nimmutable: true\nsops:\n  version: 3.9.0\n`), []);
    assert.deepEqual(
      await found(object('Secret', 'peer-pods-secret', 'type: Opaque', 'stringData: {}', 'data: {}')),
      [],
    );
  });
});

describe('data-shape rule for top-level keys', () => {
  test('moves the keys under data', async () => {
    const text = cm('CLOUD_PROVIDER: "ibmcloud"', 'VXLAN_PORT: "9000"');
    assert.deepEqual(await found(text), shape);
    assert.equal(await fixText(text), right);
    assert.equal(await fixText(text.replaceAll('\n', '\r\n')), right.replaceAll('\n', '\r\n'));
    assert.equal(await fixText(cm('data:', 'CLOUD_PROVIDER: "ibmcloud"', 'VXLAN_PORT: "9000"')), right);
    assert.equal(await fixText(cm('data:', '  CLOUD_PROVIDER: "ibmcloud"', 'VXLAN_PORT: "9000"')), right);
  });
  test('reports every other unknown field', async () => {
    for (const field of ['MY_KEY: x', 'spec:\n  replicas: 1', 'x-notes:\n  CLOUD_PROVIDER: aws'])
      assert.deepEqual(await found(`${right}${field}\n`), shape, field);
  });
  test('ignores kustomizations', async () => {
    assert.deepEqual(
      await found(
        'generatorOptions:\n  disableNameSuffixHash: true\nconfigMapGenerator:\n  - name: peer-pods-cm\n    literals:\n      - CLOUD_PROVIDER=ibmcloud\n      - VXLAN_PORT=9000\n',
      ),
      [],
    );
  });
});

test('data-shape fixes never show Secret values', async () => {
  for (const lines of [
    ['stringData:', '  A=hunter2'],
    ['stringData: hunter2'],
    ['spec:', '  AWS_ACCESS_KEY_ID: hunter2'],
    ['AWS_ACCESS_KEY_ID: hunter2'],
  ]) {
    const text = secret(...lines);
    assert.deepEqual(await found(text), shape);
    assert.ok(![...(await titles(text))].join().includes('hunter2'));
  }
});
