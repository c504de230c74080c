/** Tests completion in kustomizations and their env files. `|` is the cursor. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { labels, taken, type Setting } from './completionAt.ts';

describe('completion in kustomization literals', () => {
  const kustomization = (literals: string) =>
    `kind: Kustomization\nconfigMapGenerator:\n  - name: peer-pods-cm\n    literals:\n${literals}`;
  test('offers missing keys of the provider', async () => {
    const offered = await labels(kustomization('      - CLOUD_PROVIDER=aws\n      - PODVM|\n'));
    assert.ok(offered.includes('PODVM_INSTANCE_TYPES'));
    assert.ok(!offered.includes('CLOUD_PROVIDER'));
    assert.ok(!offered.includes('AZURE_REGION'));
    assert.ok((await labels(kustomization('      - |\n'))).includes('CLOUD_PROVIDER'));
  });
  test('inserts a key with an equals sign and replaces the typed text', async () => {
    assert.equal(await taken(kustomization('      - VXL|\n'), 'VXLAN_PORT'), kustomization('      - VXLAN_PORT=\n'));
    assert.equal(
      await taken(kustomization('      - "VXL|"\n'), 'VXLAN_PORT'),
      kustomization('      - "VXLAN_PORT="\n'),
    );
    assert.equal(await taken(kustomization('      - VX|=1\n'), 'VXLAN_PORT'), kustomization('      - VXLAN_PORT=1\n'));
  });
  test('offers keys of the provider in the env file', async () => {
    const text = kustomization('      - |\n').replace('literals', 'envs: [a.env]\n    literals');
    const files = { 'file.yaml': text.replace('|', 'A=b'), 'a.env': 'CLOUD_PROVIDER=gcp\n' };
    const offered = await labels(text, { files });
    assert.ok(offered.includes('GCP_ZONE') && !offered.includes('AWS_REGION'), offered.join());
  });
  test('offers values without quotes', async () => {
    assert.deepEqual((await labels(kustomization('      - CLOUD_PROVIDER=|\n'))).slice(0, 2), ['aws', 'azure']);
    assert.equal(
      await taken(kustomization('      - CLOUD_PROVIDER=|\n'), 'libvirt'),
      kustomization('      - CLOUD_PROVIDER=libvirt\n'),
    );
    assert.equal(
      await taken(kustomization('      - "DISABLECVM=f|oo"\n'), 'true'),
      kustomization('      - "DISABLECVM=true"\n'),
    );
  });
  test('offers nothing in other generators or fields', async () => {
    const other = '  - name: other\n    literals:\n      - |\n';
    assert.deepEqual(await labels(kustomization(`      - A=b\n${other}`)), []);
    assert.deepEqual(
      await labels(`kind: Kustomization\nconfigMapGenerator:\n${other}  - name: peer-pods-cm\n    literals: [A=b]\n`),
      [],
    );
    assert.deepEqual(await labels(kustomization('      - A=b\n    files:\n      - |\n')), []);
    assert.deepEqual(await labels(kustomization('      - A=b\nresources:\n  - |\n')), []);
    assert.deepEqual(await labels(kustomization('      - A=b\n      - # VXL|\n')), []);
  });
  test('offers keys in a Secret generator', async () => {
    const text = 'secretGenerator:\n  - name: peer-pods-secret\n    literals:\n      - AWS|\n';
    assert.ok((await labels(text)).includes('AWS_ACCESS_KEY_ID'));
  });
});

describe('completion in env files', () => {
  const setting: Setting = { env: 'peer-pods-cm' };
  test('offers keys and values', async () => {
    assert.ok((await labels('CLOUD_PROVIDER=aws\nAWS_|\n', setting)).includes('AWS_REGION'));
    assert.ok((await labels('|', setting)).includes('CLOUD_PROVIDER'));
    assert.equal(await taken('# a\n  VX|\n', 'VXLAN_PORT', setting), '# a\n  VXLAN_PORT=\n');
    assert.equal(await taken('CLOUD_PROVIDER=a|ws\r\nA=b\r\n', 'azure', setting), 'CLOUD_PROVIDER=azure\r\nA=b\r\n');
  });
  test('offers nothing in comments or unreferenced files', async () => {
    assert.deepEqual(await labels('# CLOUD|\n', setting), []);
    assert.deepEqual(await labels('CLOUD|\n', { env: '' }), []);
    assert.deepEqual(await labels('|', { env: '' }), []);
  });
});

describe('kustomization completion', () => {
  const head = 'kind: Kustomization\n';
  test('offers relevant keys and values', async () => {
    const offered = await labels(`${head}|`);
    assert.deepEqual(offered, [
      'apiVersion',
      'namespace',
      'resources',
      'configMapGenerator',
      'secretGenerator',
      'generatorOptions',
    ]);
    assert.equal(
      await taken(`${head}generatorOptions:\n  dis|`, 'disableNameSuffixHash', { plain: true }),
      `${head}generatorOptions:\n  disableNameSuffixHash: `,
    );
    assert.deepEqual(await labels(`${head}generatorOptions:\n  disableNameSuffixHash: |`), ['true', 'false']);
    assert.equal(
      await taken(`${head}name|`, 'namespace', { plain: true }),
      `${head}namespace: openshift-sandboxed-containers-operator`,
    );
  });
  test('offers generator fields and names', async () => {
    assert.ok((await labels(`${head}configMapGenerator:\n  - |`)).includes('literals'));
    assert.ok((await labels(`${head}configMapGenerator:\n  - name: |`)).includes('osc-feature-gates'));
    assert.deepEqual(await labels(`${head}secretGenerator:\n  - name: |`), ['peer-pods-secret', 'ssh-key-secret']);
    assert.deepEqual(await labels(`${head}configMapGenerator:\n  - name: peer-pods-cm\n    behavior: |`), [
      'create',
      'merge',
      'replace',
    ]);
  });
  test('offers only names when another YAML extension is active', async () => {
    assert.deepEqual(await labels(`${head}|`, { elsewhere: true }), []);
    assert.deepEqual(await labels(`${head}secretGenerator:\n  - name: |`, { elsewhere: true }), [
      'peer-pods-secret',
      'ssh-key-secret',
    ]);
  });
});
