import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { keyNamed, listConfigKeys, listKeyProviders } from '#core/peerPods/keys/index.ts';
import {
  getPodVmImageConfigMapName,
  podVmImageKeyNamed,
  podVmImageKeys,
  listPodVmImageKeys,
  findPodVmImageProvider,
} from '#core/peerPods/keys/podVmImageKeys.ts';
import { isDocumentedProvider, providerNamed, providers, documentedProviders } from '#core/peerPods/providers.ts';
import { secretKeyNamed, listSecretKeys, sshKeySecretKeys, sshKeySecretNeeds } from '#core/peerPods/keys/secretKeys.ts';
import { oddSources, twice } from '#test/support/repository/sourceFormat.ts';
import { byText } from '#test/support/repository/compareText.ts';

suite('provider table', () => {
  test('has unique and complete rows', () => {
    assert.deepEqual(twice(providers.map(({ name }) => name)), []);
    assert.deepEqual(
      Object.keys(keyNamed('CLOUD_PROVIDER')?.values ?? {}).toSorted(byText),
      providers.map(({ name }) => name).toSorted(byText),
    );
    for (const { source, credentialAlternatives = [] } of providers) {
      assert.deepEqual(oddSources(source), []);
      for (const alternative of credentialAlternatives) assert.deepEqual(oddSources(alternative.source), []);
    }
  });

  test('looks up exact names', () => {
    assert.equal(providerNamed('aws')?.imageBuild, 'yes');
    for (const name of ['AWS', 'Azure', '', 'toString', 'openstack'])
      assert.equal(providerNamed(name), undefined, name);
    assert.equal(providerNamed('vsphere')?.until, '1.11');
    assert.ok(isDocumentedProvider('gcp') && !isDocumentedProvider('byom'));
  });

  test('lists four providers with image builds', () => {
    assert.deepEqual(
      providers.filter(({ imageBuild }) => imageBuild === 'yes').map(({ name }) => name),
      ['aws', 'azure', 'gcp', 'libvirt'],
    );
  });

  for (const {
    name,
    operatorConfigKeys,
    operatorSecretKeys,
    adaptorKeys,
    adaptorOneOf = [],
    imageKey,
    instanceTypes,
    credentialAlternatives = [],
  } of providers) {
    test(`defines every key that ${name} needs`, () => {
      const config = [
        ...operatorConfigKeys,
        ...(imageKey === undefined ? [] : [imageKey]),
        instanceTypes?.defaultKey,
        instanceTypes?.listKey,
      ];
      for (const key of config) {
        if (key === undefined) continue;
        const readers = listKeyProviders(key);
        assert.ok(readers === 'all' || readers.includes(name), key);
      }
      for (const key of [...adaptorKeys, ...adaptorOneOf]) assert.ok(listKeyProviders(key).length > 0, key);
      if (!isDocumentedProvider(name)) return;
      for (const key of operatorSecretKeys) assert.ok(secretKeyNamed(key, name) !== undefined, key);
      for (const { insteadOf, keys } of credentialAlternatives)
        for (const key of [...insteadOf, ...keys]) assert.ok(secretKeyNamed(key, name) !== undefined, key);
      for (const key of operatorConfigKeys)
        assert.ok(
          listConfigKeys(name)
            .find((row) => row.name === key)
            ?.requiredBy?.includes('operator'),
          key,
        );
      for (const key of operatorSecretKeys) assert.ok(secretKeyNamed(key, name)?.requiredBy?.includes('operator'), key);
      for (const key of adaptorKeys) assert.ok(keyNamed(key, name)?.requiredBy?.includes('cloud-api-adaptor'), key);
      assert.equal(keyNamed(instanceTypes?.defaultKey ?? '', name)?.default, instanceTypes?.default);
    });
  }

  test('marks only keys as required that the provider requires', () => {
    for (const name of documentedProviders) {
      const { operatorConfigKeys = [], operatorSecretKeys = [] } = providerNamed(name) ?? {};
      const insisted = listConfigKeys(name).filter(({ requiredBy }) => requiredBy?.includes('operator') === true);
      // No released operator validates ibmcloud. LIBVIRT_URI is required in the Secret.
      const known = [...operatorConfigKeys, ...operatorSecretKeys, 'CLOUD_PROVIDER'];
      assert.deepEqual(
        insisted.map((key) => key.name).filter((key) => !known.includes(key)),
        [],
        name,
      );
    }
  });
});

suite('Secret key table', () => {
  test('lists keys by provider', () => {
    assert.deepEqual(
      listSecretKeys('libvirt').map(({ name }) => name),
      ['CLOUD_PROVIDER', 'LIBVIRT_URI', 'REDHAT_OFFLINE_TOKEN', 'HOST_KEY_CERTS'],
    );
    assert.deepEqual(listSecretKeys('byom'), []);
    assert.ok(listSecretKeys(undefined).length > listSecretKeys('aws').length);
    assert.equal(secretKeyNamed('AWS_ROLE_ARN', 'aws')?.unverified, true);
  });

  test('defines every key that ssh-key-secret needs', () => {
    const names = sshKeySecretKeys.map(({ name }) => name);
    for (const needed of Object.values(sshKeySecretNeeds))
      for (const name of needed) assert.ok(names.includes(name), name);
    assert.equal(sshKeySecretKeys.find(({ name }) => name === 'id_rsa')?.credential, true);
  });
});

suite('image ConfigMap table', () => {
  test('maps ConfigMap names to providers', () => {
    for (const provider of documentedProviders)
      assert.equal(findPodVmImageProvider(getPodVmImageConfigMapName(provider)), provider);
    for (const name of ['peer-pods-cm', 'alibabacloud-podvm-image-cm', ''])
      assert.equal(findPodVmImageProvider(name), undefined);
  });

  test('assigns every key to a provider and has the expected number of keys', () => {
    for (const { name, providers: owners } of podVmImageKeys) assert.ok(owners.length > 0, name);
    const counts = Object.fromEntries(
      documentedProviders.map((provider) => [provider, listPodVmImageKeys(provider).length]),
    );
    assert.deepEqual(counts, { aws: 20, azure: 31, gcp: 11, libvirt: 12, ibmcloud: 9 });
  });

  test('requires dots in versions on Azure and hyphens on Google Cloud', () => {
    const [azure, gcp] = [podVmImageKeyNamed('IMAGE_VERSION', 'azure'), podVmImageKeyNamed('IMAGE_VERSION', 'gcp')];
    assert.equal(azure?.default, '0.0.1');
    assert.equal(gcp?.default, '0-0-1');
    assert.match('0.0.1', azure?.pattern ?? /^$/);
    assert.doesNotMatch('0.0.1', gcp?.pattern ?? /./);
    assert.match('0-0-1', gcp?.pattern ?? /^$/);
    assert.equal(podVmImageKeyNamed('IMAGE_VERSION', 'aws'), undefined);
  });

  test('accepts only valid image addresses', () => {
    const pattern = podVmImageKeyNamed('PODVM_IMAGE_URI', 'aws')?.pattern ?? /^$/;
    for (const text of [
      'oci::quay.io/org/podvm:1.0::/image/podvm.qcow2',
      'oci::registry.local:5000/org/podvm:latest::/disk.qcow2',
      // The script of the job also accepts an address without a tag or path.
      'oci::quay.io/org/podvm',
      'bootc::quay.io/org/podvm',
      'bootc::quay.io/org/podvm:latest',
      'bootc::registry.local:5000/podvm:1',
    ]) {
      assert.match(text, pattern);
    }
    for (const text of ['quay.io/org/podvm:1.0', 'docker::x', 'oci::quay.io/org/podvm: 1.0', 'oci::', '']) {
      assert.doesNotMatch(text, pattern);
    }
  });

  test('accepts only valid gallery names', () => {
    const pattern = podVmImageKeyNamed('IMAGE_GALLERY_NAME', 'azure')?.pattern ?? /^$/;
    for (const text of ['PodVMGallery_abc', 'a', 'a.b_c', 'x'.repeat(80)]) assert.match(text, pattern);
    for (const text of ['_a', 'a_', '.a', 'a-b', 'x'.repeat(81), '']) assert.doesNotMatch(text, pattern);
  });

  test('has only three keys with true and false', () => {
    const trueFalse = podVmImageKeys.filter(({ type }) => type === 'boolean').map(({ name }) => name);
    assert.deepEqual(trueFalse, ['DISABLE_CLOUD_CONFIG', 'SE_BOOT', 'SE_VERIFY']);
    assert.equal(podVmImageKeyNamed('BOOT_FIPS', 'ibmcloud')?.unverified, true);
    assert.equal(podVmImageKeyNamed('BOOT_FIPS', 'aws')?.unverified, undefined);
  });
});
