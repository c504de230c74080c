/** Tests the rules for feature gates and image ConfigMaps beyond their examples. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { configMap, secret } from '#server/manifest/rules/shared/exampleObjects.ts';
import { check } from '#test/support/manifests/checkText.ts';
import {
  applyInstallationFixes,
  createFeatureGates,
  createImageMap,
  listInstallationFindings,
  moveToNamespace,
} from './installationFindings.ts';

describe('data-non-string', () => {
  const cases: readonly [name: string, text: string, expected: string][] = [
    [
      'uses the keywords of the key',
      createImageMap('INSTALL_PACKAGES: true', 'DISABLE_CLOUD_CONFIG: yes'),
      createImageMap('INSTALL_PACKAGES: "yes"', 'DISABLE_CLOUD_CONFIG: "true"'),
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
    ['offers no automatic fix for a list', createImageMap('A: [b]'), createImageMap('A: [b]')],
    [
      "offers no automatic fix for a number that isn't a version",
      createImageMap('AMI_VERSION: 0.1'),
      createImageMap('AMI_VERSION: 0.1'),
    ],
    [
      'offers no automatic fix for a number instead of a boolean',
      createFeatureGates('confidential: 1'),
      createFeatureGates('confidential: 1'),
    ],
    [
      'offers no automatic fix for an anchored value',
      createImageMap('A: &a 1', 'B: *a'),
      createImageMap('A: &a 1', 'B: *a'),
    ],
  ];
  for (const [name, text, expected] of cases) {
    test(name, async () => {
      assert.ok((await listInstallationFindings(text)).includes('data-non-string error'));
      assert.equal(await applyInstallationFixes(text), expected);
      if (expected !== text) assert.deepEqual(await listInstallationFindings(expected), []);
    });
  }
});

describe('feature gate rename', () => {
  test("isn't automatic when the value is also invalid", async () => {
    const text = createFeatureGates('Confidential: "yes"');
    assert.equal(await applyInstallationFixes(text), text);
    assert.equal(await applyInstallationFixes(text, {}, /^Rename/), createFeatureGates('confidential: "yes"'));
  });
  test('keeps the quotes', async () =>
    assert.equal(
      await applyInstallationFixes(createFeatureGates('"confidentail": "true"')),
      createFeatureGates('"confidential": "true"'),
    ));
});

describe('fg-layered-missing-cm', () => {
  const on = createFeatureGates('layeredImageDeployment: "true"');
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
      { 'a.yaml': moveToNamespace(map('osImageURL: a'), 'default') },
    ],
    ['ignores a disabled feature gate', createFeatureGates('layeredImageDeployment: "false"'), [], {}],
    ['ignores a feature gate with a template variable', createFeatureGates('layeredImageDeployment: "$(ON)"'), [], {}],
    ['reports nothing in an unknown workspace', on, [], undefined],
    [
      'reports an error for an empty image address',
      map('osImageURL: ""'),
      ['fg-layered-missing-cm error'],
      { 'a.yaml': on },
    ],
    ['accepts an image address with a template variable', map('osImageURL: $(IMAGE)'), [], { 'a.yaml': on }],
    ['ignores a missing image address when no feature gate requires it', map('kernelArguments: a'), [], {}],
  ];
  for (const [name, text, expected, files] of cases)
    test(name, async () =>
      assert.deepEqual(await listInstallationFindings(text, files === undefined ? {} : { files }), expected),
    );

  test('adds the ConfigMap with a placeholder', async () => {
    const out = await applyInstallationFixes(on, { files: {} }, /layered-image-deploy-cm/);
    assert.equal(out, `${on}---${configMap('layered-image-deploy-cm', 'osImageURL: "<image of the nodes>"')}`);
    assert.deepEqual(
      (await check(out, { files: {} })).map(({ rule }) => rule),
      ['osc/placeholder-left-in'],
    );
  });
});
