/** The rules of Secrets, image and gate ConfigMaps and installation objects where their examples do not reach: silence, severity, and what a fix may not do. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { installationRules } from '../../../server/src/rules/installation/index.ts';
import { configMap, objectWith, otherFileFor, secret, subscriptionWith } from '../../../server/src/rules/installation/exampleObjects.ts';
import { applyEdits, compatibleEdits } from '../../../server/src/rules/applyFixes.ts';
import { publicId } from '../../../server/src/rules/rule.ts';
import { check, type CheckOptions } from '../../support/check.ts';

const own = new Set(installationRules.map(({ id }) => publicId(id)));

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
  return applyEdits(text, compatibleEdits(fixes));
}

const images = (...lines: string[]) => configMap('aws-podvm-image-cm', ...lines);
const gates = (...lines: string[]) => configMap('osc-feature-gates', ...lines);
const elsewhere = (text: string, namespace: string) => text.replace('namespace: openshift-sandboxed-containers-operator', `namespace: ${namespace}`);

describe('nothing is said', () => {
  const cases: readonly [name: string, text: string, options?: CheckOptions][] = [
    ['of templates', images('ENABLE_NVIDIA_GPU: ${GPU}', 'AMI_VERSION: $(VERSION)', 'PODVM_IMAGE_URI: "{{ .uri }}"')],
    ['of gates that are filled in later', gates('confidential: ${CONFIDENTIAL}', '${GATE}: "true"')],
    ['of empty values', images('ENABLE_NVIDIA_GPU: ""', 'AMI_VERSION: ""', 'PODVM_IMAGE_URI: ""', 'BOOT_FIPS:')],
    [
      'of right addresses of images',
      images('PODVM_IMAGE_URI: bootc::image-registry.openshift-image-registry.svc:5000/openshift-sandboxed-containers-operator/podvm-bootc'),
    ],
    ['of an image without tag and path, which have defaults', images('PODVM_IMAGE_URI: oci::quay.io/example/podvm')],
    ['of an image by its digest', images(`PODVM_IMAGE_URI: oci::quay.io/example/podvm@sha256:${'0'.repeat(64)}::/image/podvm.qcow2`)],
    ['of other keys', images('SOMETHING: "true"')],
    ["of somebody else's ConfigMap", 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: kata-things\n  namespace: default\ndata:\n  confidential: yes\n'],
    ['of a ConfigMap of that name without namespace', gates('confidential: "true"').replace(/ {2}namespace.*\n/, '')],
    ['of a namespace that is filled in later', elsewhere(gates('confidential: "true"'), '${NAMESPACE}')],
    ["of upstream's own namespace", elsewhere(secret('stringData', 'AWS_ACCESS_KEY_ID: "1"'), 'confidential-containers-system')],
    ['of SSH keys in any namespace', elsewhere(objectWith('Secret', 'ssh-key-secret', 'stringData', 'id_rsa: "x y"'), 'build')],
    ["of another operator's Subscription", subscriptionWith('name: trustee-operator', 'channel: candidate')],
    ['of a channel of a catalogue of your own', subscriptionWith('channel: candidate', 'source: my-operator-catalog')],
    [
      'of a patch of a Subscription',
      subscriptionWith()
        .replace(/ {2}(?:name: sandboxed-containers-operator\n {2}source|source).*\n/g, '')
        .replace('  name: sandboxed-containers-operator\nspec', '  name: sandboxed-containers-operator\nspec'),
    ],
    ['of a version that is newer than we are', subscriptionWith('startingCSV: sandboxed-containers-operator.v1.99.0')],
    ['of a version with a build behind it', subscriptionWith('startingCSV: sandboxed-containers-operator.v1.12.0-0.1700000000.p')],
    ['of a runtime class of your own', 'apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata:\n  name: kata-qemu\nhandler: kata-qemu\n'],
    ['of values in quotation marks', images('AMI_VOLUME_SIZE: "30"', "INSTALL_PACKAGES: 'no'")],
    ['of null', images('AMI_VOLUME_SIZE: null', 'BUCKET_NAME: ~')],
    [
      'of a PeerPodConfig before 1.11',
      'apiVersion: confidentialcontainers.org/v1alpha1\nkind: PeerPodConfig\nmetadata:\n  name: a\nspec:\n  limit: "5"\n',
      { release: '1.10' },
    ],
    [
      'of orders to kustomize',
      'apiVersion: confidentialcontainers.org/v1alpha1\nkind: PeerPodConfig\nmetadata:\n  name: a\nspec:\n  $patch: delete\n',
      { release: '1.10' },
    ],
  ];
  for (const [name, text, options] of cases) test(name, async () => assert.deepEqual(await found(text, options), []));
});

const kataCc = 'apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata:\n  name: kata-cc\nhandler: kata-tdx\n';
const aboutOsc = { 'subscription.yaml': subscriptionWith() };

describe('severity', () => {
  const cases: readonly [name: string, text: string, expected: readonly string[], options?: CheckOptions][] = [
    ['a boolean that means no counts as no', images('ENABLE_NVIDIA_GPU: "False"'), ['podvm-cm-bool info']],
    ['the operator writes it itself', images('BOOT_FIPS: "true"'), ['podvm-cm-bool info']],
    [
      'development sources',
      configMap('ibmcloud-podvm-image-cm', 'ENABLE_NVIDIA_GPU: "true"', 'PODVM_IMAGE_URI: x'),
      ['podvm-cm-bool info', 'podvm-cm-image-uri info'],
    ],
    ['a version on AWS is only a name', images('AMI_VERSION: latest'), ['podvm-cm-version info']],
    ['a version on Azure', configMap('azure-podvm-image-cm', 'IMAGE_VERSION: latest'), ['podvm-cm-version error']],
    ['a gallery name too long', configMap('azure-podvm-image-cm', `IMAGE_GALLERY_NAME: ${'a'.repeat(81)}`), ['podvm-cm-gallery error']],
    ['bootc on libvirt', configMap('libvirt-podvm-image-cm', 'PODVM_IMAGE_URI: bootc::quay.io/x/y:1'), ['podvm-cm-image-uri warning']],
    ['a long path of a wrong image', images(`PODVM_IMAGE_URI: oci:${'/a'.repeat(500)} b`), ['podvm-cm-image-uri warning']],
    ['Go takes it for true, some day', gates('confidential: "1"'), ['fg-value info']],
    ['Go takes it for true, but not yet', gates('confidential: "1"'), ['fg-value warning'], { release: '1.11' }],
    ['a gate off by another word', gates('confidential: "no"'), ['fg-value info']],
    [
      'gates of development sources',
      gates('caaUpdateStrategy: ondelete', 'memoryOverheadMB: "350Mi"', 'deploymentMode: x'),
      ['fg-value info', 'fg-value info', 'fg-deployment-mode info'],
    ],
    ['a gate like none of ours', gates('quantumEntanglementSync: "false"'), ['fg-unknown info']],
    ['a gate that never did anything', gates('timeTravel: "true"'), ['fg-unknown info']],
    ['a gate that is there twice', gates('confidential: "true"', 'Confidential: "true"'), ['fg-unknown warning']],
    ['an object in another namespace', elsewhere(gates('confidential: "true"'), 'openshift-operators'), ['ns-wrong warning']],
    ['an object in one with a number', elsewhere(gates('confidential: "true"'), 'openshift-sandboxed-containers-operator2'), ['ns-wrong warning']],
    ['an object in one with another part', elsewhere(gates('confidential: "true"'), 'openshift-sandboxed-containers-operator-b'), ['ns-wrong warning']],
    ['an object in a misspelled one', elsewhere(gates('confidential: "true"'), 'openshift-sandboxed-container-operator'), ['ns-wrong error']],
    ['a Subscription in another namespace', elsewhere(subscriptionWith(), 'openshift-operators'), ['ns-wrong error']],
    ['a channel that we have not heard of', subscriptionWith('channel: stable-1.12'), ['subscription-fields info']],
    ['a version of two numbers', subscriptionWith('startingCSV: sandboxed-containers-operator.v1.12'), ['subscription-fields warning']],
    ['a version of another release', subscriptionWith('startingCSV: sandboxed-containers-operator.v1.12.0'), ['subscription-fields info'], { release: '1.11' }],
    ['a very long version', subscriptionWith(`startingCSV: ${'x'.repeat(300)}`), ['subscription-fields warning']],
    ['a very long gate', gates(`${'x'.repeat(300)}: "true"`), ['fg-unknown info']],
    ['a very long namespace', elsewhere(configMap('layered-image-deploy-cm', 'osImageURL: a'), 'x'.repeat(300)), ['ns-wrong warning']],
    ['kata-cc before it was made', kataCc, [], { release: '1.11', files: aboutOsc }],
    ['kata-cc', kataCc, ['runtimeclass-owned info'], { files: aboutOsc }],
    ['kata-cc of somebody else', kataCc, [], { files: {} }],
    ['kata-cc, and nobody knows what else there is', kataCc, []],
    ['kata-cc as the cluster has it', kataCc.replace('kata-cc\n', 'kata-cc\n  uid: "1"\n'), [], { files: aboutOsc }],
  ];
  for (const [name, text, expected, options] of cases) test(name, async () => assert.deepEqual(await found(text, options), expected));
});

describe('an OperatorGroup', () => {
  const group = (namespace: string, targets: string, name = 'g') =>
    `apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata:\n  name: ${name}\n  namespace: ${namespace}\nspec:\n  targetNamespaces: ${targets}\n# sandboxed-containers\n`;
  const right = 'openshift-sandboxed-containers-operator';
  const cases: readonly [name: string, text: string, expected: readonly string[]][] = [
    ['of another operator', group('logging', '[logging]'), []],
    ['of another operator that watches ours too', group('logging', `[logging, ${right}]`), []],
    ['of ours elsewhere', group('openshift-operators', `[${right}]`, 'sandboxed-containers-operator-group'), ['ns-wrong error']],
    ['that watches others', group(right, '[default]'), ['ns-wrong error']],
    ['that watches others, not all known', group(right, '[default, "${NS}"]'), []],
    ['that watches all', group(right, '[]'), []],
    [
      'misspelled in both places',
      group('openshft-sandboxed-containers-operator', '[openshft-sandboxed-containers-operator]'),
      ['ns-wrong error', 'ns-wrong error'],
    ],
  ];
  for (const [name, text, expected] of cases) test(name, async () => assert.deepEqual(await found(text), expected));
  test('is mended in both places', async () =>
    assert.equal(await mended(group('openshft-sandboxed-containers-operator', '[openshft-sandboxed-containers-operator]')), group(right, `[${right}]`)));
});

describe('peer-pods-secret', () => {
  const aws = { files: otherFileFor('aws') };
  const whole = secret('stringData', 'AWS_ACCESS_KEY_ID: "a b"', 'AWS_SECRET_ACCESS_KEY: "a b"');
  const missing = ['ppsecret-missing-key error'];
  const cases: readonly [name: string, text: string, expected: readonly string[], options: CheckOptions][] = [
    ['whole', whole, [], aws],
    ['in data and stringData together', `${secret('stringData', 'AWS_ACCESS_KEY_ID: "a b"')}data:\n  AWS_SECRET_ACCESS_KEY: YSBi\n`, [], aws],
    ['one missing', secret('stringData', 'AWS_ACCESS_KEY_ID: "a b"'), missing, aws],
    ['one empty, one missing', secret('stringData', 'AWS_ACCESS_KEY_ID: ""'), [...missing, ...missing], aws],
    ['a placeholder is there', secret('stringData', 'AWS_ACCESS_KEY_ID: <id>', 'AWS_SECRET_ACCESS_KEY: <key>'), [], aws],
    ['a template is there', secret('stringData', 'AWS_ACCESS_KEY_ID: ${ID}', 'AWS_SECRET_ACCESS_KEY: ${KEY}'), [], aws],
    ['keys by a template', secret('stringData', '${KEYS}: ""'), [], aws],
    ['a role in place of a key', secret('stringData', 'AWS_ROLE_ARN: "arn:aws:iam::1:role/r"'), [], aws],
    ['no section yet', whole.replace(/stringData[^]*/, ''), [], aws],
    ['an empty section', whole.replace(/stringData[^]*/, 'stringData: {}\n'), missing, aws],
    ['of another cloud than the only ConfigMap', secret('stringData', 'AZURE_CLIENT_ID: "a b"'), [], aws],
    ['the workspace is not known', secret('stringData', 'AWS_ACCESS_KEY_ID: "a b"'), [], {}],
    ['the workspace does not say which cloud', secret('stringData', 'AWS_ACCESS_KEY_ID: "a b"'), [], { files: {} }],
    ['two clouds', secret('stringData', 'AWS_ACCESS_KEY_ID: "a b"'), [], { files: { ...aws.files, 'b.yaml': otherFileFor('gcp')['peer-pods-cm.yaml'] ?? '' } }],
    ['the Secret says which cloud', secret('stringData', 'CLOUD_PROVIDER: "libvirt"'), missing, { files: {} }],
    [
      'another file has it too',
      secret('stringData', 'AWS_ACCESS_KEY_ID: "a b"'),
      ['ppsecret-missing-key info'],
      { files: { ...aws.files, 'base.yaml': whole.trimStart() } },
    ],
    ['a cloud for which nothing is asked', secret('stringData', 'IBMCLOUD_ZONE: "x y"'), [], { files: otherFileFor('ibmcloud') }],
    [
      'for Azure with a federated token',
      secret('stringData', 'AZURE_TENANT_ID: a b', 'AZURE_CLIENT_ID: a b', 'AZURE_SUBSCRIPTION_ID: a b', 'AZURE_FEDERATED_TOKEN_FILE: /var/x'),
      [],
      { files: otherFileFor('azure') },
    ],
  ];
  for (const [name, text, expected, options] of cases) test(name, async () => assert.deepEqual(await found(text, options), expected));

  test('missing keys are added empty, unasked only what is known', async () => {
    const text = secret('stringData', 'AWS_ACCESS_KEY_ID: "a b"');
    assert.equal(await mended(text, aws), text);
    assert.equal(await mended(text, aws, /^Add/), `${text}  AWS_SECRET_ACCESS_KEY: ""\n`);
    const encoded = secret('data', 'LIBVIRT_URI: YSBi');
    assert.equal(await mended(encoded, { files: otherFileFor('libvirt') }), `${encoded}  CLOUD_PROVIDER: "bGlidmlydA=="\n`);
  });
});

describe('base64', () => {
  const plain = ['ppsecret-base64 error'];
  const cases: readonly [name: string, text: string, expected: readonly string[]][] = [
    ['right', secret('data', 'A: YSBi', 'B: ""', 'C: |', '  YSBi', '  YSBi'), []],
    ['a placeholder', secret('data', 'A: <base64 of it>'), []],
    ['not padded', secret('data', 'A: YSBiYw'), plain],
    ['the alphabet of URLs', secret('data', 'A: a-_b'), plain],
    ['the id of an access key', secret('data', 'AWS_ACCESS_KEY_ID: AKIAEXAMPLEEXAMPLE00'), plain],
    ['the same letters in another key', secret('data', 'OTHER: AKIAEXAMPLEEXAMPLE00'), []],
    ['a number is the business of another rule', secret('data', 'A: 12'), ['data-non-string error']],
    ['of SSH keys', objectWith('Secret', 'ssh-key-secret', 'data', 'id_rsa: "-----BEGIN"'), plain],
    ['text under stringData', secret('stringData', 'A: some password', 'B: passwordpassword', 'C: c2hvcnQ='), []],
    ['what may be a random key', secret('stringData', 'AWS_SECRET_ACCESS_KEY: wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'), []],
    ['base64 of a text under stringData', secret('stringData', 'AZURE_CLIENT_SECRET: c29tZSBsb25nIHBhc3N3b3Jk'), ['ppsecret-base64 info']],
    ["in somebody else's Secret", elsewhere(secret('data', 'A: not!base64'), 'confidential-containers-system'), []],
  ];
  for (const [name, text, expected] of cases) test(name, async () => assert.deepEqual(await found(text), expected));

  test('what may be damaged base64 is not moved unasked', async () => {
    const text = secret('data', 'A: YSBiYw');
    assert.equal(await mended(text), text);
    assert.equal(await mended(text, {}, /^Move/), secret('stringData', 'A: YSBiYw'));
  });
  test('one of several is moved to the other section', async () => {
    const text = `${secret('data', 'A: YSBi', 'B: "a b!"')}stringData:\n  C: "c"\n`;
    assert.equal(await mended(text), `${secret('data', 'A: YSBi')}stringData:\n  C: "c"\n  B: "a b!"\n`);
  });
  test('the last one takes its section along', async () => {
    const text = `${secret('data', 'B: "a b!"')}stringData:\n  C: "c"\n`;
    assert.equal(await mended(text), secret('stringData', 'C: "c"', 'B: "a b!"'));
  });
  test('what is there already, anchored, borrowed or of several lines stays', async () => {
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
  test('CRLF', async () => {
    const text = secret('data', 'A: YSBi', 'B: "a b!"').replaceAll('\n', '\r\n');
    assert.equal(await mended(text), `${secret('data', 'A: YSBi')}stringData:\n  B: "a b!"\n`.replaceAll('\n', '\r\n'));
  });
});

test('no value of a Secret is shown', async () => {
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
      const words = [finding.message, ...finding.fixes.map(({ title }) => title), ...finding.related.map(({ message }) => message)].join('\n');
      for (const secretText of hidden) assert.equal(words.includes(secretText), false, words);
    }
  }
  assert.ok(seen >= 6, `only ${seen} findings`);
});

describe('a value that is no string', () => {
  const cases: readonly [name: string, text: string, expected: string][] = [
    ['words of the key', images('INSTALL_PACKAGES: true', 'DISABLE_CLOUD_CONFIG: yes'), images('INSTALL_PACKAGES: "yes"', 'DISABLE_CLOUD_CONFIG: "true"')],
    ['as it is written', configMap('layered-image-deploy-cm', 'kernelArguments: 0x10'), configMap('layered-image-deploy-cm', 'kernelArguments: "0x10"')],
    [
      'JSON over several lines',
      secret('stringData', 'GCP_CREDENTIALS: {', '    "a": "it\'s",', '    "b": 1', '  }'),
      secret('stringData', `GCP_CREDENTIALS: '{ "a": "it''s", "b": 1 }'`),
    ],
    ['no JSON', secret('stringData', 'GCP_CREDENTIALS: {a: b}'), secret('stringData', 'GCP_CREDENTIALS: {a: b}')],
    ['a list', images('A: [b]'), images('A: [b]')],
    ['a number that is no version', images('AMI_VERSION: 0.1'), images('AMI_VERSION: 0.1')],
    ['a number for a boolean', gates('confidential: 1'), gates('confidential: 1')],
    ['a value with an anchor', images('A: &a 1', 'B: *a'), images('A: &a 1', 'B: *a')],
  ];
  for (const [name, text, expected] of cases) {
    test(name, async () => {
      assert.ok((await found(text)).includes('data-non-string error'));
      assert.equal(await mended(text), expected);
      if (expected !== text) assert.deepEqual(await found(expected), []);
    });
  }
});

describe('a gate is renamed', () => {
  test('not unasked, when its value is not right either', async () => {
    const text = gates('Confidential: "yes"');
    assert.equal(await mended(text), text);
    assert.equal(await mended(text, {}, /^Rename/), gates('confidential: "yes"'));
  });
  test('with its quotation marks', async () => assert.equal(await mended(gates('"confidentail": "true"')), gates('"confidential": "true"')));
});

describe('the layered image', () => {
  const on = gates('layeredImageDeployment: "true"');
  const map = (...lines: string[]) => configMap('layered-image-deploy-cm', ...lines).trimStart();
  const cases: readonly [name: string, text: string, expected: readonly string[], files: Record<string, string> | undefined][] = [
    ['without ConfigMap', on, ['fg-layered-missing-cm warning'], {}],
    ['with one', on, [], { 'a.yaml': map('osImageURL: a') }],
    ['with one in the same file', `${on}---\n${map('osImageURL: a')}`, [], {}],
    ['with one in another namespace', on, ['fg-layered-missing-cm warning'], { 'a.yaml': elsewhere(map('osImageURL: a'), 'default') }],
    ['off', gates('layeredImageDeployment: "false"'), [], {}],
    ['by a template', gates('layeredImageDeployment: "${ON}"'), [], {}],
    ['in an unknown workspace', on, [], undefined],
    ['an empty address', map('osImageURL: ""'), ['fg-layered-missing-cm error'], { 'a.yaml': on }],
    ['an address by a template', map('osImageURL: ${IMAGE}'), [], { 'a.yaml': on }],
    ['no address, and no gate that needs it', map('kernelArguments: a'), [], {}],
  ];
  for (const [name, text, expected, files] of cases)
    test(name, async () => assert.deepEqual(await found(text, files === undefined ? {} : { files }), expected));

  test('the ConfigMap is added, and a placeholder is left to the rule for those', async () => {
    const out = await mended(on, { files: {} }, /layered-image-deploy-cm/);
    assert.equal(out, `${on}---${configMap('layered-image-deploy-cm', 'osImageURL: "<image of the nodes>"')}`);
    assert.deepEqual(
      (await check(out, { files: {} })).map(({ rule }) => rule),
      ['osc/placeholder-left-in'],
    );
  });
});

describe('PeerPodConfig', () => {
  const object = (spec: string) => `apiVersion: confidentialcontainers.org/v1alpha1\nkind: PeerPodConfig\nmetadata:\n  name: a\nspec:\n${spec}`;
  test('becomes a ConfigMap, never unasked', async () => {
    const text = `---\n${object('  limit: "5"\n')}---\nkind: Other\n`;
    assert.equal(await mended(text), text);
    const out = await mended(text, {}, /^Convert/);
    assert.equal(out, `---${configMap('peer-pods-cm', 'PEERPODS_LIMIT_PER_NODE: "5"')}---\nkind: Other\n`);
  });
  test('is not converted without a limit that is a number', async () => {
    for (const spec of ['  limit: many\n', '  limit: ${LIMIT}\n', '  instanceType: a\n']) {
      const all = await check(object(spec));
      assert.deepEqual(
        all.map(({ rule, finding }) => [rule, finding.fixes]),
        [['osc/peerpodconfig-deprecated', []]],
      );
    }
  });
  test('an unknown field is named with what there is', async () => {
    const [, unknown] = await check(object('  colour: red\n'));
    assert.match(unknown?.message ?? '', /^spec has no field "colour".*limit/);
    assert.equal(await mended(object('  limits: "5"\n  limit: "6"\n')), object('  limits: "5"\n  limit: "6"\n'));
  });
});

describe('the rule of node features', () => {
  const feature = (data: string) =>
    `apiVersion: nfd.openshift.io/v1\nkind: NodeFeatureDiscovery\nmetadata:\n  name: nfd\nspec:\n  workerConfig:\n    configData: |\n${data.replace(/^/gm, '      ')}\n`;
  const label = 'feature.node.kubernetes.io/runtime.kata';
  const cases: readonly [name: string, data: string, expected: readonly string[]][] = [
    ['right', `sources:\n  custom:\n    - name: ${label}`, []],
    ['by labels', `sources:\n  custom:\n    - name: kata rule\n      labels:\n        ${label}: "true"`, []],
    ['right beside another', `sources:\n  custom:\n    - name: runtime.kata\n    - name: ${label}`, []],
    [
      'by wrong labels',
      'sources:\n  custom:\n    - name: kata\n      labels:\n        feature.node.kubernetes.io/runtime_kata: "true"',
      ['nfd-kata-rule warning'],
    ],
    ['with the prefix of another', 'sources:\n  custom:\n    - name: example.com/runtime.kata', ['nfd-kata-rule warning']],
    ['another label that speaks of kata', 'sources:\n  custom:\n    - name: example.com/kata-tdx', []],
    ['no YAML', 'sources: [\nkata', []],
    ['a comment', '# runtime.kata\nsources: {}', []],
  ];
  for (const [name, data, expected] of cases) test(name, async () => assert.deepEqual(await found(feature(data)), expected));
  test('a whole label is completed only when asked', async () => {
    const text = feature('sources:\n  custom:\n    - name: runtime.kata');
    assert.equal(await mended(text), text);
    assert.equal(await mended(text, {}, /^Change/), feature(`sources:\n  custom:\n    - name: ${label}`));
  });
});

test('an item of a List is mended like any other', async () => {
  const list = (value: string) =>
    `apiVersion: v1\nkind: List\nitems:\n  - apiVersion: v1\n    kind: ConfigMap\n    metadata:\n      name: osc-feature-gates\n    data:\n      confidential: ${value}\n`;
  assert.deepEqual(await found(list('"yes"')), ['fg-value warning']);
  assert.equal(await mended(list('"yes"')), list('"true"'));
});

test('a ConfigMap of an anchor is judged, and not mended unasked', async () => {
  const text = gates('confidential: &on "yes"', 'layeredImageDeployment: *on');
  assert.deepEqual(await found(text), ['fg-value warning', 'fg-value warning']);
  assert.equal(await mended(text), text);
});
