/** Tests misspelled names and keys: they are reported only if nothing else can be meant. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { objectWith, secret, subscriptionWith } from '#server/manifest/rules/shared/exampleObjects.ts';
import { found, fixText, titles } from '#test/support/manifests/podManifests.ts';

const cm = (name: string, ...lines: string[]) => objectWith('ConfigMap', name, 'data', ...lines);
const unknownKey = ['data-unknown-key warning'];

describe('data-unknown-key', () => {
  test('warns about typos in image, layered image, and Secret keys', async () => {
    assert.deepEqual(await found(cm('gcp-podvm-image-cm', 'IMAGE_VERSON: "0-0-1"')), unknownKey);
    assert.deepEqual(await found(cm('aws-podvm-image-cm', 'download_sources: "yes"')), unknownKey);
    assert.deepEqual(await found(cm('layered-image-deploy-cm', 'osImageUrl: "quay.io/example/os:1"')), unknownKey);
    assert.deepEqual(await found(secret('stringData', 'GCP_CREDENTIAL: "x"')), unknownKey);
    assert.deepEqual(
      await found(objectWith('Secret', 'ssh-key-secret', 'stringData', 'id_rsa_pub: "ssh-rsa AAAA"')),
      unknownKey,
    );
  });
  test('ignores unrelated keys and keys that other components read', async () => {
    for (const text of [
      cm('aws-podvm-image-cm', 'HTTP_PROXY: "x"', 'AWS_REGION: "us-east-1"', 'VM_SIZE: "x"', 'MY_NOTE: "x"'),
      secret('stringData', 'AWS_REGION: "us-east-1"', 'AWS_PROFILE: "x"', 'token: "x"'),
      objectWith('Secret', 'ssh-key-secret', 'stringData', 'id_dsa: "x"', 'id_dsa.pub: "x"'),
      objectWith('Secret', 'ssh-key-secret', 'stringData', 'id_rsa_pub: "ssh-rsa AAAA"').replace(
        'openshift-sandboxed-containers-operator',
        'ci',
      ),
      cm('aws-podvm-image-cm', '$(KEY): "x"', 'DOWNLOAD_SOURCE: "yes"').replace(
        'openshift-sandboxed-containers-operator',
        'elsewhere-entirely',
      ),
    ])
      assert.deepEqual(
        (await found(text)).filter((line) => line.startsWith('data-')),
        [],
        text,
      );
  });
  test('renames automatically only with a valid value', async () => {
    assert.deepEqual(await titles(cm('aws-podvm-image-cm', 'DOWNLOAD_SOURCE: "yes"')), [
      'Rename to DOWNLOAD_SOURCES (sure)',
    ]);
    assert.deepEqual(await titles(cm('aws-podvm-image-cm', 'DOWNLOAD_SOURCE: "maybe"')), [
      'Rename to DOWNLOAD_SOURCES',
    ]);
    assert.deepEqual(await titles(secret('stringData', 'GCP_CREDENTIAL: "x"')), ['Rename to GCP_CREDENTIALS (sure)']);
    assert.deepEqual(await titles(cm('aws-podvm-image-cm', 'DOWNLOAD_SOURCE: "yes"', 'DOWNLOAD_SOURCES: "no"')), []);
  });
  test("doesn't also report a misspelled credential as missing", async () => {
    const files = { 'cm.yaml': cm('peer-pods-cm', 'CLOUD_PROVIDER: "gcp"') };
    assert.deepEqual(await found(secret('stringData', 'GCP_CREDENTIAL: "x"'), { files }), unknownKey);
  });
});

describe('object name check', () => {
  const named = (name: string) => cm(name, 'confidential: "true"');
  const namespace = (name: string) => `apiVersion: v1\nkind: Namespace\nmetadata:\n  name: ${name}\n`;
  test('reports and fixes typos', async () => {
    for (const name of ['osc-feature-gate', 'osc_feature_gates', 'osc-featuregates', 'OSC-feature-gates'])
      assert.equal(await fixText(named(name)), named('osc-feature-gates'), name);
    for (const name of [
      'openshift-sandboxed-container-operator',
      'openshft-sandboxed-containers-operator',
      'openshift-sandboxed-containers-operators',
    ])
      assert.equal(await fixText(namespace(name)), namespace('openshift-sandboxed-containers-operator'), name);
    assert.deepEqual(await found(cm('aws-podvm-images-cm', 'DOWNLOAD_SOURCES: "yes"')), ['ns-wrong error']);
    assert.deepEqual(await found(cm('per-pods-cm', 'CLOUD_PROVIDER: "ibmcloud"')), ['ppcm-name-namespace error']);
  });
  test('ignores other names', async () => {
    for (const name of [
      'peer-pods-ca',
      'peer-pods-cm-2',
      'peer-pods-cm2',
      'a-peer-pods-cm',
      'oci-podvm-image-cm',
      'osc-feature-gates-b',
    ])
      assert.deepEqual(await found(named(name)), [], name);
    for (const name of [
      'openshift-sandboxed-containers',
      'sandboxed-containers-operator',
      'openshift-sandboxed-containers-operator-2',
    ])
      assert.deepEqual(await found(namespace(name)), [], name);
    // In another namespace, the object doesn't belong to OSC.
    assert.deepEqual(
      await found(named('osc-feature-gate').replace('openshift-sandboxed-containers-operator', 'default')),
      [],
    );
  });
});

describe('sourceNamespace check', () => {
  const at = (...lines: string[]) => found(subscriptionWith(...lines));
  test('warns about typos, reports other namespaces, and ignores custom catalogs', async () => {
    assert.deepEqual(await at('sourceNamespace: openshift-marketplce'), ['subscription-fields warning']);
    assert.deepEqual(await at('sourceNamespace: olm'), ['subscription-fields info']);
    assert.deepEqual(await at('sourceNamespace: olm', 'source: my-catalog'), []);
    assert.deepEqual(await at('sourceNamespace: $(NS)'), []);
  });
});
