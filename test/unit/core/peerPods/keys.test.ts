import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ConfigKey } from '#core/peerPods/configKey.ts';
import { featureGates, isGateEnabled, layeredImageKeys } from '#core/peerPods/featureGates.ts';
import { isGoDuration, isPort } from '#core/peerPods/parseGoValues.ts';
import { commonKeys } from '#core/peerPods/keys/common.ts';
import {
  allKeyNames,
  holdsCredential,
  keyNamed,
  listConfigKeys,
  providerCredentials,
  providerKeys,
  listKeyProviders,
} from '#core/peerPods/keys/index.ts';
import { meantKey, misnamedKey, misnamedKeys } from '#core/peerPods/keys/misnamedKeys.ts';
import { otherKeys } from '#core/peerPods/keys/other.ts';
import { podVmImageKeys } from '#core/peerPods/keys/podVmImageKeys.ts';
import { documentedProviders } from '#core/peerPods/providers.ts';
import { listSecretKeys, sshKeySecretKeys, subscriptionEnvironment } from '#core/peerPods/keys/secretKeys.ts';
import { isInForce, findRelease, newestRelease } from '#core/product/releases.ts';
import { oddSources, twice } from '#test/support/repository/sourceFormat.ts';

const tables: Readonly<Record<string, readonly ConfigKey[]>> = {
  common: commonKeys,
  ...Object.fromEntries(documentedProviders.map((provider) => [provider, listConfigKeys(provider)])),
  ...Object.fromEntries(
    documentedProviders.map((provider) => [`${provider} credentials`, providerCredentials[provider]]),
  ),
  ...Object.fromEntries(documentedProviders.map((provider) => [`${provider} secret`, listSecretKeys(provider)])),
  image: podVmImageKeys,
  gates: featureGates,
  layered: layeredImageKeys,
  ssh: sshKeySecretKeys,
  subscription: subscriptionEnvironment,
};

/** Returns the parts of a value, which are several only for a list. */
const parts = (key: ConfigKey, text: string): string[] => (key.type === 'list' ? text.split(',') : [text]);

suite('key table', () => {
  for (const [name, keys] of Object.entries(tables)) {
    test(`has complete and unique rows for ${name}`, () => {
      assert.deepEqual(twice(keys.map((key) => key.name)), []);
      for (const key of keys) {
        assert.match(key.name, /^(?:[A-Z][A-Z0-9_]*|[a-z][A-Za-z]*|id_rsa(?:\.pub)?)$/);
        assert.match(key.summary(), /[.)]$/, key.name);
        assert.deepEqual(oddSources(key.source), [], key.name);
        assert.equal(
          key.type === 'enum',
          key.values !== undefined && key.type !== 'boolean',
          `${key.name}: values are for enums and booleans`,
        );
        for (const release of [key.since, key.until])
          assert.ok(release === undefined || findRelease(release) !== undefined, key.name);
        for (const needed of key.requiredBy ?? [])
          assert.ok(key.readBy.includes(needed), `${key.name}: required by one who does not read it`);
      }
    });

    test(`has valid defaults and samples for ${name}`, () => {
      for (const key of keys) {
        for (const text of [key.default, key.sample]) {
          if (text === undefined || text.includes('<')) continue;
          const what = `${key.name}: ${text}`;
          if (key.pattern !== undefined) for (const part of parts(key, text)) assert.match(part, key.pattern, what);
          if (key.values !== undefined) assert.ok(Object.hasOwn(key.values, text), what);
          if (key.type === 'duration') assert.ok(isGoDuration(text), what);
          if (key.type === 'port') assert.ok(isPort(Number(text)), what);
          if (key.type === 'integer') assert.match(text, /^\d+$/, what);
          if (key.type === 'yes-no') assert.match(text, /^(yes|no)$/, what);
          if (key.type === 'boolean') assert.match(text, /^(true|false)$/, what);
          if (key.minimum !== undefined) assert.ok(Number(text) >= key.minimum, what);
          if (key.maximum !== undefined) assert.ok(Number(text) <= key.maximum, what);
        }
      }
    });
  }

  test('has no stateful patterns', () => {
    for (const keys of Object.values(tables))
      for (const key of keys) assert.ok(key.pattern === undefined || !/[gy]/.test(key.pattern.flags), key.name);
  });

  test('has the expected number of rows per provider', () => {
    const own = Object.fromEntries(
      documentedProviders.map((name) => [name, providerKeys[name].length + providerCredentials[name].length]),
    );
    // According to manager.go: 16, 17, 14, 11, and 18. In addition: AWS_VPC_ID, BUCKET_NAME; LIBVIRT_DIR_NAME,
    // LIBVIRT_IMAGE_ID; IBMCLOUD_VPC_SG_ID.
    assert.deepEqual(own, { aws: 18, azure: 17, gcp: 14, libvirt: 13, ibmcloud: 19 });
  });
});

suite('OSC 1.12 documentation sample', () => {
  const sample = {
    CLOUD_PROVIDER: 'aws',
    VXLAN_PORT: '9000',
    PROXY_TIMEOUT: '5m',
    PODVM_INSTANCE_TYPE: 't3.medium',
    PODVM_INSTANCE_TYPES: 't2.small,t2.medium,t3.large',
    AWS_REGION: 'us-east-2',
    AWS_SUBNET_ID: 'subnet-0123456789abcdef0',
    AWS_VPC_ID: 'vpc-0123456789abcdef0',
    AWS_SG_IDS: 'sg-0123456789abcdef0,sg-01234567',
    PODVM_AMI_ID: 'ami-0123456789abcdef0',
    TAGS: 'key1=value1,key2=value2',
    PEERPODS_LIMIT_PER_NODE: '10',
    ROOT_VOLUME_SIZE: '6',
    DISABLECVM: 'true',
  };
  for (const [name, text] of Object.entries(sample)) {
    test(`has a valid value for ${name}`, () => {
      const key = listConfigKeys('aws').find((candidate) => candidate.name === name);
      assert.ok(key !== undefined);
      assert.ok(isInForce(key, newestRelease));
      if (key.pattern !== undefined) for (const part of parts(key, text)) assert.match(part, key.pattern);
      if (key.values !== undefined) assert.ok(Object.hasOwn(key.values, text));
    });
  }

  test('has placeholders that the patterns reject', () => {
    for (const name of ['AWS_REGION', 'AWS_SUBNET_ID', 'AWS_VPC_ID', 'PODVM_AMI_ID'])
      assert.doesNotMatch(`<${name.toLowerCase()}>`, keyNamed(name)?.pattern ?? /./);
  });
});

suite('key pattern', () => {
  const right: readonly (readonly [string, string, string])[] = [
    ['AWS_REGION', 'aws', 'us-gov-west-1'],
    ['AZURE_INSTANCE_SIZE', 'azure', 'Standard_DC4as_v5'],
    [
      'AZURE_SUBNET_ID',
      'azure',
      '/subscriptions/0-1/resourceGroups/g/providers/Microsoft.Network/virtualNetworks/n/subnets/s',
    ],
    ['GCP_ZONE', 'gcp', 'us-central1-a'],
    ['LIBVIRT_CPUSET', 'libvirt', '0-3,8,10-12'],
    ['IBMCLOUD_PODVM_INSTANCE_PROFILE_NAME', 'ibmcloud', 'bx2-2x8'],
  ];
  for (const [name, provider, text] of right) {
    test(`accepts ${text} for ${name}`, () => assert.match(text, keyNamed(name, provider)?.pattern ?? /^$/));
  }
  const wrong: readonly (readonly [string, string, string])[] = [
    ['AWS_REGION', 'aws', 'us-east-2a'],
    ['AWS_SUBNET_ID', 'aws', 'subnet-XYZ'],
    ['AZURE_INSTANCE_SIZE', 'azure', 't3.large'],
    ['GCP_ZONE', 'gcp', 'us-central1'],
    ['IBMCLOUD_PODVM_INSTANCE_PROFILE_NAME', 'ibmcloud', 't3.large'],
  ];
  for (const [name, provider, text] of wrong) {
    test(`rejects ${text} for ${name}`, () => assert.doesNotMatch(text, keyNamed(name, provider)?.pattern ?? /./));
  }
});

suite('key lookup', () => {
  test('depends on the provider', () => {
    assert.equal(keyNamed('ROOT_VOLUME_SIZE', 'gcp')?.default, '10');
    assert.equal(keyNamed('ROOT_VOLUME_SIZE', 'aws')?.default, '30');
    assert.equal(keyNamed('DISABLECVM', 'libvirt')?.default, 'true');
    assert.equal(keyNamed('TAGS', 'ibmcloud')?.type, 'list');
    assert.equal(keyNamed('TAGS', 'aws')?.type, 'tags');
    assert.ok(keyNamed('TAGS') !== undefined);
    assert.equal(keyNamed('NO_SUCH_KEY'), undefined);
  });

  test('returns the providers that read a key', () => {
    assert.equal(listKeyProviders('VXLAN_PORT'), 'all');
    assert.deepEqual(listKeyProviders('AWS_SG_IDS'), ['aws']);
    assert.deepEqual(listKeyProviders('PODVM_INSTANCE_TYPE'), ['aws', 'alibabacloud']);
    assert.deepEqual(listKeyProviders('SSH_USERNAME'), ['azure', 'byom']);
    assert.deepEqual(listKeyProviders('GOVC_URL'), ['vsphere']);
    assert.deepEqual(listKeyProviders('GCP_IMAGE_NAME'), []);
    assert.deepEqual(listKeyProviders('constructor'), []);
  });

  test('returns only common keys for other providers', () => {
    assert.deepEqual(listConfigKeys('byom'), commonKeys);
    assert.deepEqual(listConfigKeys(undefined), commonKeys);
    assert.ok(
      !listConfigKeys('libvirt').some(({ name }) => name === 'TAGS' || name === 'ROOT_VOLUME_SIZE'),
      'libvirt reads neither',
    );
  });

  test('lists each name once, including those of unsupported providers', () => {
    assert.deepEqual(twice(allKeyNames), []);
    for (const { names, source } of otherKeys) {
      assert.deepEqual(twice(names), []);
      assert.deepEqual(oddSources(source), []);
      for (const name of names) assert.ok(allKeyNames.includes(name) && listKeyProviders(name).length > 0, name);
    }
  });

  test('recognizes credentials', () => {
    for (const name of [
      'AWS_SECRET_ACCESS_KEY',
      'AZURE_CLIENT_SECRET',
      'GCP_CREDENTIALS',
      'IBMCLOUD_API_KEY',
      'GOVC_PASSWORD',
    ])
      assert.ok(holdsCredential(name), name);
    for (const name of ['AWS_REGION', 'CLOUD_PROVIDER', 'AZURE_SUBSCRIPTION_ID', 'toString'])
      assert.ok(!holdsCredential(name), name);
    for (const provider of documentedProviders)
      assert.ok(!listConfigKeys(provider).some(({ credential }) => credential === true), provider);
  });

  test('returns the replacement of an obsolete key', () => {
    const old = keyNamed('IBMCLOUD_VPC_SG_ID');
    assert.equal(old?.replacedBy, 'IBMCLOUD_SECURITY_GROUP_IDS');
    for (const keys of Object.values(tables)) {
      for (const { name, replacedBy, until } of keys) {
        if (replacedBy === undefined) continue;
        const replacement = keyNamed(replacedBy) ?? keys.find((key) => key.name === replacedBy);
        assert.ok(until !== undefined && replacement !== undefined, name);
      }
    }
  });

  test('depends on the OSC release', () => {
    const [r111, r112] = [findRelease('1.11'), findRelease('1.12')];
    assert.ok(r111 !== undefined && r112 !== undefined);
    const [comms, template] = [keyNamed('SECURE_COMMS'), keyNamed('USE_PODVM_LAUNCHTEMPLATE')];
    assert.ok(comms !== undefined && template !== undefined);
    assert.ok(isInForce(comms, r111) && !isInForce(comms, r112));
    assert.ok(!isInForce(template, r111) && isInForce(template, r112));
  });
});

suite('misnamed key table', () => {
  test('contains only unknown names with existing replacements', () => {
    assert.deepEqual(twice(misnamedKeys.map(({ name }) => name)), []);
    for (const { name, meant, advice, source } of misnamedKeys) {
      assert.deepEqual(listKeyProviders(name), [], name);
      assert.deepEqual(oddSources(source), [], name);
      assert.ok(Object.keys(meant).length > 0 || advice !== undefined, name);
      for (const [provider, key] of Object.entries(meant)) {
        assert.ok(keyNamed(key) !== undefined, key);
        const readers = listKeyProviders(key);
        assert.ok(
          provider === 'any' ? readers === 'all' : readers !== 'all' && readers.some((reader) => reader === provider),
          `${key} of ${provider}`,
        );
      }
    }
  });

  test('suggests a key for the provider', () => {
    assert.equal(meantKey('PODVM_IMAGE_ID', 'azure'), 'AZURE_IMAGE_ID');
    assert.equal(meantKey('PODVM_IMAGE_ID', undefined), undefined);
    assert.equal(meantKey('GCP_IMAGE_NAME', 'gcp'), 'PODVM_IMAGE_NAME');
    assert.equal(meantKey('GCP_IMAGE_NAME', undefined), 'PODVM_IMAGE_NAME');
    assert.equal(meantKey('GCP_IMAGE_NAME', 'aws'), undefined);
    assert.equal(meantKey('AWS_SG_ID', 'aws'), 'AWS_SG_IDS');
    assert.equal(meantKey('ENABLE_SCRATCH_DISK', 'libvirt'), 'ENABLE_SCRATCH_SPACE');
    assert.equal(meantKey('INSTANCE_TYPE', 'gcp'), 'GCP_MACHINE_TYPE');
    assert.equal(meantKey('INSTANCE_TYPE', 'libvirt'), undefined);
    assert.equal(meantKey('AWS_REGION', 'aws'), undefined);
    assert.equal(misnamedKey('toString'), undefined);
  });
});

test('a feature gate is on only for the exact text true in OSC 1.11', () => {
  const [r111, r112] = [findRelease('1.11'), findRelease('1.12')];
  assert.ok(r111 !== undefined && r112 !== undefined);
  assert.equal(isGateEnabled('true', r111), true);
  for (const text of ['True', 'yes', '1', 'false', '']) assert.equal(isGateEnabled(text, r111), false, text);
  for (const text of ['True', '1', 't', 'TRUE']) assert.equal(isGateEnabled(text, r112), 'depends', text);
  for (const text of ['yes', 'enabled', 'false']) assert.equal(isGateEnabled(text, r112), false, text);
});
