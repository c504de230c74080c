/**
 * Tests the rules for Secrets, image and feature gate ConfigMaps, and installation objects beyond their examples: cases
 * without findings, severities, and what a fix must not do.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { configMap, objectWith, secret, subscriptionWith } from '#server/manifest/rules/shared/exampleObjects.ts';
import { check, type CheckOptions } from '#test/support/manifests/checkText.ts';
import {
  applyInstallationFixes,
  createFeatureGates,
  createImageMap,
  listInstallationFindings,
  moveToNamespace,
} from './installationFindings.ts';

describe('installation check', () => {
  const cases: readonly [name: string, text: string, options?: CheckOptions][] = [
    [
      'template variables',
      createImageMap('ENABLE_NVIDIA_GPU: $(GPU)', 'AMI_VERSION: $(VERSION)', 'PODVM_IMAGE_URI: "{{ .uri }}"'),
    ],
    ['feature gates with template variables', createFeatureGates('confidential: $(CONFIDENTIAL)', '$(GATE): "true"')],
    ['empty values', createImageMap('ENABLE_NVIDIA_GPU: ""', 'AMI_VERSION: ""', 'PODVM_IMAGE_URI: ""', 'BOOT_FIPS:')],
    [
      'valid image addresses',
      createImageMap(
        'PODVM_IMAGE_URI: bootc::image-registry.openshift-image-registry.svc:5000/openshift-sandboxed-containers-operator/podvm-bootc',
      ),
    ],
    ['an image without a tag or path', createImageMap('PODVM_IMAGE_URI: oci::quay.io/example/podvm')],
    [
      'an image referenced by digest',
      createImageMap(`PODVM_IMAGE_URI: oci::quay.io/example/podvm@sha256:${'0'.repeat(64)}::/image/podvm.qcow2`),
    ],
    ['unknown keys', createImageMap('SOMETHING: "true"')],
    [
      'other ConfigMaps',
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: kata-things\n  namespace: default\ndata:\n  confidential: yes\n',
    ],
    ['a ConfigMap without a namespace', createFeatureGates('confidential: "true"').replace(/ {2}namespace.*\n/, '')],
    [
      'a namespace with a template variable',
      moveToNamespace(createFeatureGates('confidential: "true"'), '$(NAMESPACE)'),
    ],
    [
      'the upstream namespace',
      moveToNamespace(secret('stringData', 'AWS_ACCESS_KEY_ID: "1"'), 'confidential-containers-system'),
    ],
    [
      'SSH keys in another namespace',
      moveToNamespace(objectWith('Secret', 'ssh-key-secret', 'stringData', 'id_rsa: "x y"'), 'build'),
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
      'a version with a build suffix',
      subscriptionWith('startingCSV: sandboxed-containers-operator.v1.12.0-0.1700000000.p'),
    ],
    [
      'a custom runtime class',
      'apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata:\n  name: kata-qemu\nhandler: kata-qemu\n',
    ],
    ['quoted values', createImageMap('AMI_VOLUME_SIZE: "30"', "INSTALL_PACKAGES: 'no'")],
    ['null values', createImageMap('AMI_VOLUME_SIZE: null', 'BUCKET_NAME: ~')],
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
    test(`ignores ${name}`, async () => assert.deepEqual(await listInstallationFindings(text, options), []));
});

const kataCc = 'apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata:\n  name: kata-cc\nhandler: kata-tdx\n';
const aboutOsc = { 'subscription.yaml': subscriptionWith() };

describe('installation check by severity', () => {
  const cases: readonly [name: string, text: string, expected: readonly string[], options?: CheckOptions][] = [
    [
      'reports information for a boolean that means no',
      createImageMap('ENABLE_NVIDIA_GPU: "False"'),
      ['podvm-cm-bool info'],
    ],
    [
      'reports information for a key that the operator sets',
      createImageMap('BOOT_FIPS: "true"'),
      ['podvm-cm-bool info'],
    ],
    [
      'reports information for keys from unreleased source code',
      configMap('ibmcloud-podvm-image-cm', 'ENABLE_NVIDIA_GPU: "true"', 'PODVM_IMAGE_URI: x'),
      ['podvm-cm-bool info', 'podvm-cm-image-uri info'],
    ],
    [
      'reports information for an invalid version on AWS',
      createImageMap('AMI_VERSION: latest'),
      ['podvm-cm-version info'],
    ],
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
      createImageMap(`PODVM_IMAGE_URI: oci:${'/a'.repeat(500)} b`),
      ['podvm-cm-image-uri warning'],
    ],
    [
      'reports information for a value that Go parses as true',
      createFeatureGates('confidential: "1"'),
      ['fg-value info'],
    ],
    [
      'warns about a value that Go parses as true in OSC 1.11',
      createFeatureGates('confidential: "1"'),
      ['fg-value warning'],
      { release: '1.11' },
    ],
    ['reports information for another word for false', createFeatureGates('confidential: "no"'), ['fg-value info']],
    [
      'reports information for feature gates from unreleased source code',
      createFeatureGates('caaUpdateStrategy: ondelete', 'memoryOverheadMB: "350Mi"', 'deploymentMode: x'),
      ['fg-value info', 'fg-memory-overhead info', 'fg-deployment-mode info'],
    ],
    [
      'reports information for an unknown feature gate',
      createFeatureGates('quantumEntanglementSync: "false"'),
      ['fg-unknown info'],
    ],
    [
      'reports information for a feature gate that never had an effect',
      createFeatureGates('timeTravel: "true"'),
      ['fg-unknown info'],
    ],
    [
      'warns about a second feature gate with different capitalization',
      createFeatureGates('confidential: "true"', 'Confidential: "true"'),
      ['fg-unknown warning'],
    ],
    [
      'warns about an object in another namespace',
      moveToNamespace(createFeatureGates('confidential: "true"'), 'openshift-operators'),
      ['ns-wrong warning'],
    ],
    [
      'warns about a numbered namespace',
      moveToNamespace(createFeatureGates('confidential: "true"'), 'openshift-sandboxed-containers-operator2'),
      ['ns-wrong warning'],
    ],
    [
      'warns about a namespace with a suffix',
      moveToNamespace(createFeatureGates('confidential: "true"'), 'openshift-sandboxed-containers-operator-b'),
      ['ns-wrong warning'],
    ],
    [
      'reports an error for a misspelled namespace',
      moveToNamespace(createFeatureGates('confidential: "true"'), 'openshift-sandboxed-container-operator'),
      ['ns-wrong error'],
    ],
    [
      'reports an error for a subscription in another namespace',
      moveToNamespace(subscriptionWith(), 'openshift-operators'),
      ['ns-wrong error'],
    ],
    [
      'reports an unknown channel of the Red Hat catalog',
      subscriptionWith('channel: stable-1.12'),
      ['subscription-fields warning'],
    ],
    [
      'reports information for a deprecated channel in a custom catalog',
      subscriptionWith('channel: preview-1.1', 'source: my-operator-catalog'),
      ['subscription-fields info'],
    ],
    [
      'reports information for a misspelled channel in a custom catalog',
      subscriptionWith('channel: stabel', 'source: my-operator-catalog'),
      ['subscription-fields info'],
    ],
    ...['1.4.1', '1.8.0', '1.12.9', '1.99.0'].map((version): (typeof cases)[number] => [
      `reports ${version}, which the channel stable doesn't have`,
      subscriptionWith(`startingCSV: sandboxed-containers-operator.v${version}`),
      ['subscription-fields warning'],
    ]),
    ...['1.13.9', '1.12.2', '1.12.3'].map((version): (typeof cases)[number] => [
      `reports information for ${version}, which might be newer than the list`,
      subscriptionWith(`startingCSV: sandboxed-containers-operator.v${version}`),
      ['subscription-fields info'],
    ]),
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
    [
      'reports information for a very long feature gate name',
      createFeatureGates(`${'x'.repeat(250)}: "true"`),
      ['fg-unknown info'],
    ],
    [
      'warns about a very long namespace',
      moveToNamespace(configMap('layered-image-deploy-cm', 'osImageURL: a'), 'x'.repeat(300)),
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
    test(name, async () => assert.deepEqual(await listInstallationFindings(text, options), expected));
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
    ['reports a group of any name in another namespace', group('default', `[${right}]`, 'osc'), ['ns-wrong error']],
    ['reports two target namespaces', group(right, `[${right}, default]`), ['operatorgroup-targets error']],
    ['reports a group that watches another namespace', group(right, '[default]'), ['ns-wrong error']],
    ['ignores target namespaces with a template variable', group(right, '[default, "$(NS)"]'), []],
    ['reports a group that watches all namespaces', group(right, '[]'), ['operatorgroup-all-namespaces info']],
    [
      'reports a typo in both the namespace and the target',
      group('openshft-sandboxed-containers-operator', '[openshft-sandboxed-containers-operator]'),
      ['ns-wrong error', 'ns-wrong error'],
    ],
  ];
  for (const [name, text, expected] of cases)
    test(name, async () => assert.deepEqual(await listInstallationFindings(text), expected));
  test('fixes a typo in both places', async () =>
    assert.equal(
      await applyInstallationFixes(
        group('openshft-sandboxed-containers-operator', '[openshft-sandboxed-containers-operator]'),
      ),
      group(right, `[${right}]`),
    ));
});

describe('PeerPodConfig check', () => {
  const object = (spec: string) =>
    `apiVersion: confidentialcontainers.org/v1alpha1\nkind: PeerPodConfig\nmetadata:\n  name: a\nspec:\n${spec}`;
  test('offers a conversion to a ConfigMap but never applies it automatically', async () => {
    const text = `---\n${object('  limit: "5"\n')}---\nkind: Other\n`;
    assert.equal(await applyInstallationFixes(text), text);
    const out = await applyInstallationFixes(text, {}, /^Convert/);
    assert.equal(out, `---${configMap('peer-pods-cm', 'PEERPODS_LIMIT_PER_NODE: "5"')}---\nkind: Other\n`);
  });
  test('offers no conversion without a numeric limit', async () => {
    for (const spec of ['  limit: many\n', '  limit: $(LIMIT)\n', '  instanceType: a\n']) {
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
    assert.equal(
      await applyInstallationFixes(object('  limits: "5"\n  limit: "6"\n')),
      object('  limits: "5"\n  limit: "6"\n'),
    );
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
      `sources:\n  custom:\n    - name: kata rule\n      labels:\n        ${label}: "true"\n      matchFeatures:\n        - feature: cpu.cpuid\n          matchExpressions:\n            VMX: {op: Exists}`,
      [],
    ],
    [
      'accepts the correct name next to another',
      `sources:\n  custom:\n    - name: runtime.kata\n    - name: ${label}`,
      [],
    ],
    [
      'warns about a misspelled label',
      'sources:\n  custom:\n    - name: kata\n      labels:\n        feature.node.kubernetes.io/runtime_kata: "true"\n      matchFeatures:\n        - feature: cpu.cpuid\n          matchExpressions:\n            VMX: {op: Exists}',
      ['nfd-kata-rule warning'],
    ],
    [
      'warns about another prefix',
      'sources:\n  custom:\n    - name: example.com/runtime.kata',
      ['nfd-kata-rule warning'],
    ],
    ['ignores other labels that contain kata', 'sources:\n  custom:\n    - name: example.com/kata-tdx', []],
    ['reports only invalid YAML', 'sources: [\nkata', ['nfd-config-data error']],
    ['ignores comments', '# runtime.kata\nsources: {}', []],
  ];
  for (const [name, data, expected] of cases)
    test(name, async () => assert.deepEqual(await listInstallationFindings(feature(data)), expected));
  test('completes the label only on request', async () => {
    const text = feature('sources:\n  custom:\n    - name: runtime.kata');
    assert.equal(await applyInstallationFixes(text), text);
    assert.equal(
      await applyInstallationFixes(text, {}, /^Change/),
      feature(`sources:\n  custom:\n    - name: ${label}`),
    );
  });
});

test('fixes apply to List items', async () => {
  const list = (value: string) =>
    `apiVersion: v1\nkind: List\nitems:\n  - apiVersion: v1\n    kind: ConfigMap\n    metadata:\n      name: osc-feature-gates\n    data:\n      confidential: ${value}\n`;
  assert.deepEqual(await listInstallationFindings(list('"yes"')), ['fg-value warning']);
  assert.equal(await applyInstallationFixes(list('"yes"')), list('"true"'));
});

test('anchored values are checked but not fixed automatically', async () => {
  const text = createFeatureGates('confidential: &on "yes"', 'layeredImageDeployment: *on');
  assert.deepEqual(await listInstallationFindings(text), ['fg-value warning', 'fg-value warning']);
  assert.equal(await applyInstallationFixes(text), text);
});
