/**
 * Rules of peer-pods-cm beyond their examples: what must not be reported, what must not be mended, and how releases
 * differ.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mapFor, mapOf } from '#server/engine/examples/exampleMaps.ts';
import { repairPastedValue, withoutSmartQuotes } from '#server/manifest/rules/shared/pastedValue.ts';
import { applyEdits, selectCompatibleEdits } from '#server/engine/findings/applyFixes.ts';
import { check, type Checked, type CheckOptions } from '#test/support/manifests/checkText.ts';

const aws = (...lines: string[]): string => mapFor('aws', ...lines).trimStart();

const short = ({ rule, severity }: Checked): string => `${rule.replace('osc/ppcm-', '')} ${severity}`;

/** The rules that find something, with their severities. */
async function found(text: string, options: CheckOptions = {}): Promise<string[]> {
  return (await check(text, options)).map(short);
}

/** The text with every sure fix applied, and what is then found. */
async function mended(text: string, options: CheckOptions = {}): Promise<{ text: string; left: string[] }> {
  const fixes = (await check(text, options)).flatMap(({ finding }) =>
    finding.fixes.filter(({ sure }) => sure).slice(0, 1),
  );
  const after = applyEdits(text, selectCompatibleEdits(fixes));
  return { text: after, left: await found(after, options) };
}

/** The title of every fix, with a mark for the sure ones. */
async function titles(text: string, options: CheckOptions = {}): Promise<string[]> {
  return (await check(text, options)).flatMap(({ finding }) =>
    finding.fixes.map(({ title, sure }) => `${title}${sure ? ' (sure)' : ''}`),
  );
}

describe('peer-pods-cm check', () => {
  for (const provider of ['aws', 'azure', 'gcp', 'libvirt', 'ibmcloud', 'byom', 'docker']) {
    test(`accepts a valid ConfigMap for ${provider}`, async () => {
      for (const release of ['1.8', '1.11', '1.12'])
        assert.deepEqual(await found(mapFor(provider), { release, files: {} }), []);
    });
  }
  test('accepts optional keys for AWS', async () => {
    const text = aws(
      'PROXY_TIMEOUT: "5m"',
      'PODVM_INSTANCE_TYPES: "t3.medium,t3.large"',
      'PODVM_AMI_ID: ""',
      'TAGS: "a=b,c=d"',
      'ROOT_VOLUME_SIZE: "6"',
      'DISABLECVM: "true"',
    );
    assert.deepEqual(await found(text, { files: {} }), []);
  });
  test('accepts template variables', async () => {
    const later = 'AWS_REGION DISABLECVM PROXY_TIMEOUT TAGS VXLAN_PORT AWS_ACCESS_KEY_ID LIBVIRT_CPU'
      .split(' ')
      .map((key, at) => `${key}: "${['${X}', '{{ x }}', '$X', '$(X)'][at % 4] ?? ''}"`);
    assert.deepEqual(await found(aws(...later)), []);
    assert.deepEqual(await found(mapOf('CLOUD_PROVIDER: ${PROVIDER}', 'AZURE_REGION: ${REGION}')), []);
  });
  test('ignores ConfigMaps with other names', async () => {
    const text = aws('AWS_REGION: "<region>"', 'DISABLECVM: yes').replace(
      'name: peer-pods-cm',
      'name: peer-pods-cm-notes',
    );
    assert.deepEqual(await found(text), []);
  });
  test('accepts keys that libraries and clients read', async () => {
    assert.deepEqual(
      await found(
        aws(
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
  test('accepts keys of the image creation job and token keys', async () => {
    assert.deepEqual(await found(aws('AMI_VERSION: "0.0.1"', 'BUCKET_NAME: "b"', 'AWS_ROLE_ARN: "arn:x"')), []);
  });
  test('accepts keys that only newer sources read', async () => {
    assert.deepEqual(await found(aws('TLS_MIN_VERSION: "nonsense"')), []);
  });
});

describe('ppcm-missing-key', () => {
  test('reports all absent keys in one finding and each empty key separately', async () => {
    const text = mapOf('CLOUD_PROVIDER: aws', 'VXLAN_PORT: "9000"', 'AWS_SG_IDS: ""', 'AWS_VPC_ID:');
    const all = await check(text);
    assert.deepEqual(all.map(short), ['missing-key error', 'missing-key error', 'missing-key error']);
    assert.deepEqual(await titles(text), ['Insert all required keys']);
    assert.match(all[0]?.message ?? '', /AWS_REGION, AWS_SUBNET_ID/);
    assert.doesNotMatch(all[0]?.message ?? '', /AWS_SG_IDS|PODVM_AMI_ID/);
    assert.match(all[1]?.message ?? '', /^AWS_SG_IDS is empty/);
  });
  test('supports CRLF line breaks and List items', async () => {
    const text = aws()
      .replace(/ {2}AWS_VPC_ID.*\n/, '')
      .replaceAll('\n', '\r\n');
    const [fix] = (await check(text)).flatMap(({ finding }) => finding.fixes);
    assert.equal(applyEdits(text, fix?.edits ?? []), `${text}  AWS_VPC_ID: ""\r\n`);
    const item = aws()
      .replace(/ {2}AWS_VPC_ID.*\n/, '')
      .replaceAll(/^(?=.)/gm, '    ')
      .replace('    apiVersion', '  - apiVersion');
    assert.deepEqual(await found(`apiVersion: v1\nkind: List\nitems:\n${item}`), ['missing-key error']);
  });
  test('warns about keys that only cloud-api-adaptor requires', async () => {
    assert.deepEqual(await found(mapFor('azure').replace(/ {2}AZURE_SUBNET_ID.*\n/, '')), ['missing-key warning']);
    assert.deepEqual(await found(mapFor('gcp').replace(/ {2}GCP_NETWORK.*\n/, '')), ['missing-key warning']);
  });
  test('reports a ConfigMap without data only in a known workspace', async () => {
    const head = mapOf().trimStart().replace('\ndata:', '');
    for (const text of [head, `${head}data:\n`]) {
      // Opened alone it may be one part of several.
      assert.deepEqual(await check(text), []);
      const [finding] = await check(text, { files: {} });
      assert.equal(finding?.rule, 'osc/ppcm-missing-key');
      assert.equal(applyEdits(text, finding?.finding.fixes[0]?.edits ?? []), `${head}data:\n  CLOUD_PROVIDER: ""\n`);
    }
  });
  test('recognizes patches of another peer-pods-cm', async () => {
    const files = { 'base.yaml': aws() };
    assert.deepEqual(await found(mapOf('AWS_REGION: "us-west-2"'), { files }), []);
    assert.deepEqual(
      await found(mapOf('CLOUD_PROVIDER: "aws"', 'VXLAN_PORT: "9000"', 'AWS_REGION: "us-west-2"'), { files }),
      ['missing-key info'],
    );
    assert.deepEqual(await found(aws().replace(/ {2}AWS_VPC_ID.*\n/, ''), { files }), ['missing-key error']);
    assert.deepEqual(await found(mapOf('AWS_REGION: "us-west-2"'), { files: {} }), ['missing-key error']);
  });
  test('leaves mistyped keys to the rename fix', async () => {
    const text = aws()
      .replace('AWS_VPC_ID', 'AWS_VPCID')
      .replace('AWS_SG_IDS', 'AWS_SG_ID')
      .replace('CLOUD_PROVIDER', 'cloud_provider');
    assert.deepEqual(await found(text), ['unknown-key warning', 'unknown-key warning', 'unknown-key warning']);
    assert.equal((await mended(text)).text, aws());
  });
  test('accepts keys from a YAML merge', async () => {
    const text = aws('AWS_VPC_ID: x').replace('AWS_VPC_ID: x', '<<: &common {AWS_VPC_ID: "vpc-0123456789abcdef0"}');
    assert.deepEqual(await found(text), []);
  });
});

describe('ppcm-provider', () => {
  test('fixes capitalization and still checks the other keys', async () => {
    assert.deepEqual(await mended(aws('CLOUD_PROVIDER: "Aws "')), { text: aws('CLOUD_PROVIDER: "aws"'), left: [] });
    assert.deepEqual(await found(aws('CLOUD_PROVIDER: AWS', 'AWS_REGION: "us"')), [
      'provider error',
      'value-form warning',
    ]);
  });
  test('offers no automatic fix for a typo in a short name', async () => {
    assert.deepEqual(await titles(aws('CLOUD_PROVIDER: "awz"')), ['Change to "aws"']);
    assert.deepEqual(await titles(aws('CLOUD_PROVIDER: "openstack"')), []);
  });
  test('accepts vsphere only up to OSC 1.11', async () => {
    assert.deepEqual(await found(mapFor('vsphere'), { release: '1.11' }), []);
    assert.deepEqual(await found(mapFor('vsphere')), ['provider error']);
    assert.deepEqual(await titles(mapFor('vsphere', 'CLOUD_PROVIDER: vSphere')), ['Change to "vsphere"']);
  });
});

describe('ppcm-unknown-key', () => {
  test('offers no rename when the correct key already exists', async () => {
    const all = await check(aws('AWS_SG_ID: "sg-0123456789abcdef0"'));
    assert.deepEqual(all.map(short), ['unknown-key warning']);
    assert.match(all[0]?.message ?? '', /beside AWS_SG_IDS/);
    assert.deepEqual(all[0]?.finding.fixes, []);
  });
  test('offers no automatic rename when the value would be invalid', async () => {
    assert.deepEqual(await titles(aws('PROXY_TIMEOT: "5"')), ['Rename to PROXY_TIMEOUT']);
  });
  test('reports a misspelled credential without showing its value', async () => {
    const all = await check(aws('AWS_SECRET_ACCES_KEY: "hunter2"'));
    assert.deepEqual(all.map(short), ['unknown-key warning']);
    assert.doesNotMatch(JSON.stringify(all), /hunter2/);
  });
  test('reports unreleased cloud-api-adaptor keys as information', async () => {
    assert.deepEqual(await found(aws('PODVM_SECRET_SAUCE: "x"')), ['unknown-key info']);
  });
  test('depends on the OSC release', async () => {
    assert.deepEqual(await found(aws('SECURE_COMMS: "false"'), { release: '1.11' }), []);
    assert.deepEqual(await found(aws('USE_PODVM_LAUNCHTEMPLATE: "true"'), { release: '1.11' }), [
      'unknown-key warning',
    ]);
    assert.deepEqual(await found(aws('USE_PODVM_LAUNCHTEMPLATE: "true"')), []);
  });
  test('suggests the key for the cloud provider', async () => {
    assert.deepEqual(await titles(mapFor('azure', 'INSTANCE_TYPE: "Standard_B2als_v2"')), [
      'Rename to AZURE_INSTANCE_SIZE (sure)',
    ]);
    assert.deepEqual(await titles(mapFor('libvirt', 'INSTANCE_TYPE: "x"')), []);
  });
});

describe('ppcm-foreign-key', () => {
  test('ignores empty values, credentials, and patches without a provider', async () => {
    assert.deepEqual(await found(aws('AZURE_IMAGE_ID: ""')), []);
    assert.deepEqual(await found(aws('IBMCLOUD_API_KEY: "k"')), ['secret-in-cm error']);
    assert.deepEqual(
      await found(mapOf('AZURE_REGION: "eastus"', 'AWS_REGION: "us-east-2"'), { files: { 'base.yaml': aws() } }),
      [],
    );
  });
  test("doesn't check the value", async () => {
    assert.deepEqual(await found(mapFor('azure', 'AWS_SUBNET_ID: "x"')), ['foreign-key warning']);
  });
});

describe('ppcm-non-string', () => {
  test('adds quotes automatically only when the result is valid', async () => {
    assert.deepEqual(await titles(aws('VXLAN_PORT: 9000', 'PROXY_TIMEOUT: 5', 'DISABLECVM: on')), [
      'Put it in quotes (sure)',
      'Put it in quotes',
      'Put it in quotes (sure)',
    ]);
    assert.deepEqual(await mended(aws('DISABLECVM: on')), { text: aws('DISABLECVM: "true"'), left: [] });
  });
  test("doesn't quote false automatically where any string means true", async () => {
    assert.deepEqual(await titles(aws('TLS_SKIP_VERIFY: false'), { release: '1.11' }), ['Put it in quotes']);
    assert.deepEqual(await titles(aws('TLS_SKIP_VERIFY: false')), ['Put it in quotes (sure)']);
  });
  test('treats null as an empty string', async () => {
    assert.deepEqual(await found(aws('PODVM_AMI_ID:', 'SSH_KP_NAME: ~')), []);
  });
  test('reports mappings and lists', async () => {
    assert.deepEqual(await found(aws('TAGS:', '  owner: me', 'PODVM_INSTANCE_TYPES: [t3.large]')), [
      'non-string error',
      'non-string error',
    ]);
  });
  test('offers no fix for anchored values', async () => {
    assert.deepEqual(await titles(aws('LIBVIRT_CPU_NOTE: x', 'VXLAN_PORT: &port 9000', 'FORWARDER_PORT: *port')), []);
  });
  test('hides the value of a numeric credential', async () => {
    assert.doesNotMatch(
      JSON.stringify(
        (await check(aws('AWS_ACCESS_KEY_ID: 4711'))).map(({ message, finding }) => [
          message,
          finding.fixes.map(({ title }) => title),
        ]),
      ),
      /4711/,
    );
  });
});

describe('ppcm-placeholder', () => {
  test('is the only finding for a value', async () => {
    const text = aws(
      'AWS_REGION: "<aws_region>"',
      'AWS_SG_IDS: "<sg id>, <other>"',
      'DISABLECVM: <true or false>',
      'CLOUD_PROVIDER: "<provider>"',
    );
    assert.deepEqual(await found(text), [
      'placeholder warning',
      'placeholder warning',
      'placeholder warning',
      'placeholder warning',
    ]);
  });
  test('reports a placeholder within a value', async () => {
    assert.deepEqual(await found(mapFor('azure', 'AZURE_NSG_ID: "/subscriptions/<guid>/resourceGroups/x"')), [
      'placeholder warning',
    ]);
  });
  test('leaves credentials to secret-in-cm', async () => {
    assert.deepEqual(await found(aws('AWS_SECRET_ACCESS_KEY: "<key>"')), ['secret-in-cm error']);
  });
  test("offers no fix for the image where the operator doesn't build one", async () => {
    assert.deepEqual(await titles(mapFor('ibmcloud', 'IBMCLOUD_PODVM_IMAGE_ID: "<image>"')), []);
  });
});

describe('ppcm-smart-quotes', () => {
  test('removes enclosing typographic quotes', () => {
    for (const text of ['“aws”', '‘aws’', '„aws“', '«aws»', '“aws” 1', ' “ aws ” '])
      assert.equal(withoutSmartQuotes(text), 'aws', text);
    for (const text of ['aws', '“a”,“b”', 'a=“b”', '']) assert.equal(withoutSmartQuotes(text), undefined, text);
  });
  test('removes a trailing callout only from values with a fixed form', () => {
    assert.equal(
      repairPastedValue('web 1', { name: 'X', type: 'string', summary: '', readBy: [], source: '' }),
      undefined,
    );
    assert.equal(
      repairPastedValue('true 1', { name: 'X', type: 'boolean', summary: '', readBy: [], source: '' }),
      'true',
    );
  });
  test('offers an automatic fix only when the unquoted value is valid', async () => {
    assert.deepEqual(await titles(aws('DISABLECVM: “yes”', 'CLOUD_PROVIDER: “aws”')), [
      'Change to "yes"',
      'Change to "aws" (sure)',
    ]);
  });
  test('hides Secret values and credentials', async () => {
    const secret =
      'apiVersion: v1\nkind: Secret\nmetadata:\n  name: peer-pods-secret\n  namespace: openshift-sandboxed-containers-operator\nstringData:\n  AWS_ACCESS_KEY_ID: “hunter2”\n  AWS_SECRET_ACCESS_KEY: x\n';
    for (const text of [
      secret,
      aws('AWS_ACCESS_KEY_ID: “hunter2”'),
      mapFor('libvirt', 'LIBVIRT_URI: “qemu://root:hunter2@host/system”'),
    ]) {
      const all = await check(text);
      assert.ok(all.some(({ rule }) => rule === 'osc/ppcm-smart-quotes'));
      assert.doesNotMatch(
        JSON.stringify(all.map(({ message, finding }) => [message, finding.fixes.map(({ title }) => title)])),
        /hunter2/,
      );
    }
  });
  test('ignores a single quotation mark at the end of a value', async () => {
    const secret =
      'apiVersion: v1\nkind: Secret\nmetadata:\n  name: peer-pods-secret\nstringData:\n  AWS_ACCESS_KEY_ID: x’\n  AWS_SECRET_ACCESS_KEY: y\n';
    assert.deepEqual(
      (await found(secret)).filter((rule) => rule.startsWith('smart')),
      [],
    );
  });
});

describe('value check by release', () => {
  const cases: readonly (readonly [line: string, upTo111: string[], from112: string[]])[] = [
    ['DISABLECVM: "1"', ['bool warning'], ['bool info']],
    ['DISABLECVM: "TRUE"', ['bool warning'], ['bool info']],
    ['DISABLECVM: "yes"', ['bool warning'], ['bool warning']],
    ['DISABLECVM: "no"', ['bool info'], ['bool info']],
    ['DISABLECVM: "perhaps"', ['bool warning'], ['bool warning']],
    ['TLS_SKIP_VERIFY: "false"', ['tls-skip-verify error'], []],
    ['TLS_SKIP_VERIFY: "perhaps"', ['tls-skip-verify error'], ['bool warning']],
    ['TLS_SKIP_VERIFY: "true"', ['tls-skip-verify warning'], ['tls-skip-verify warning']],
    ['TLS_SKIP_VERIFY: "1"', ['tls-skip-verify warning'], ['tls-skip-verify warning']],
    ['EXTERNAL_NETWORK_VIA_PODVM: "false"', ['tls-skip-verify error'], []],
    ['EXTERNAL_NETWORK_VIA_PODVM: "true"', [], []],
    ['PROXY_TIMEOUT: "300"', ['duration warning'], ['duration warning']],
    ['PROXY_TIMEOUT: " 5m"', [], ['duration warning']],
    ['PROXY_TIMEOUT: "1h30m"', [], []],
    ['FORWARDER_PORT: "0"', ['int warning'], ['int warning']],
    ['FORWARDER_PORT: "15150 "', [], []],
    ['ROOT_VOLUME_SIZE: "0x10"', [], ['int warning']],
    ['ROOT_VOLUME_SIZE: "5"', ['root-volume warning'], ['root-volume warning']],
    ['ROOT_VOLUME_SIZE: "4GB"', ['int warning'], ['int warning']],
    ['PEERPODS_LIMIT_PER_NODE: "-1"', [], []],
    ['PODVM_INSTANCE_TYPES: "t2.small, t3.large"', ['list-spaces error'], ['list-spaces warning']],
    ['PODVM_INSTANCE_TYPES: "t2.small t3.large"', ['list-spaces error'], ['list-spaces warning']],
    ['AWS_SG_IDS: "sg-0123456789abcdef0,sg-12"', ['value-form warning'], ['value-form warning']],
    ['TAGS: "a=b, c=d"', [], []],
    ['TAGS: "a=b c,d=e"', ['list-spaces error'], []],
    ['TAGS: "a=b,"', ['tags-format error'], []],
    ['TAGS: "a=b,c"', ['tags-format error'], ['tags-format error']],
    ['SSH_KP_NAME: "key "', [], ['list-spaces warning']],
    ['SSH_KP_NAME: "my key"', ['list-spaces error'], []],
    ['AWS_REGION: " us-east-2"', ['value-form warning'], ['value-form warning']],
  ];
  for (const [line, upTo111, from112] of cases) {
    test(`checks ${line}`, async () => {
      assert.deepEqual(await found(aws(line), { release: '1.11' }), upTo111, '1.11');
      assert.deepEqual(await found(aws(line), { release: '1.12' }), from112, '1.12');
    });
  }
  test('leaves no findings after automatic fixes', async () => {
    for (const [line] of cases) {
      for (const release of ['1.11', '1.12']) {
        const before = await check(aws(line), { release });
        const sure = before.some(({ finding }) => finding.fixes[0]?.sure === true);
        if (sure) assert.deepEqual((await mended(aws(line), { release })).left, [], `${line} ${release}`);
      }
    }
  });
  test('accepts any tag and spaces in lists on IBM Cloud', async () => {
    assert.deepEqual(
      await found(mapFor('ibmcloud', 'TAGS: "a:b,c"', 'IBMCLOUD_PODVM_INSTANCE_PROFILE_LIST: "bx2-2x8, bx2-4x16"')),
      [],
    );
  });
  test('suggests a plain number for LIBVIRT_MEMORY', async () => {
    assert.deepEqual(await titles(mapFor('libvirt', 'LIBVIRT_MEMORY: "8192MiB"', 'LIBVIRT_CPU: "0"')), [
      'Change to "8192" (sure)',
    ]);
    assert.deepEqual(await titles(mapFor('libvirt', 'LIBVIRT_MEMORY: "8Gi"')), ['Change to "8"']);
  });
  test('suggests durations with valid units', async () => {
    const fixesOf = (text: string) => titles(aws(`PROXY_TIMEOUT: "${text}"`));
    assert.deepEqual(await fixesOf('300'), ['Change to "300s"', 'Change to "300m"']);
    assert.deepEqual(await fixesOf('90 seconds'), ['Change to "90s" (sure)']);
    assert.deepEqual(await fixesOf('1d'), ['Change to "24h" (sure)']);
    assert.deepEqual(await fixesOf('soon'), []);
  });
  test('offers no fix for ambiguous tags', async () => {
    assert.deepEqual(await titles(aws('TAGS: "url:http://x,a"')), []);
    assert.deepEqual(await titles(aws(`TAGS: '["a"]'`)), []);
  });
  test('reports only provider-independent problems without a provider', async () => {
    const files = { 'base.yaml': aws() };
    assert.deepEqual(
      await found(mapOf('TAGS: "a:b"', 'ROOT_VOLUME_SIZE: "1"', 'PODVM_INSTANCE_TYPE: "x"', 'DISABLECVM: "yes"'), {
        files,
      }),
      ['bool warning'],
    );
  });
});

describe('ppcm-name-namespace', () => {
  const inNamespace = (namespace: string) =>
    aws().replace('namespace: openshift-sandboxed-containers-operator', namespace);
  test('accepts missing, upstream, and template namespaces', async () => {
    for (const namespace of [
      'labels: {}',
      'namespace: confidential-containers-system',
      'namespace: ${NS}',
      'namespace:',
    ]) {
      const rules = await found(inNamespace(namespace));
      assert.deepEqual(rules, [], namespace);
    }
  });
  test('offers no automatic fix for another namespace', async () => {
    assert.deepEqual(await titles(inNamespace('namespace: default')), [
      'Change to openshift-sandboxed-containers-operator',
    ]);
    assert.deepEqual(await titles(inNamespace('namespace: &ns default')), []);
  });
});

describe('instance type check', () => {
  test('finds a listed type despite spaces', async () => {
    assert.deepEqual(
      await found(aws('PODVM_INSTANCE_TYPE: "t3.large"', 'PODVM_INSTANCE_TYPES: "t2.small, t3.large"')),
      ['list-spaces warning'],
    );
  });
  test('ignores a missing or empty default', async () => {
    assert.deepEqual(await found(aws('PODVM_INSTANCE_TYPES: "t2.small"')), []);
    assert.deepEqual(await found(aws('PODVM_INSTANCE_TYPE: ""', 'PODVM_INSTANCE_TYPES: "t2.small"')), []);
  });
  test('reports an empty list without a fix', async () => {
    assert.deepEqual(await found(mapFor('azure', 'AZURE_INSTANCE_SIZES:')), ['empty-list info']);
    assert.deepEqual(await titles(mapFor('azure', 'AZURE_INSTANCE_SIZES: ""')), []);
  });
});

describe('ppcm-vxlan-default', () => {
  const without = (text: string) => text.replace(/ {2}VXLAN_PORT.*\n/, '');
  test('reports a missing port unless the provider or tunnel type needs none', async () => {
    assert.deepEqual(await found(without(aws())), ['vxlan-default info']);
    assert.deepEqual(await titles(without(aws())), ['Add VXLAN_PORT: "9000"']);
    assert.deepEqual(await found(without(mapFor('libvirt'))), []);
    assert.deepEqual(await found(without(aws('TUNNEL_TYPE: "ptp"'))), []);
  });
  test('leaves invalid ports to the integer rule', async () => {
    assert.deepEqual(await found(aws('VXLAN_PORT: "port"')), ['int warning']);
    assert.deepEqual((await mended(aws('VXLAN_PORT: 4789'))).left, ['vxlan-default info']);
    assert.deepEqual(await found(aws('VXLAN_PORT: ${PORT}')), []);
  });
});

describe('check across files', () => {
  const image = aws('PODVM_AMI_ID: "ami-0123456789abcdef0"');
  const kataConfig = (enabled: boolean) =>
    `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\nspec:\n  enablePeerPods: ${enabled}\n`;
  test('reports a set image only next to a KataConfig that enables peer pods', async () => {
    assert.deepEqual(await found(image), []);
    assert.deepEqual(await found(image, { files: {} }), []);
    assert.deepEqual(await found(image, { files: { 'other/kataconfig.yaml': kataConfig(true) } }), []);
    assert.deepEqual(await found(image, { files: { 'kataconfig.yaml': kataConfig(false) } }), []);
    assert.deepEqual(await found(`${image}---\n${kataConfig(true)}`), ['image-set-on-upgrade info']);
  });
  const gates = (value: string) =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: osc-feature-gates\n  namespace: openshift-sandboxed-containers-operator\ndata:\n  ${value}\n`;
  test('reports overwritten INITDATA unless the feature gate might prevent it', async () => {
    const text = mapFor('azure', 'DISABLECVM: "false"');
    assert.deepEqual(await found(text), []);
    assert.deepEqual(await found(text, { files: {} }), ['initdata-overwritten info']);
    assert.deepEqual(await found(text, { files: { 'g.yaml': gates('confidential: "true"') } }), []);
    assert.deepEqual(await found(text, { files: { 'g.yaml': gates('confidential: ${GATE}') } }), []);
    assert.deepEqual(await found(text, { files: { 'g.yaml': gates('confidential: "1"') } }), []);
    const [finding] = await check(text, { files: { 'g.yaml': gates('confidential: "no"') } });
    assert.deepEqual(
      finding?.finding.related.map(({ line, column }) => [line, column]),
      [[6, 16]],
    );
  });
});
