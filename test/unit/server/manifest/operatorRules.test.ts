/**
 * The rules of Secrets, image and gate ConfigMaps and installation objects where their examples do not reach: silence,
 * severity, and what a fix may not do.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { installationRules } from '#server/manifest/rules/operator/index.ts';
import {
  configMap,
  objectWith,
  otherFileFor,
  secret,
  subscriptionWith,
} from '#server/manifest/rules/shared/exampleObjects.ts';
import { applyEdits, selectCompatibleEdits } from '#server/engine/findings/applyFixes.ts';
import { toPublicRuleId } from '#server/engine/findings/rule.ts';
import { check, type CheckOptions } from '#test/support/manifests/checkText.ts';

const own = new Set(installationRules.map(({ id }) => toPublicRuleId(id)));

/** What our rules find: `rule severity`, shortened. */
async function found(text: string, options: CheckOptions = {}): Promise<string[]> {
  const ours = (await check(text, options)).filter(({ rule }) => own.has(rule));
  for (const { message } of ours) assert.match(message, /^[^\n`]{20,240}$/);
  return ours.map(({ rule, severity }) => `${rule.slice('osc/'.length)} ${severity}`);
}

/** The text with the fixes made; by default only those that are sure. */
async function mended(text: string, options: CheckOptions = {}, title?: RegExp): Promise<string> {
  const fixes = (await check(text, options)).flatMap(({ finding }) =>
    finding.fixes.filter((fix) => (title === undefined ? fix.sure : title.test(fix.title))).slice(0, 1),
  );
  return applyEdits(text, selectCompatibleEdits(fixes));
}

const images = (...lines: string[]) => configMap('aws-podvm-image-cm', ...lines);
const gates = (...lines: string[]) => configMap('osc-feature-gates', ...lines);
const elsewhere = (text: string, namespace: string) =>
  text.replace('namespace: openshift-sandboxed-containers-operator', `namespace: ${namespace}`);

describe('installation check', () => {
  const cases: readonly [name: string, text: string, options?: CheckOptions][] = [
    [
      'template variables',
      images('ENABLE_NVIDIA_GPU: ${GPU}', 'AMI_VERSION: $(VERSION)', 'PODVM_IMAGE_URI: "{{ .uri }}"'),
    ],
    ['feature gates with template variables', gates('confidential: ${CONFIDENTIAL}', '${GATE}: "true"')],
    ['empty values', images('ENABLE_NVIDIA_GPU: ""', 'AMI_VERSION: ""', 'PODVM_IMAGE_URI: ""', 'BOOT_FIPS:')],
    [
      'valid image addresses',
      images(
        'PODVM_IMAGE_URI: bootc::image-registry.openshift-image-registry.svc:5000/openshift-sandboxed-containers-operator/podvm-bootc',
      ),
    ],
    ['an image without a tag or path', images('PODVM_IMAGE_URI: oci::quay.io/example/podvm')],
    [
      'an image referenced by digest',
      images(`PODVM_IMAGE_URI: oci::quay.io/example/podvm@sha256:${'0'.repeat(64)}::/image/podvm.qcow2`),
    ],
    ['unknown keys', images('SOMETHING: "true"')],
    [
      'other ConfigMaps',
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: kata-things\n  namespace: default\ndata:\n  confidential: yes\n',
    ],
    ['a ConfigMap without a namespace', gates('confidential: "true"').replace(/ {2}namespace.*\n/, '')],
    ['a namespace with a template variable', elsewhere(gates('confidential: "true"'), '${NAMESPACE}')],
    [
      'the upstream namespace',
      elsewhere(secret('stringData', 'AWS_ACCESS_KEY_ID: "1"'), 'confidential-containers-system'),
    ],
    [
      'SSH keys in another namespace',
      elsewhere(objectWith('Secret', 'ssh-key-secret', 'stringData', 'id_rsa: "x y"'), 'build'),
    ],
    ['a subscription to another operator', subscriptionWith('name: trustee-operator', 'channel: candidate')],
    ['a channel in a custom catalog', subscriptionWith('channel: candidate', 'source: my-operator-catalog')],
    [
      'a subscription patch',
      subscriptionWith()
        .replace(/ {2}(?:name: sandboxed-containers-operator\n {2}source|source).*\n/g, '')
        .replace('  name: sandboxed-containers-operator\nspec', '  name: sandboxed-containers-operator\nspec'),
    ],
    [
      'a version newer than the supported releases',
      subscriptionWith('startingCSV: sandboxed-containers-operator.v1.99.0'),
    ],
    [
      'a version with a build suffix',
      subscriptionWith('startingCSV: sandboxed-containers-operator.v1.12.0-0.1700000000.p'),
    ],
    [
      'a custom runtime class',
      'apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata:\n  name: kata-qemu\nhandler: kata-qemu\n',
    ],
    ['quoted values', images('AMI_VOLUME_SIZE: "30"', "INSTALL_PACKAGES: 'no'")],
    ['null values', images('AMI_VOLUME_SIZE: null', 'BUCKET_NAME: ~')],
    [
      'a PeerPodConfig before OSC 1.11',
      'apiVersion: confidentialcontainers.org/v1alpha1\nkind: PeerPodConfig\nmetadata:\n  name: a\nspec:\n  limit: "5"\n',
      { release: '1.10' },
    ],
    [
      'kustomize directives',
      'apiVersion: confidentialcontainers.org/v1alpha1\nkind: PeerPodConfig\nmetadata:\n  name: a\nspec:\n  $patch: delete\n',
      { release: '1.10' },
    ],
  ];
  for (const [name, text, options] of cases)
    test(`ignores ${name}`, async () => assert.deepEqual(await found(text, options), []));
});

const kataCc = 'apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata:\n  name: kata-cc\nhandler: kata-tdx\n';
const aboutOsc = { 'subscription.yaml': subscriptionWith() };

describe('installation check by severity', () => {
  const cases: readonly [name: string, text: string, expected: readonly string[], options?: CheckOptions][] = [
    ['reports information for a boolean that means no', images('ENABLE_NVIDIA_GPU: "False"'), ['podvm-cm-bool info']],
    ['reports information for a key that the operator sets', images('BOOT_FIPS: "true"'), ['podvm-cm-bool info']],
    [
      'reports information for keys from unreleased source code',
      configMap('ibmcloud-podvm-image-cm', 'ENABLE_NVIDIA_GPU: "true"', 'PODVM_IMAGE_URI: x'),
      ['podvm-cm-bool info', 'podvm-cm-image-uri info'],
    ],
    ['reports information for an invalid version on AWS', images('AMI_VERSION: latest'), ['podvm-cm-version info']],
    [
      'reports an error for an invalid version on Azure',
      configMap('azure-podvm-image-cm', 'IMAGE_VERSION: latest'),
      ['podvm-cm-version error'],
    ],
    [
      'reports an error for a gallery name that is too long',
      configMap('azure-podvm-image-cm', `IMAGE_GALLERY_NAME: ${'a'.repeat(81)}`),
      ['podvm-cm-gallery error'],
    ],
    [
      'warns about bootc on libvirt',
      configMap('libvirt-podvm-image-cm', 'PODVM_IMAGE_URI: bootc::quay.io/x/y:1'),
      ['podvm-cm-image-uri warning'],
    ],
    [
      'warns about a long invalid image path',
      images(`PODVM_IMAGE_URI: oci:${'/a'.repeat(500)} b`),
      ['podvm-cm-image-uri warning'],
    ],
    ['reports information for a value that Go parses as true', gates('confidential: "1"'), ['fg-value info']],
    [
      'warns about a value that Go parses as true in OSC 1.11',
      gates('confidential: "1"'),
      ['fg-value warning'],
      { release: '1.11' },
    ],
    ['reports information for another word for false', gates('confidential: "no"'), ['fg-value info']],
    [
      'reports information for feature gates from unreleased source code',
      gates('caaUpdateStrategy: ondelete', 'memoryOverheadMB: "350Mi"', 'deploymentMode: x'),
      ['fg-value info', 'fg-value info', 'fg-deployment-mode info'],
    ],
    ['reports information for an unknown feature gate', gates('quantumEntanglementSync: "false"'), ['fg-unknown info']],
    [
      'reports information for a feature gate that never had an effect',
      gates('timeTravel: "true"'),
      ['fg-unknown info'],
    ],
    [
      'warns about a second feature gate with different capitalization',
      gates('confidential: "true"', 'Confidential: "true"'),
      ['fg-unknown warning'],
    ],
    [
      'warns about an object in another namespace',
      elsewhere(gates('confidential: "true"'), 'openshift-operators'),
      ['ns-wrong warning'],
    ],
    [
      'warns about a numbered namespace',
      elsewhere(gates('confidential: "true"'), 'openshift-sandboxed-containers-operator2'),
      ['ns-wrong warning'],
    ],
    [
      'warns about a namespace with a suffix',
      elsewhere(gates('confidential: "true"'), 'openshift-sandboxed-containers-operator-b'),
      ['ns-wrong warning'],
    ],
    [
      'reports an error for a misspelled namespace',
      elsewhere(gates('confidential: "true"'), 'openshift-sandboxed-container-operator'),
      ['ns-wrong error'],
    ],
    [
      'reports an error for a subscription in another namespace',
      elsewhere(subscriptionWith(), 'openshift-operators'),
      ['ns-wrong error'],
    ],
    [
      'reports information for an unknown channel',
      subscriptionWith('channel: stable-1.12'),
      ['subscription-fields info'],
    ],
    [
      'warns about a version with two components',
      subscriptionWith('startingCSV: sandboxed-containers-operator.v1.12'),
      ['subscription-fields warning'],
    ],
    [
      'reports another release',
      subscriptionWith('startingCSV: sandboxed-containers-operator.v1.12.0'),
      ['subscription-fields info'],
      { release: '1.11' },
    ],
    [
      'warns about a very long version',
      subscriptionWith(`startingCSV: ${'x'.repeat(300)}`),
      ['subscription-fields warning'],
    ],
    ['reports information for a very long feature gate name', gates(`${'x'.repeat(300)}: "true"`), ['fg-unknown info']],
    [
      'warns about a very long namespace',
      elsewhere(configMap('layered-image-deploy-cm', 'osImageURL: a'), 'x'.repeat(300)),
      ['ns-wrong warning'],
    ],
    ['ignores kata-cc in OSC 1.11', kataCc, [], { release: '1.11', files: aboutOsc }],
    ['reports information for kata-cc', kataCc, ['runtimeclass-owned info'], { files: aboutOsc }],
    ['ignores kata-cc in a workspace without OSC manifests', kataCc, [], { files: {} }],
    ['ignores kata-cc when the workspace is unknown', kataCc, []],
    [
      'ignores kata-cc exported from a cluster',
      kataCc.replace('kata-cc\n', 'kata-cc\n  uid: "1"\n'),
      [],
      { files: aboutOsc },
    ],
  ];
  for (const [name, text, expected, options] of cases)
    test(name, async () => assert.deepEqual(await found(text, options), expected));
});

describe('OperatorGroup check', () => {
  const group = (namespace: string, targets: string, name = 'g') =>
    `apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata:\n  name: ${name}\n  namespace: ${namespace}\nspec:\n  targetNamespaces: ${targets}\n# sandboxed-containers\n`;
  const right = 'openshift-sandboxed-containers-operator';
  const cases: readonly [name: string, text: string, expected: readonly string[]][] = [
    ['ignores a group of another operator', group('logging', '[logging]'), []],
    ['ignores another operator that also watches the OSC namespace', group('logging', `[logging, ${right}]`), []],
    [
      'reports the OSC group in another namespace',
      group('openshift-operators', `[${right}]`, 'sandboxed-containers-operator-group'),
      ['ns-wrong error'],
    ],
    ['reports a group that watches another namespace', group(right, '[default]'), ['ns-wrong error']],
    ['ignores target namespaces with a template variable', group(right, '[default, "${NS}"]'), []],
    ['ignores a group that watches all namespaces', group(right, '[]'), []],
    [
      'reports a typo in both the namespace and the target',
      group('openshft-sandboxed-containers-operator', '[openshft-sandboxed-containers-operator]'),
      ['ns-wrong error', 'ns-wrong error'],
    ],
  ];
  for (const [name, text, expected] of cases) test(name, async () => assert.deepEqual(await found(text), expected));
  test('fixes a typo in both places', async () =>
    assert.equal(
      await mended(group('openshft-sandboxed-containers-operator', '[openshft-sandboxed-containers-operator]')),
      group(right, `[${right}]`),
    ));
});

describe('ppsecret-missing-key', () => {
  const aws = { files: otherFileFor('aws') };
  const whole = secret('stringData', 'AWS_ACCESS_KEY_ID: "a b"', 'AWS_SECRET_ACCESS_KEY: "a b"');
  const missing = ['ppsecret-missing-key error'];
  const cases: readonly [name: string, text: string, expected: readonly string[], options: CheckOptions][] = [
    ['accepts a complete Secret', whole, [], aws],
    [
      'accepts keys split between data and stringData',
      `${secret('stringData', 'AWS_ACCESS_KEY_ID: "a b"')}data:\n  AWS_SECRET_ACCESS_KEY: YSBi\n`,
      [],
      aws,
    ],
    ['reports a missing key', secret('stringData', 'AWS_ACCESS_KEY_ID: "a b"'), missing, aws],
    ['reports empty and missing keys', secret('stringData', 'AWS_ACCESS_KEY_ID: ""'), [...missing, ...missing], aws],
    ['accepts placeholders', secret('stringData', 'AWS_ACCESS_KEY_ID: <id>', 'AWS_SECRET_ACCESS_KEY: <key>'), [], aws],
    [
      'accepts template variables as values',
      secret('stringData', 'AWS_ACCESS_KEY_ID: ${ID}', 'AWS_SECRET_ACCESS_KEY: ${KEY}'),
      [],
      aws,
    ],
    ['accepts template variables as keys', secret('stringData', '${KEYS}: ""'), [], aws],
    ['accepts a role instead of keys', secret('stringData', 'AWS_ROLE_ARN: "arn:aws:iam::1:role/r"'), [], aws],
    ['ignores a Secret without data', whole.replace(/stringData[^]*/, ''), [], aws],
    ['reports a Secret with an empty section', whole.replace(/stringData[^]*/, 'stringData: {}\n'), missing, aws],
    [
      'ignores a Secret for a cloud provider that differs from the ConfigMap',
      secret('stringData', 'AZURE_CLIENT_ID: "a b"'),
      [],
      aws,
    ],
    ['ignores missing keys in an unknown workspace', secret('stringData', 'AWS_ACCESS_KEY_ID: "a b"'), [], {}],
    [
      'ignores missing keys when the cloud provider is unknown',
      secret('stringData', 'AWS_ACCESS_KEY_ID: "a b"'),
      [],
      { files: {} },
    ],
    [
      'ignores missing keys with two cloud providers',
      secret('stringData', 'AWS_ACCESS_KEY_ID: "a b"'),
      [],
      { files: { ...aws.files, 'b.yaml': otherFileFor('gcp')['peer-pods-cm.yaml'] ?? '' } },
    ],
    [
      'uses the cloud provider in the Secret',
      secret('stringData', 'CLOUD_PROVIDER: "libvirt"'),
      missing,
      { files: {} },
    ],
    [
      'downgrades to information when another file defines the Secret',
      secret('stringData', 'AWS_ACCESS_KEY_ID: "a b"'),
      ['ppsecret-missing-key info'],
      { files: { ...aws.files, 'base.yaml': whole.trimStart() } },
    ],
    [
      'accepts a cloud provider without required keys',
      secret('stringData', 'IBMCLOUD_ZONE: "x y"'),
      [],
      { files: otherFileFor('ibmcloud') },
    ],
    [
      'accepts a federated token on Azure',
      secret(
        'stringData',
        'AZURE_TENANT_ID: a b',
        'AZURE_CLIENT_ID: a b',
        'AZURE_SUBSCRIPTION_ID: a b',
        'AZURE_FEDERATED_TOKEN_FILE: /var/x',
      ),
      [],
      { files: otherFileFor('azure') },
    ],
  ];
  for (const [name, text, expected, options] of cases)
    test(name, async () => assert.deepEqual(await found(text, options), expected));

  test('adds missing keys automatically only when their values are known', async () => {
    const text = secret('stringData', 'AWS_ACCESS_KEY_ID: "a b"');
    assert.equal(await mended(text, aws), text);
    assert.equal(await mended(text, aws, /^Add/), `${text}  AWS_SECRET_ACCESS_KEY: ""\n`);
    const encoded = secret('data', 'LIBVIRT_URI: YSBi');
    assert.equal(
      await mended(encoded, { files: otherFileFor('libvirt') }),
      `${encoded}  CLOUD_PROVIDER: "bGlidmlydA=="\n`,
    );
  });
});

describe('ppsecret-base64', () => {
  const plain = ['ppsecret-base64 error'];
  const cases: readonly [name: string, text: string, expected: readonly string[]][] = [
    ['accepts valid base64', secret('data', 'A: YSBi', 'B: ""', 'C: |', '  YSBi', '  YSBi'), []],
    ['accepts a placeholder', secret('data', 'A: <base64 of it>'), []],
    ['reports missing padding', secret('data', 'A: YSBiYw'), plain],
    ['reports the URL-safe alphabet', secret('data', 'A: a-_b'), plain],
    ['reports an unencoded access key ID', secret('data', 'AWS_ACCESS_KEY_ID: AKIAEXAMPLEEXAMPLE00'), plain],
    ['accepts the same characters in another key', secret('data', 'OTHER: AKIAEXAMPLEEXAMPLE00'), []],
    ['leaves numbers to another rule', secret('data', 'A: 12'), ['data-non-string error']],
    ['reports an unencoded SSH key', objectWith('Secret', 'ssh-key-secret', 'data', 'id_rsa: "-----BEGIN"'), plain],
    ['accepts text in stringData', secret('stringData', 'A: some password', 'B: passwordpassword', 'C: c2hvcnQ='), []],
    [
      'accepts a possible random key in stringData',
      secret('stringData', 'AWS_SECRET_ACCESS_KEY: wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'),
      [],
    ],
    [
      'reports encoded text in stringData as information',
      secret('stringData', 'AZURE_CLIENT_SECRET: c29tZSBsb25nIHBhc3N3b3Jk'),
      ['ppsecret-base64 info'],
    ],
    ['ignores other Secrets', elsewhere(secret('data', 'A: not!base64'), 'confidential-containers-system'), []],
  ];
  for (const [name, text, expected] of cases) test(name, async () => assert.deepEqual(await found(text), expected));

  test('offers no automatic move for possibly damaged base64', async () => {
    const text = secret('data', 'A: YSBiYw');
    assert.equal(await mended(text), text);
    assert.equal(await mended(text, {}, /^Move/), secret('stringData', 'A: YSBiYw'));
  });
  test('moves one of several values to stringData', async () => {
    const text = `${secret('data', 'A: YSBi', 'B: "a b!"')}stringData:\n  C: "c"\n`;
    assert.equal(await mended(text), `${secret('data', 'A: YSBi')}stringData:\n  C: "c"\n  B: "a b!"\n`);
  });
  test('removes the section with the last value', async () => {
    const text = `${secret('data', 'B: "a b!"')}stringData:\n  C: "c"\n`;
    assert.equal(await mended(text), secret('stringData', 'C: "c"', 'B: "a b!"'));
  });
  test("doesn't move existing, anchored, merged, or multiline values automatically", async () => {
    for (const text of [
      `${secret('data', 'B: "a b!"')}stringData:\n  B: "c"\n`,
      secret('data', 'A: &a a!b', 'B: YSBi'),
      secret('data', 'A: |', '  a!', '  b', 'B: YSBi'),
      `x: &x\n  A: a!b\n${secret('data', '<<: *x', 'B: YSBi').trimStart()}`,
    ]) {
      assert.deepEqual(await found(text), plain);
      assert.equal(await mended(text), text);
    }
  });
  test('keeps CRLF line breaks', async () => {
    const text = secret('data', 'A: YSBi', 'B: "a b!"').replaceAll('\n', '\r\n');
    assert.equal(await mended(text), `${secret('data', 'A: YSBi')}stringData:\n  B: "a b!"\n`.replaceAll('\n', '\r\n'));
  });
});

test('installation findings never show Secret values', async () => {
  const value = 'Xyzzy';
  const texts = [
    secret('data', `AWS_ACCESS_KEY_ID: ${value}!`, `AWS_SECRET_ACCESS_KEY: [${value}]`, 'GCP_CREDENTIALS: 12345'),
    secret(
      'stringData',
      `AWS_ACCESS_KEY_ID: ${Buffer.from(`${value} ${value} ${value}`).toString('base64')}`,
      `GCP_CREDENTIALS: {"a": "${value}"}`,
      'LIBVIRT_URI: 12345',
    ),
    secret('stringData', `LIBVIRT_URI: <${value}>`),
  ];
  const hidden = [value, '12345', Buffer.from(value).toString('base64').slice(0, 6)];
  let seen = 0;
  for (const text of texts) {
    for (const { finding } of await check(text, { files: otherFileFor('aws') })) {
      seen += 1;
      const words = [
        finding.message,
        ...finding.fixes.map(({ title }) => title),
        ...finding.related.map(({ message }) => message),
      ].join('\n');
      for (const secretText of hidden) assert.equal(words.includes(secretText), false, words);
    }
  }
  assert.ok(seen >= 6, `only ${seen} findings`);
});

describe('data-non-string', () => {
  const cases: readonly [name: string, text: string, expected: string][] = [
    [
      'uses the keywords of the key',
      images('INSTALL_PACKAGES: true', 'DISABLE_CLOUD_CONFIG: yes'),
      images('INSTALL_PACKAGES: "yes"', 'DISABLE_CLOUD_CONFIG: "true"'),
    ],
    [
      'quotes a number',
      configMap('layered-image-deploy-cm', 'kernelArguments: 0x10'),
      configMap('layered-image-deploy-cm', 'kernelArguments: "0x10"'),
    ],
    [
      'quotes JSON that spans lines',
      secret('stringData', 'GCP_CREDENTIALS: {', '    "a": "it\'s",', '    "b": 1', '  }'),
      secret('stringData', `GCP_CREDENTIALS: '{ "a": "it''s", "b": 1 }'`),
    ],
    [
      "offers no automatic fix for a mapping that isn't JSON",
      secret('stringData', 'GCP_CREDENTIALS: {a: b}'),
      secret('stringData', 'GCP_CREDENTIALS: {a: b}'),
    ],
    ['offers no automatic fix for a list', images('A: [b]'), images('A: [b]')],
    [
      "offers no automatic fix for a number that isn't a version",
      images('AMI_VERSION: 0.1'),
      images('AMI_VERSION: 0.1'),
    ],
    ['offers no automatic fix for a number instead of a boolean', gates('confidential: 1'), gates('confidential: 1')],
    ['offers no automatic fix for an anchored value', images('A: &a 1', 'B: *a'), images('A: &a 1', 'B: *a')],
  ];
  for (const [name, text, expected] of cases) {
    test(name, async () => {
      assert.ok((await found(text)).includes('data-non-string error'));
      assert.equal(await mended(text), expected);
      if (expected !== text) assert.deepEqual(await found(expected), []);
    });
  }
});

describe('feature gate rename', () => {
  test("isn't automatic when the value is also invalid", async () => {
    const text = gates('Confidential: "yes"');
    assert.equal(await mended(text), text);
    assert.equal(await mended(text, {}, /^Rename/), gates('confidential: "yes"'));
  });
  test('keeps the quotes', async () =>
    assert.equal(await mended(gates('"confidentail": "true"')), gates('"confidential": "true"')));
});

describe('fg-layered-missing-cm', () => {
  const on = gates('layeredImageDeployment: "true"');
  const map = (...lines: string[]) => configMap('layered-image-deploy-cm', ...lines).trimStart();
  const cases: readonly [
    name: string,
    text: string,
    expected: readonly string[],
    files: Record<string, string> | undefined,
  ][] = [
    ['warns about a missing ConfigMap', on, ['fg-layered-missing-cm warning'], {}],
    ['accepts a ConfigMap in another file', on, [], { 'a.yaml': map('osImageURL: a') }],
    ['accepts a ConfigMap in the same file', `${on}---\n${map('osImageURL: a')}`, [], {}],
    [
      'warns about a ConfigMap in another namespace',
      on,
      ['fg-layered-missing-cm warning'],
      { 'a.yaml': elsewhere(map('osImageURL: a'), 'default') },
    ],
    ['ignores a disabled feature gate', gates('layeredImageDeployment: "false"'), [], {}],
    ['ignores a feature gate with a template variable', gates('layeredImageDeployment: "${ON}"'), [], {}],
    ['reports nothing in an unknown workspace', on, [], undefined],
    [
      'reports an error for an empty image address',
      map('osImageURL: ""'),
      ['fg-layered-missing-cm error'],
      { 'a.yaml': on },
    ],
    ['accepts an image address with a template variable', map('osImageURL: ${IMAGE}'), [], { 'a.yaml': on }],
    ['ignores a missing image address when no feature gate requires it', map('kernelArguments: a'), [], {}],
  ];
  for (const [name, text, expected, files] of cases)
    test(name, async () => assert.deepEqual(await found(text, files === undefined ? {} : { files }), expected));

  test('adds the ConfigMap with a placeholder', async () => {
    const out = await mended(on, { files: {} }, /layered-image-deploy-cm/);
    assert.equal(out, `${on}---${configMap('layered-image-deploy-cm', 'osImageURL: "<image of the nodes>"')}`);
    assert.deepEqual(
      (await check(out, { files: {} })).map(({ rule }) => rule),
      ['osc/placeholder-left-in'],
    );
  });
});

describe('PeerPodConfig check', () => {
  const object = (spec: string) =>
    `apiVersion: confidentialcontainers.org/v1alpha1\nkind: PeerPodConfig\nmetadata:\n  name: a\nspec:\n${spec}`;
  test('offers a conversion to a ConfigMap but never applies it automatically', async () => {
    const text = `---\n${object('  limit: "5"\n')}---\nkind: Other\n`;
    assert.equal(await mended(text), text);
    const out = await mended(text, {}, /^Convert/);
    assert.equal(out, `---${configMap('peer-pods-cm', 'PEERPODS_LIMIT_PER_NODE: "5"')}---\nkind: Other\n`);
  });
  test('offers no conversion without a numeric limit', async () => {
    for (const spec of ['  limit: many\n', '  limit: ${LIMIT}\n', '  instanceType: a\n']) {
      const all = await check(object(spec));
      assert.deepEqual(
        all.map(({ rule, finding }) => [rule, finding.fixes]),
        [['osc/peerpodconfig-deprecated', []]],
      );
    }
  });
  test('names an unknown field and the known one', async () => {
    const [, unknown] = await check(object('  colour: red\n'));
    assert.match(unknown?.message ?? '', /^spec has no field "colour".*limit/);
    assert.equal(await mended(object('  limits: "5"\n  limit: "6"\n')), object('  limits: "5"\n  limit: "6"\n'));
  });
});

describe('nfd-kata-rule', () => {
  const feature = (data: string) =>
    `apiVersion: nfd.openshift.io/v1\nkind: NodeFeatureDiscovery\nmetadata:\n  name: nfd\nspec:\n  workerConfig:\n    configData: |\n${data.replace(/^/gm, '      ')}\n`;
  const label = 'feature.node.kubernetes.io/runtime.kata';
  const cases: readonly [name: string, data: string, expected: readonly string[]][] = [
    ['accepts the correct label as a rule name', `sources:\n  custom:\n    - name: ${label}`, []],
    [
      'accepts the correct label in labels',
      `sources:\n  custom:\n    - name: kata rule\n      labels:\n        ${label}: "true"`,
      [],
    ],
    [
      'accepts the correct name next to another',
      `sources:\n  custom:\n    - name: runtime.kata\n    - name: ${label}`,
      [],
    ],
    [
      'warns about a misspelled label',
      'sources:\n  custom:\n    - name: kata\n      labels:\n        feature.node.kubernetes.io/runtime_kata: "true"',
      ['nfd-kata-rule warning'],
    ],
    [
      'warns about another prefix',
      'sources:\n  custom:\n    - name: example.com/runtime.kata',
      ['nfd-kata-rule warning'],
    ],
    ['ignores other labels that contain kata', 'sources:\n  custom:\n    - name: example.com/kata-tdx', []],
    ['ignores invalid YAML', 'sources: [\nkata', []],
    ['ignores comments', '# runtime.kata\nsources: {}', []],
  ];
  for (const [name, data, expected] of cases)
    test(name, async () => assert.deepEqual(await found(feature(data)), expected));
  test('completes the label only on request', async () => {
    const text = feature('sources:\n  custom:\n    - name: runtime.kata');
    assert.equal(await mended(text), text);
    assert.equal(await mended(text, {}, /^Change/), feature(`sources:\n  custom:\n    - name: ${label}`));
  });
});

test('fixes apply to List items', async () => {
  const list = (value: string) =>
    `apiVersion: v1\nkind: List\nitems:\n  - apiVersion: v1\n    kind: ConfigMap\n    metadata:\n      name: osc-feature-gates\n    data:\n      confidential: ${value}\n`;
  assert.deepEqual(await found(list('"yes"')), ['fg-value warning']);
  assert.equal(await mended(list('"yes"')), list('"true"'));
});

test('anchored values are checked but not fixed automatically', async () => {
  const text = gates('confidential: &on "yes"', 'layeredImageDeployment: *on');
  assert.deepEqual(await found(text), ['fg-value warning', 'fg-value warning']);
  assert.equal(await mended(text), text);
});
