/** Tests the rules for ClusterExtensions, whose findings depend on the release. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { extensionWith } from '#server/manifest/rules/operator/clusterExtension.ts';
import { check } from '#test/support/manifests/checkText.ts';
import { applyInstallationFixes, listInstallationFindings } from './installationFindings.ts';

const watching = (namespace: string): string =>
  extensionWith({
    spec: ['  config:', '    configType: Inline', '    inline:', `      watchNamespace: ${namespace}`],
  });
const inCatalog = (...lines: readonly string[]): string =>
  extensionWith({ catalog: lines.map((line) => `      ${line}`) });

const watchNamespace = 'clusterextension-watchnamespace';

describe('a ClusterExtension', () => {
  for (const [name, text, expected] of [
    [
      'without watchNamespace',
      extensionWith(),
      { '1.5': 'info', '1.12': 'info', '1.13': 'warning', '1.14': undefined },
    ],
    ['with watchNamespace', watching(operatorNamespace), { '1.12': 'info', '1.13': 'info', '1.14': 'warning' }],
    ['with another watchNamespace', watching('default'), { '1.12': 'info', '1.13': 'warning', '1.14': 'warning' }],
    [
      'of another operator',
      extensionWith({ packageName: 'openshift-pipelines-operator-rh' }),
      { '1.12': undefined, '1.13': undefined, '1.14': undefined },
    ],
  ] as const)
    for (const [release, severity] of Object.entries(expected))
      test(`${name} gets ${severity ?? 'no finding'} in OSC ${release}`, async () => {
        const found = await listInstallationFindings(text, { release });
        assert.deepEqual(found, severity === undefined ? [] : [`${watchNamespace} ${severity}`]);
      });

  test('gets watchNamespace with a fix that has no further effect', async () => {
    const fixed = await applyInstallationFixes(extensionWith(), { release: '1.13' }, /^Add watchNamespace$/);
    assert.match(fixed, /^ {2}config:\n {4}configType: Inline\n {4}inline:\n {6}watchNamespace: openshift-sandboxed/m);
    assert.deepEqual(await listInstallationFindings(fixed, { release: '1.13' }), [`${watchNamespace} info`]);
    const removed = await applyInstallationFixes(fixed, { release: '1.14' }, /^Remove watchNamespace$/);
    assert.equal(removed.trim(), extensionWith().trim());
  });

  for (const [name, text, ...expected] of [
    ['an unknown source type', extensionWith().replace('Catalog\n', 'Catalogue\n'), 'error'],
    ['the channel candidate', inCatalog('channels: [candidate]'), 'error'],
    ['a misspelled channel', inCatalog('channels: [stabel]'), 'error'],
    ['a deprecated channel', inCatalog('channels: [stable-1.3]'), 'warning'],
    ['a channel of another catalog', inCatalog('channels: [nightly]', 'selector: {matchLabels: {a: b}}'), 'info'],
    ['a version that no channel has', inCatalog('version: ">=2.0"'), 'warning'],
    ['a version that exists', inCatalog('version: 1.13.1')],
    ['a version that might exist', inCatalog('version: 1.14.x')],
    ['a version with a prerelease', inCatalog('version: 2.0.0-rc1')],
    ['a version of another catalog', inCatalog('version: 7.0.0', 'selector: {matchLabels: {a: b}}')],
    ['an unknown policy', inCatalog('upgradeConstraintPolicy: SelfCertifed'), 'error'],
    ['a template variable', inCatalog('channels: ["$(CHANNEL)"]', 'version: ${VERSION}')],
  ] as const)
    test(`with ${name} gets ${expected[0] ?? 'no finding'}`, async () => {
      const found = await listInstallationFindings(text, { release: '1.14' });
      assert.deepEqual(
        found,
        expected.map((severity) => `clusterextension-fields ${severity}`),
      );
    });

  test('with an unknown field gets an error with the nearest name', async () => {
    const [finding, ...others] = await check(inCatalog('chanels: [stable]'), { release: '1.14' });
    assert.deepEqual([finding?.rule, finding?.severity, others.length], ['osc/unknown-field', 'error', 0]);
    assert.match(finding?.message ?? '', /channels/);
  });

  test('in another namespace gets an error', async () => {
    const text = extensionWith().replace(operatorNamespace, 'openshift-operators');
    assert.deepEqual(await listInstallationFindings(text, { release: '1.14' }), ['ns-wrong error']);
  });
});
