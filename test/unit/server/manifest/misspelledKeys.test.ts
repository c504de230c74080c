/** Tests that each misspelled key of a ConfigMap, Secret, or env file is renamed automatically if it's certain. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ConfigKey } from '#core/peerPods/configKey.ts';
import { listConfigKeys } from '#core/peerPods/keys/index.ts';
import { listPodVmImageKeys } from '#core/peerPods/keys/podVmImageKeys.ts';
import { listSecretKeys } from '#core/peerPods/keys/secretKeys.ts';
import { documentedProviders } from '#core/peerPods/providers.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { objectWith, secret } from '#server/manifest/rules/shared/exampleObjects.ts';
import { check } from '#test/support/manifests/checkText.ts';
import { fixText, found, titles } from '#test/support/manifests/podManifests.ts';

const configMap = (name: string, ...lines: string[]) => objectWith('ConfigMap', name, 'data', ...lines);
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Values that are valid for keys without a default. */
const exampleValues: Readonly<Record<string, string>> = {
  'yes-no': 'yes',
  boolean: 'true',
  duration: '5m',
  base64: base64('package agent_policy'),
  CLOUD_PROVIDER: 'libvirt',
  PODVM_IMAGE_URI: 'oci::quay.io/example/podvm:1',
};

function exampleValue({ name, type, default: byDefault = '30' }: ConfigKey): string {
  return exampleValues[name] ?? exampleValues[type] ?? (byDefault.includes('<') ? 'example' : byDefault);
}

/** Returns the key without its second-to-last letter. */
const misspell = (key: string) => key.slice(0, -2) + key.slice(-1);

/** Asserts that the only finding about the misspelled key has a fix that results in the correct document. */
async function assertRenamed(create: (key: string) => string, key: string): Promise<void> {
  const right = create(key);
  assert.equal(await fixText(create(misspell(key))), right, key);
  const known = (await check(right)).map(({ rule, message }) => `${rule} ${message}`);
  assert.ok(!known.some((line) => line.includes('unknown-key')), `${key}: ${known.join()}`);
}

describe('automatic rename of a misspelled key', () => {
  for (const provider of documentedProviders) {
    test(`applies to each key of the image ConfigMap for ${provider}`, async () => {
      for (const key of listPodVmImageKeys(provider)) {
        const value = JSON.stringify(exampleValue(key));
        const create = (name: string) => configMap(`${provider}-podvm-image-cm`, `${name}: ${value}`);
        // Values with findings of their own are tested below.
        if ((await fixText(create(key.name))) === create(key.name)) await assertRenamed(create, key.name);
      }
    });

    test(`applies to each key of the Secret for ${provider}`, async () => {
      for (const key of listSecretKeys(provider)) {
        const value = exampleValue(key);
        await assertRenamed((name) => secret('stringData', `${name}: ${JSON.stringify(value)}`), key.name);
        await assertRenamed((name) => secret('data', `${name}: ${base64(value)}`), key.name);
      }
    });

    test(`applies to CLOUD_PROVIDER with the keys of ${provider}`, async () => {
      const map = mapFor(provider);
      assert.equal(await fixText(map.replace('CLOUD_PROVIDER', 'CLOUD_PROVIDR')), map);
    });
  }

  test('applies to the layered image and the SSH keys', async () => {
    for (const key of ['osImageURL', 'kernelArguments'])
      await assertRenamed((name) => configMap('layered-image-deploy-cm', `${name}: quay.io/example/os:1`), key);
    const ssh = (line: string) => objectWith('Secret', 'ssh-key-secret', 'stringData', line);
    assert.equal(await fixText(ssh('id_rsa_pub: "ssh-rsa AAAA"')), ssh('id_rsa.pub: "ssh-rsa AAAA"'));
  });

  test('applies to keys with hyphens instead of underscores', async () => {
    const image = (key: string) => configMap('aws-podvm-image-cm', `${key}: "yes"`);
    assert.equal(await fixText(image('CONFIDENTIAL-COMPUTE-ENABLED')), image('CONFIDENTIAL_COMPUTE_ENABLED'));
    assert.deepEqual(await found(image('CONFIDENTIAL_COMPUTE_ENABLED')), []);
  });

  test('applies to literals of a kustomization', async () => {
    const kustomization = (key: string) =>
      `kind: Kustomization\napiVersion: kustomize.config.k8s.io/v1beta1\ngeneratorOptions: {disableNameSuffixHash: true}\nconfigMapGenerator:\n- name: aws-podvm-image-cm\n  namespace: openshift-sandboxed-containers-operator\n  literals:\n  - ${key}=rhel\n`;
    assert.equal(await fixText(kustomization('PODVM_DISTR')), kustomization('PODVM_DISTRO'));
  });
});

describe('rename that requires a review', () => {
  const renames = async (text: string) => (await titles(text)).filter((title) => title.startsWith('Rename'));

  test('is offered if the value might be wrong too', async () => {
    for (const text of [
      secret('stringData', 'AWS_ACCES_KEY_ID: "not a real id "'),
      secret('stringData', 'AWS_ACCES_KEY_ID: ""'),
      secret('data', 'AWS_ACCES_KEY_ID: not!base64'),
      secret('data', `AWS_ACCES_KEY_ID: ${base64('not a real id\n')}`),
    ])
      assert.deepEqual(await renames(text), ['Rename to AWS_ACCESS_KEY_ID'], text);
    assert.deepEqual(await renames(configMap('layered-image-deploy-cm', 'osImageUR: "https://quay.io/example/os:1"')), [
      'Rename to osImageURL',
    ]);
    assert.deepEqual(
      await renames(objectWith('Secret', 'ssh-key-secret', 'stringData', 'id_rsa_pub: "-----BEGIN PRIVATE KEY-----"')),
      ['Rename to id_rsa.pub'],
    );
  });

  test('is offered for CLOUD_PROVIDER if other keys or its value contradict it', async () => {
    const map = (value: string, line: string) => configMap('peer-pods-cm', `CLOUD_PROVIDR: ${value}`, line);
    assert.deepEqual(await renames(map('azure', 'AWS_REGION: "us-east-1"')), ['Rename to CLOUD_PROVIDER']);
    assert.deepEqual(await renames(map('vsphere', 'VXLAN_PORT: "9000"')), ['Rename to CLOUD_PROVIDER']);
    assert.deepEqual(await renames(map('aws', 'AWS_REGION: "us-east-1"')), ['Rename to CLOUD_PROVIDER (sure)']);
  });

  test('is offered if a singular and a plural are equally similar, except if one of them is set', async () => {
    const map = (...lines: string[]) => configMap('peer-pods-cm', 'CLOUD_PROVIDER: aws', ...lines);
    assert.deepEqual(await renames(map('PODVM_INSTANCE_TYPEs: "t3.medium"')), ['Rename to PODVM_INSTANCE_TYPES']);
    assert.deepEqual(await renames(map('PODVM_INSTANCE_TYPES: "t3.medium"', 'PODVM_INSTANCE_TYPEs: "t3.medium"')), [
      'Rename to PODVM_INSTANCE_TYPE (sure)',
    ]);
    assert.deepEqual(findNearestName('enablepeerpods', ['enablePeerPods']), { name: 'enablePeerPods', sure: true });
  });

  test('is never offered for a name that another component uses', async () => {
    const known = listConfigKeys('aws').map(({ name }) => name);
    for (const name of known)
      assert.deepEqual(
        (await found(secret('stringData', `${name}: "example"`))).filter((line) => line.startsWith('data-unknown')),
        [],
        name,
      );
  });
});
