/**
 * Tests the rules for peer-pods-cm beyond their examples: what must not be reported or fixed, and differences between
 * releases.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mapFor, mapOf } from '#server/engine/examples/exampleMaps.ts';
import { applyEdits } from '#server/engine/findings/applyFixes.ts';
import { check } from '#test/support/manifests/checkText.ts';
import {
  createAwsMap,
  fixPeerPodsMap,
  formatPeerPodsFinding,
  listFixTitles,
  listPeerPodsFindings,
} from './peerPodsFindings.ts';

describe('peer-pods-cm check', () => {
  for (const provider of ['aws', 'azure', 'gcp', 'libvirt', 'ibmcloud', 'byom', 'docker']) {
    test(`accepts a valid ConfigMap for ${provider}`, async () => {
      for (const release of ['1.8', '1.11', '1.12'])
        assert.deepEqual(await listPeerPodsFindings(mapFor(provider), { release, files: {} }), []);
    });
  }
  test('accepts optional keys for AWS', async () => {
    const text = createAwsMap(
      'PROXY_TIMEOUT: "5m"',
      'PODVM_INSTANCE_TYPES: "t3.medium,t3.large"',
      'PODVM_AMI_ID: ""',
      'TAGS: "a=b,c=d"',
      'ROOT_VOLUME_SIZE: "6"',
      'DISABLECVM: "true"',
    );
    assert.deepEqual(await listPeerPodsFindings(text, { files: {} }), []);
  });
  test('accepts template variables', async () => {
    const later = 'AWS_REGION DISABLECVM PROXY_TIMEOUT TAGS VXLAN_PORT AWS_ACCESS_KEY_ID LIBVIRT_CPU'
      .split(' ')
      .map((key, at) => `${key}: "${['$(X)', '{{ x }}', '@X@', '$(X)'][at % 4] ?? ''}"`);
    assert.deepEqual(await listPeerPodsFindings(createAwsMap(...later)), []);
    assert.deepEqual(await listPeerPodsFindings(mapOf('CLOUD_PROVIDER: $(PROVIDER)', 'AZURE_REGION: $(REGION)')), []);
  });
  test('ignores ConfigMaps with other names', async () => {
    const text = createAwsMap('AWS_REGION: "<region>"', 'DISABLECVM: yes').replace(
      'name: peer-pods-cm',
      'name: peer-pods-cm-notes',
    );
    assert.deepEqual(await listPeerPodsFindings(text), []);
  });
  test('accepts keys that libraries and clients read', async () => {
    assert.deepEqual(
      await listPeerPodsFindings(
        createAwsMap(
          'AWS_PROFILE: "x"',
          'HTTPS_PROXY: "http://p:3128"',
          'AWS_DEFAULT_REGION: "us-east-2"',
          '_example: "x"',
          'notes.txt: "x"',
        ),
      ),
      [],
    );
  });
  test('accepts keys that the image creation job reads only here, and token keys', async () => {
    assert.deepEqual(await listPeerPodsFindings(createAwsMap('BUCKET_NAME: "b"', 'AWS_ROLE_ARN: "arn:x"')), []);
  });
  test('reports keys of the image ConfigMap, of the right provider', async () => {
    assert.deepEqual(await listPeerPodsFindings(createAwsMap('AMI_VERSION: "0.0.1"')), ['unknown-key warning']);
    assert.deepEqual(await listPeerPodsFindings(createAwsMap('IMAGE_GALLERY_NAME: "x"')), []);
  });
  test('reports keys that only newer sources read, once', async () => {
    const map = createAwsMap('TLS_MIN_VERSION: "nonsense"');
    assert.deepEqual(await listPeerPodsFindings(map, { release: '1.12' }), ['unknown-key warning']);
  });
  test('keeps a list of instance types whose key has another name', async () => {
    const { text } = await fixPeerPodsMap(
      mapFor('gcp', 'GCP_MACHINE_TYPE: "n2d-standard-2"', 'GCP_MACHINE_TYPES: "n2d-standard-2,n2d-standard-4"'),
    );
    assert.match(text, /GCP_INSTANCE_TYPES: "n2d-standard-2,n2d-standard-4"/);
  });
  test('reports other unknown keys as information, but not those that libraries read', async () => {
    assert.deepEqual(await listPeerPodsFindings(createAwsMap('FOO: "x"')), ['unknown-key info']);
    for (const name of ['HTTP_PROXY', 'NO_PROXY', 'SSL_CERT_FILE', 'GODEBUG', 'AWS_PROFILE', 'GOOGLE_CLOUD_PROJECT'])
      assert.deepEqual(await listPeerPodsFindings(createAwsMap(`${name}: "x"`)), [], name);
  });
});

describe('ppcm-missing-key', () => {
  test('reports all absent keys in one finding and each empty key separately', async () => {
    const text = mapOf('CLOUD_PROVIDER: aws', 'VXLAN_PORT: "9000"', 'AWS_SG_IDS: ""', 'AWS_VPC_ID:');
    const all = await check(text);
    assert.deepEqual(all.map(formatPeerPodsFinding), ['missing-key error', 'missing-key error', 'missing-key error']);
    assert.deepEqual(await listFixTitles(text), ['Add AWS_REGION and AWS_SUBNET_ID']);
    assert.match(all[0]?.message ?? '', /AWS_REGION and AWS_SUBNET_ID/);
    assert.doesNotMatch(all[0]?.message ?? '', /AWS_SG_IDS|PODVM_AMI_ID/);
    assert.match(all[1]?.message ?? '', /^AWS_SG_IDS is empty/);
  });
  test('supports CRLF line breaks and List items', async () => {
    const text = createAwsMap()
      .replace(/ {2}AWS_VPC_ID.*\n/, '')
      .replaceAll('\n', '\r\n');
    const [fix] = (await check(text)).flatMap(({ finding }) => finding.fixes);
    assert.equal(applyEdits(text, fix?.edits ?? []), `${text}  AWS_VPC_ID: ""\r\n`);
    const item = createAwsMap()
      .replace(/ {2}AWS_VPC_ID.*\n/, '')
      .replaceAll(/^(?=.)/gm, '    ')
      .replace('    apiVersion', '  - apiVersion');
    assert.deepEqual(await listPeerPodsFindings(`apiVersion: v1\nkind: List\nitems:\n${item}`), ['missing-key error']);
  });
  test('warns about keys that only cloud-api-adaptor requires', async () => {
    assert.deepEqual(await listPeerPodsFindings(mapFor('azure').replace(/ {2}AZURE_SUBNET_ID.*\n/, '')), [
      'missing-key warning',
    ]);
    assert.deepEqual(await listPeerPodsFindings(mapFor('gcp').replace(/ {2}GCP_NETWORK.*\n/, '')), [
      'missing-key warning',
    ]);
  });
  test('reports a ConfigMap without data only in a known workspace', async () => {
    const head = mapOf().trimStart().replace('\ndata:', '');
    for (const text of [head, `${head}data:\n`]) {
      // If it is opened alone, the file can be one part of several.
      assert.deepEqual(await check(text), []);
      const [finding] = await check(text, { files: {} });
      assert.equal(finding?.rule, 'osc/ppcm-missing-key');
      assert.equal(applyEdits(text, finding?.finding.fixes[0]?.edits ?? []), `${head}data:\n  CLOUD_PROVIDER: ""\n`);
    }
  });
  test('recognizes patches of another peer-pods-cm', async () => {
    const files = { 'base.yaml': createAwsMap() };
    assert.deepEqual(await listPeerPodsFindings(mapOf('AWS_REGION: "us-west-2"'), { files }), []);
    assert.deepEqual(
      await listPeerPodsFindings(mapOf('CLOUD_PROVIDER: "aws"', 'VXLAN_PORT: "9000"', 'AWS_REGION: "us-west-2"'), {
        files,
      }),
      ['missing-key info'],
    );
    assert.deepEqual(await listPeerPodsFindings(createAwsMap().replace(/ {2}AWS_VPC_ID.*\n/, ''), { files }), [
      'missing-key error',
    ]);
    assert.deepEqual(await listPeerPodsFindings(mapOf('AWS_REGION: "us-west-2"'), { files: {} }), [
      'missing-key error',
    ]);
  });
  test('leaves mistyped keys to the rename fix', async () => {
    const text = createAwsMap()
      .replace('AWS_VPC_ID', 'AWS_VPCID')
      .replace('AWS_SG_IDS', 'AWS_SG_ID')
      .replace('CLOUD_PROVIDER', 'cloud_provider');
    assert.deepEqual(await listPeerPodsFindings(text), [
      'unknown-key warning',
      'unknown-key warning',
      'unknown-key warning',
    ]);
    assert.equal((await fixPeerPodsMap(text)).text, createAwsMap());
  });
  test('accepts keys from a YAML merge', async () => {
    const text = createAwsMap('AWS_VPC_ID: x').replace(
      'AWS_VPC_ID: x',
      '<<: &common {AWS_VPC_ID: "vpc-0123456789abcdef0"}',
    );
    assert.deepEqual(await listPeerPodsFindings(text), []);
  });
});

describe('ppcm-provider', () => {
  test('fixes capitalization and still checks the other keys', async () => {
    assert.deepEqual(await fixPeerPodsMap(createAwsMap('CLOUD_PROVIDER: "Aws "')), {
      text: createAwsMap('CLOUD_PROVIDER: "aws"'),
      left: [],
    });
    assert.deepEqual(await listPeerPodsFindings(createAwsMap('CLOUD_PROVIDER: AWS', 'AWS_REGION: "us"')), [
      'provider error',
      'value-form warning',
    ]);
  });
  test('offers no automatic fix for a typo in a short name', async () => {
    assert.deepEqual(await listFixTitles(createAwsMap('CLOUD_PROVIDER: "awz"')), ['Change to "aws"']);
    assert.deepEqual(await listFixTitles(createAwsMap('CLOUD_PROVIDER: "openstack"')), []);
  });
  test('accepts vsphere only up to OSC 1.11', async () => {
    assert.deepEqual(await listPeerPodsFindings(mapFor('vsphere'), { release: '1.11' }), []);
    assert.deepEqual(await listPeerPodsFindings(mapFor('vsphere')), ['provider error']);
    assert.deepEqual(await listFixTitles(mapFor('vsphere', 'CLOUD_PROVIDER: vSphere')), ['Change to "vsphere"']);
  });
});

describe('ppcm-unknown-key', () => {
  test('offers no rename when the correct key already exists', async () => {
    const all = await check(createAwsMap('AWS_SG_ID: "sg-0123456789abcdef0"'));
    assert.deepEqual(all.map(formatPeerPodsFinding), ['unknown-key warning']);
    assert.match(all[0]?.message ?? '', /Remove it, because AWS_SG_IDS already exists\.$/);
    assert.deepEqual(all[0]?.finding.fixes, []);
  });
  test('offers no automatic rename when the value would be invalid', async () => {
    assert.deepEqual(await listFixTitles(createAwsMap('PROXY_TIMEOT: "5"')), ['Rename to PROXY_TIMEOUT']);
  });
  test('reports a misspelled credential without showing its value', async () => {
    const all = await check(createAwsMap('AWS_SECRET_ACCES_KEY: "hunter2"'));
    assert.deepEqual(all.map(formatPeerPodsFinding), ['unknown-key warning']);
    assert.doesNotMatch(JSON.stringify(all), /hunter2/);
  });
  test('reports unreleased cloud-api-adaptor keys as information', async () => {
    assert.deepEqual(await listPeerPodsFindings(createAwsMap('PODVM_SECRET_SAUCE: "x"')), ['unknown-key info']);
  });
  test('depends on the OSC release', async () => {
    assert.deepEqual(await listPeerPodsFindings(createAwsMap('SECURE_COMMS: "false"'), { release: '1.11' }), []);
    assert.deepEqual(
      await listPeerPodsFindings(createAwsMap('USE_PODVM_LAUNCHTEMPLATE: "true"'), { release: '1.11' }),
      ['unknown-key warning'],
    );
    assert.deepEqual(await listPeerPodsFindings(createAwsMap('USE_PODVM_LAUNCHTEMPLATE: "true"')), []);
  });
  test('suggests the key for the cloud provider', async () => {
    assert.deepEqual(await listFixTitles(mapFor('azure', 'INSTANCE_TYPE: "Standard_B2als_v2"')), [
      'Rename to AZURE_INSTANCE_SIZE (sure)',
    ]);
    assert.deepEqual(await listFixTitles(mapFor('libvirt', 'INSTANCE_TYPE: "x"')), []);
  });
});

describe('ppcm-foreign-key', () => {
  test('ignores empty values, credentials, and patches without a provider', async () => {
    assert.deepEqual(await listPeerPodsFindings(createAwsMap('AZURE_IMAGE_ID: ""')), []);
    assert.deepEqual(await listPeerPodsFindings(createAwsMap('IBMCLOUD_API_KEY: "k"')), ['secret-in-cm error']);
    assert.deepEqual(
      await listPeerPodsFindings(mapOf('AZURE_REGION: "eastus"', 'AWS_REGION: "us-east-2"'), {
        files: { 'base.yaml': createAwsMap() },
      }),
      [],
    );
  });
  test("doesn't check the value", async () => {
    assert.deepEqual(await listPeerPodsFindings(mapFor('azure', 'AWS_SUBNET_ID: "x"')), ['foreign-key warning']);
  });
});

describe('ppcm-name-namespace', () => {
  const inNamespace = (namespace: string) =>
    createAwsMap().replace('namespace: openshift-sandboxed-containers-operator', namespace);
  test('accepts missing, upstream, and template namespaces', async () => {
    for (const namespace of [
      'labels: {}',
      'namespace: confidential-containers-system',
      'namespace: $(NS)',
      'namespace:',
    ]) {
      const rules = await listPeerPodsFindings(inNamespace(namespace));
      assert.deepEqual(rules, [], namespace);
    }
  });
  test('offers no automatic fix for another namespace', async () => {
    assert.deepEqual(await listFixTitles(inNamespace('namespace: default')), [
      'Change to openshift-sandboxed-containers-operator',
    ]);
    assert.deepEqual(await listFixTitles(inNamespace('namespace: &ns default')), []);
  });
});

describe('instance type check', () => {
  test('finds a listed type despite spaces', async () => {
    assert.deepEqual(
      await listPeerPodsFindings(
        createAwsMap('PODVM_INSTANCE_TYPE: "t3.large"', 'PODVM_INSTANCE_TYPES: "t2.small, t3.large"'),
      ),
      ['list-spaces warning'],
    );
  });
  test('ignores a missing or empty default', async () => {
    assert.deepEqual(await listPeerPodsFindings(createAwsMap('PODVM_INSTANCE_TYPES: "t2.small"')), []);
    assert.deepEqual(
      await listPeerPodsFindings(createAwsMap('PODVM_INSTANCE_TYPE: ""', 'PODVM_INSTANCE_TYPES: "t2.small"')),
      [],
    );
  });
  test('reports an empty list without a fix', async () => {
    assert.deepEqual(await listPeerPodsFindings(mapFor('azure', 'AZURE_INSTANCE_SIZES:')), ['empty-list info']);
    assert.deepEqual(await listFixTitles(mapFor('azure', 'AZURE_INSTANCE_SIZES: ""')), []);
  });
});

describe('check across files', () => {
  const image = createAwsMap('PODVM_AMI_ID: "ami-0123456789abcdef0"');
  const kataConfig = (enabled: boolean) =>
    `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\nspec:\n  enablePeerPods: ${enabled}\n`;
  test('reports a set image only next to a KataConfig that enables peer pods', async () => {
    assert.deepEqual(await listPeerPodsFindings(image), []);
    assert.deepEqual(await listPeerPodsFindings(image, { files: {} }), []);
    assert.deepEqual(await listPeerPodsFindings(image, { files: { 'other/kataconfig.yaml': kataConfig(true) } }), []);
    assert.deepEqual(await listPeerPodsFindings(image, { files: { 'kataconfig.yaml': kataConfig(false) } }), []);
    assert.deepEqual(await listPeerPodsFindings(`${image}---\n${kataConfig(true)}`), ['image-set-on-upgrade info']);
  });
  const gates = (value: string) =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: osc-feature-gates\n  namespace: openshift-sandboxed-containers-operator\ndata:\n  ${value}\n`;
  test('reports overwritten INITDATA unless the feature gate might prevent it', async () => {
    const text = mapFor('azure', 'DISABLECVM: "false"');
    assert.deepEqual(await listPeerPodsFindings(text), []);
    assert.deepEqual(await listPeerPodsFindings(text, { files: {} }), ['initdata-overwritten info']);
    assert.deepEqual(await listPeerPodsFindings(text, { files: { 'g.yaml': gates('confidential: "true"') } }), []);
    assert.deepEqual(await listPeerPodsFindings(text, { files: { 'g.yaml': gates('confidential: $(GATE)') } }), []);
    assert.deepEqual(await listPeerPodsFindings(text, { files: { 'g.yaml': gates('confidential: "1"') } }), []);
    const [finding] = await check(text, { files: { 'g.yaml': gates('confidential: "no"') } });
    assert.deepEqual(
      finding?.finding.related.map(({ line, column }) => [line, column]),
      [[6, 16]],
    );
  });
});
