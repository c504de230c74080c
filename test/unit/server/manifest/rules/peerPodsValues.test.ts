/** Tests the rules for the values in peer-pods-cm beyond their examples. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mapFor, mapOf } from '#server/engine/examples/exampleMaps.ts';
import { repairPastedValue, withoutSmartQuotes } from '#server/manifest/rules/shared/pastedValue.ts';
import { check } from '#test/support/manifests/checkText.ts';
import { createAwsMap, fixPeerPodsMap, listFixTitles, listPeerPodsFindings } from './peerPodsFindings.ts';

describe('ppcm-non-string', () => {
  test('adds quotes automatically only when the result is valid', async () => {
    assert.deepEqual(await listFixTitles(createAwsMap('VXLAN_PORT: 9000', 'PROXY_TIMEOUT: 5', 'DISABLECVM: on')), [
      'Put in quotes (sure)',
      'Put in quotes',
      'Put in quotes (sure)',
    ]);
    assert.deepEqual(await fixPeerPodsMap(createAwsMap('DISABLECVM: on')), {
      text: createAwsMap('DISABLECVM: "true"'),
      left: [],
    });
  });
  test("doesn't quote false automatically where any string means true", async () => {
    assert.deepEqual(await listFixTitles(createAwsMap('TLS_SKIP_VERIFY: false'), { release: '1.11' }), [
      'Put in quotes',
    ]);
    assert.deepEqual(await listFixTitles(createAwsMap('TLS_SKIP_VERIFY: false')), ['Put in quotes (sure)']);
  });
  test('treats null as an empty string', async () => {
    assert.deepEqual(await listPeerPodsFindings(createAwsMap('PODVM_AMI_ID:', 'SSH_KP_NAME: ~')), []);
  });
  test('reports mappings and lists', async () => {
    assert.deepEqual(
      await listPeerPodsFindings(createAwsMap('TAGS:', '  owner: me', 'PODVM_INSTANCE_TYPES: [t3.large]')),
      ['non-string error', 'non-string error'],
    );
  });
  test('offers no fix for anchored values', async () => {
    assert.deepEqual(
      await listFixTitles(createAwsMap('LIBVIRT_CPU_NOTE: x', 'VXLAN_PORT: &port 9000', 'FORWARDER_PORT: *port')),
      [],
    );
  });
  test('hides the value of a numeric credential', async () => {
    assert.doesNotMatch(
      JSON.stringify(
        (await check(createAwsMap('AWS_ACCESS_KEY_ID: 4711'))).map(({ message, finding }) => [
          message,
          finding.fixes.map(({ title }) => title),
        ]),
      ),
      /4711/,
    );
  });
});

describe('ppcm-value-form', () => {
  const id = `/subscriptions/${'s'.repeat(36)}/resourceGroups/group/providers/Microsoft.Network/networkSecurityGroups/n`;
  const messageAbout = async (value: string) =>
    (await check(mapFor('azure', `AZURE_NSG_ID: ${JSON.stringify(value)}`)))
      .filter(({ rule }) => rule === 'osc/ppcm-value-form')
      .map(({ message }) => message.split('. ', 1)[0]);

  test('names a backtick anywhere in a long value', async () => {
    for (const value of [`${id}\``, `\`${id}`])
      assert.deepEqual(await messageAbout(value), [
        "AZURE_NSG_ID contains a backtick, which isn't allowed in the value",
      ]);
    assert.deepEqual(await messageAbout(id.replace('/subscriptions/', '/sub/')), [
      `AZURE_NSG_ID doesn't accept "/sub/${'s'.repeat(32)}..."`,
    ]);
    assert.deepEqual(await messageAbout(id), []);
  });
});

describe('ppcm-placeholder', () => {
  test('is the only finding for a value', async () => {
    const text = createAwsMap(
      'AWS_REGION: "<aws_region>"',
      'AWS_SG_IDS: "<sg id>, <other>"',
      'DISABLECVM: <true or false>',
      'CLOUD_PROVIDER: "<provider>"',
    );
    assert.deepEqual(await listPeerPodsFindings(text), [
      'placeholder warning',
      'placeholder warning',
      'placeholder warning',
      'placeholder warning',
    ]);
  });
  test('reports a placeholder within a value', async () => {
    assert.deepEqual(
      await listPeerPodsFindings(mapFor('azure', 'AZURE_NSG_ID: "/subscriptions/<guid>/resourceGroups/x"')),
      ['placeholder warning'],
    );
  });
  test('leaves credentials to secret-in-cm', async () => {
    assert.deepEqual(await listPeerPodsFindings(createAwsMap('AWS_SECRET_ACCESS_KEY: "<key>"')), [
      'secret-in-cm error',
    ]);
  });
  test("offers no fix for the image where the operator doesn't build one", async () => {
    assert.deepEqual(await listFixTitles(mapFor('ibmcloud', 'IBMCLOUD_PODVM_IMAGE_ID: "<image>"')), []);
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
      repairPastedValue('web 1', { name: 'X', type: 'string', summary: () => '', readBy: [], source: '' }),
      undefined,
    );
    assert.equal(
      repairPastedValue('true 1', { name: 'X', type: 'boolean', summary: () => '', readBy: [], source: '' }),
      'true',
    );
  });
  test('offers an automatic fix only when the unquoted value is valid', async () => {
    assert.deepEqual(await listFixTitles(createAwsMap('DISABLECVM: “yes”', 'CLOUD_PROVIDER: “aws”')), [
      'Change to "yes"',
      'Change to "aws" (sure)',
    ]);
  });
  test('hides Secret values and credentials', async () => {
    const secret =
      'apiVersion: v1\nkind: Secret\nmetadata:\n  name: peer-pods-secret\n  namespace: openshift-sandboxed-containers-operator\nstringData:\n  AWS_ACCESS_KEY_ID: “hunter2”\n  AWS_SECRET_ACCESS_KEY: x\n';
    for (const text of [
      secret,
      createAwsMap('AWS_ACCESS_KEY_ID: “hunter2”'),
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
      (await listPeerPodsFindings(secret)).filter((rule) => rule.startsWith('smart')),
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
      assert.deepEqual(await listPeerPodsFindings(createAwsMap(line), { release: '1.11' }), upTo111, '1.11');
      assert.deepEqual(await listPeerPodsFindings(createAwsMap(line), { release: '1.12' }), from112, '1.12');
    });
  }
  test('leaves no findings after automatic fixes', async () => {
    for (const [line] of cases) {
      for (const release of ['1.11', '1.12']) {
        const before = await check(createAwsMap(line), { release });
        const sure = before.some(({ finding }) => finding.fixes[0]?.sure === true);
        if (sure)
          assert.deepEqual((await fixPeerPodsMap(createAwsMap(line), { release })).left, [], `${line} ${release}`);
      }
    }
  });
  test('accepts any tag and spaces in lists on IBM Cloud', async () => {
    assert.deepEqual(
      await listPeerPodsFindings(
        mapFor('ibmcloud', 'TAGS: "a:b,c"', 'IBMCLOUD_PODVM_INSTANCE_PROFILE_LIST: "bx2-2x8, bx2-4x16"'),
      ),
      [],
    );
  });
  test('suggests a plain number for LIBVIRT_MEMORY', async () => {
    assert.deepEqual(await listFixTitles(mapFor('libvirt', 'LIBVIRT_MEMORY: "8192MiB"', 'LIBVIRT_CPU: "0"')), [
      'Change to "8192" (sure)',
    ]);
    assert.deepEqual(await listFixTitles(mapFor('libvirt', 'LIBVIRT_MEMORY: "8Gi"')), ['Change to "8"']);
  });
  test('suggests durations with valid units', async () => {
    const fixesOf = (text: string) => listFixTitles(createAwsMap(`PROXY_TIMEOUT: "${text}"`));
    assert.deepEqual(await fixesOf('300'), ['Change to "300s"', 'Change to "300m"']);
    assert.deepEqual(await fixesOf('90 seconds'), ['Change to "90s" (sure)']);
    assert.deepEqual(await fixesOf('1d'), ['Change to "24h" (sure)']);
    assert.deepEqual(await fixesOf('soon'), []);
  });
  test('offers no fix for ambiguous tags', async () => {
    assert.deepEqual(await listFixTitles(createAwsMap('TAGS: "url:http://x,a"')), []);
    assert.deepEqual(await listFixTitles(createAwsMap(`TAGS: '["a"]'`)), []);
  });
  test('reports only provider-independent problems without a provider', async () => {
    const files = { 'base.yaml': createAwsMap() };
    assert.deepEqual(
      await listPeerPodsFindings(
        mapOf('TAGS: "a:b"', 'ROOT_VOLUME_SIZE: "1"', 'PODVM_INSTANCE_TYPE: "x"', 'DISABLECVM: "yes"'),
        {
          files,
        },
      ),
      ['bool warning'],
    );
  });
});

describe('ppcm-vxlan-default', () => {
  const without = (text: string) => text.replace(/ {2}VXLAN_PORT.*\n/, '');
  test('reports a missing port unless the provider or tunnel type needs none', async () => {
    assert.deepEqual(await listPeerPodsFindings(without(createAwsMap())), ['vxlan-default info']);
    assert.deepEqual(await listFixTitles(without(createAwsMap())), ['Add VXLAN_PORT: "9000"']);
    assert.deepEqual(await listPeerPodsFindings(without(mapFor('libvirt'))), []);
    assert.deepEqual(await listPeerPodsFindings(without(createAwsMap('TUNNEL_TYPE: "ptp"'))), ['value-form error']);
  });
  test('leaves invalid ports to the integer rule', async () => {
    assert.deepEqual(await listPeerPodsFindings(createAwsMap('VXLAN_PORT: "port"')), ['int warning']);
    assert.deepEqual((await fixPeerPodsMap(createAwsMap('VXLAN_PORT: 4789'))).left, ['vxlan-default info']);
    assert.deepEqual(await listPeerPodsFindings(createAwsMap('VXLAN_PORT: $(PORT)')), []);
  });
});

describe('VM_POOL_IPS', () => {
  const pool = (value: string) => mapOf('CLOUD_PROVIDER: "byom"', `VM_POOL_IPS: "${value}"`);
  const error = ['value-form error'];
  const cases: readonly [value: string, expected: readonly string[], release?: string][] = [
    ['10.0.0.5, 10.0.0.9,,fd00::1', []],
    ['10.0.0.5-10.0.0.9', []],
    ['10.0.0.5-10.0.0.9', error, '1.11'],
    ['10.0.0.300', error],
    ['10.0.0.300', error, '1.11'],
    ['10.0.0.300', [], '1.10'],
    ['10.0.0.9-10.0.0.5', error],
    ['10.0.0.5-10.0.0.5', error],
    ['10.0.0.5 - 10.0.0.9', error],
    ['vm-1.example.com', error],
    ['${POOL}', []],
  ];
  for (const [value, expected, release = '1.12'] of cases)
    test(`reports ${expected.length} problems in ${value} for OSC ${release}`, async () =>
      assert.deepEqual(
        (await listPeerPodsFindings(pool(value), { release })).filter((found) => found.startsWith('value-form')),
        expected,
      ));
  test('fixes a range only if the intended one is certain', async () => {
    assert.deepEqual(await fixPeerPodsMap(pool('10.0.0.5 - 10.0.0.9,10.1.0.1-10.1.0.1')), {
      text: pool('10.0.0.5-10.0.0.9,10.1.0.1'),
      left: [],
    });
    assert.deepEqual(await listFixTitles(pool('10.0.0.9-10.0.0.5')), []);
  });
  test('ignores the key for other cloud providers', async () =>
    assert.deepEqual(
      (await listPeerPodsFindings(createAwsMap('VM_POOL_IPS: "x"'))).filter((found) => found.startsWith('value-form')),
      [],
    ));
});
