/** Tests findings that are based on the product's own data, and that a CRD file in the workspace contradicts. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newestRelease } from '#core/product/releases.ts';
import { splitSentences } from '#core/text/grammar.ts';
import { crdWith } from '#server/manifest/rules/customResources/examples.ts';
import { check, type CheckOptions } from '../../../support/manifests/checkText.ts';
import { fixText, found, titles } from '../../../support/manifests/podManifests.ts';

const newField = crdWith(
  'KataConfig',
  'newField: { type: string, description: "Turns on the *new* mode.", enum: ["on", "off"], default: "off" }',
  'logLevel: { type: string, description: "From the CRD." }',
);
const kataConfig = (...spec: readonly string[]) =>
  `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example\nspec:\n${spec.map((line) => `  ${line}\n`).join('')}`;

/** Returns the findings as `severity rule: message`. */
async function findings(text: string, files: Readonly<Record<string, string>>, options: CheckOptions = {}) {
  const found = await check(text, { files, ...options });
  for (const { message } of found) assert.ok(splitSentences(message).length <= 2, message);
  return found.map(({ severity, rule, message }) => `${severity} ${rule.replace('osc/', '')}: ${message}`);
}

describe('a CRD that contradicts the product data', () => {
  test('makes an unknown field information that names the file', async () => {
    const text = kataConfig('newField: "on"');
    const [without] = await findings(text, {});
    assert.match(without ?? '', /^error kataconfig-unknown-field: /);
    assert.deepEqual(await findings(text, { 'config/crd.yaml': newField }), [
      `info kataconfig-unknown-field: spec.newField isn't known in OSC ${newestRelease.id}, but the CRD in config/crd.yaml defines it. Check that the cluster has this CRD.`,
    ]);
  });

  test('makes a wrong type information', async () => {
    const files = { 'crd.yaml': crdWith('KataConfig', 'logLevel: { x-kubernetes-int-or-string: true }') };
    assert.deepEqual(
      (await findings(kataConfig('logLevel: 3'), files)).filter((line) => line.includes('type')),
      [
        `info wrong-type: spec.logLevel has the wrong type for OSC ${newestRelease.id}, but the CRD in crd.yaml accepts it. Check that the cluster has this CRD.`,
      ],
    );
  });

  test('reports a known field that the CRD lacks as information', async () => {
    assert.deepEqual(await findings(kataConfig('checkNodeEligibility: false'), { 'crd.yaml': newField }), [
      `info crd-unknown-field: OSC ${newestRelease.id} has the field spec.checkNodeEligibility, but the CRD in crd.yaml doesn't define it. Check that the CRD is from your operator version.`,
    ]);
  });

  test('leaves errors that both agree on, and values of the metadata', async () => {
    const text = kataConfig('newFeild: "on"').replace('  name: example\n', '  name: example\n  labells: {}\n');
    const all = await findings(text, { 'crd.yaml': newField });
    assert.deepEqual(
      all.map((line) => line.split(':', 1)[0]),
      ['error kataconfig-unknown-field', 'error kataconfig-unknown-field'],
    );
  });

  test('makes a log level that only the CRD lists information', async () => {
    const text = kataConfig('logLevel: verbose');
    const levels = (...values: string[]) => ({
      'crd.yaml': crdWith('KataConfig', `logLevel: { type: string, enum: [${values.join(', ')}] }`),
    });
    assert.deepEqual(await found(text, { files: { 'crd.yaml': newField } }), ['kataconfig-loglevel error']);
    assert.deepEqual(await findings(text, levels('info', 'verbose')), [
      `info kataconfig-loglevel: OSC ${newestRelease.id} doesn't support "verbose" for spec.logLevel, but the CRD in crd.yaml allows it. Check that the cluster has this CRD.`,
    ]);
    const other = await found(text, { files: levels('info', 'debug') });
    assert.ok(other.includes('kataconfig-loglevel error'), other.join());
    assert.deepEqual(await findings(kataConfig('logLevel: info'), levels('info', 'verbose')), []);
  });

  test('makes such a log level in a kustomize patch information too', async () => {
    const patch = `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [kc.yaml]\npatches:\n- target: {kind: KataConfig}\n  patch: |-\n    - {op: add, path: /spec/logLevel, value: verbose}\n`;
    const at = async (values: string) =>
      found(patch, {
        files: {
          'kc.yaml': kataConfig('{}'),
          'crd.yaml': crdWith('KataConfig', `logLevel: { type: string, enum: ${values} }`),
        },
      });
    assert.deepEqual(await at('[info, verbose]'), ['kataconfig-loglevel info']);
    assert.deepEqual(await at('[info]'), ['kataconfig-loglevel error']);
  });

  test('suggests a field that only the CRD defines', async () => {
    assert.deepEqual(await findings(kataConfig('newFeild: "on"'), { 'crd.yaml': newField }), [
      'error kataconfig-unknown-field: spec has no field "newFeild" in the CRD in crd.yaml, so oc rejects the object. Did you mean newField?',
    ]);
    const text = kataConfig('newFeild: "on"');
    assert.equal(await fixText(text, { files: { 'crd.yaml': newField } }), kataConfig('newField: "on"'));
    const patch = (field: string) =>
      `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [kc.yaml]\npatches:\n- target: {kind: KataConfig}\n  patch: |-\n    - {op: add, path: /spec/${field}, value: "on"}\n`;
    const files = { 'kc.yaml': kataConfig('{}'), 'crd.yaml': newField };
    assert.match((await findings(patch('newFeild'), files)).join(), /Did you mean newField\?$/);
    assert.equal(await fixText(patch('newFeild'), { files }), patch('newField'));
  });

  test("doesn't rename automatically if a field of the CRD is equally similar", async () => {
    const renames = async (crd: string) =>
      (await titles(kataConfig('logLevl: info'), { files: { 'crd.yaml': crd } })).filter((title) =>
        title.startsWith('Rename'),
      );
    assert.deepEqual(await renames(newField), ['Rename to logLevel (sure)']);
    assert.deepEqual(await renames(crdWith('KataConfig', 'logLevel: {}', 'logLevi: {}')), ['Rename to logLevel']);
  });

  test('applies to kustomize patches too', async () => {
    const target = '{group: kataconfiguration.openshift.io, version: v1, kind: KataConfig, name: example}';
    const json = `resources: [kc.yaml]\npatches:\n- target: ${target}\n  patch: |-\n    - {op: add, path: /spec/newField, value: "on"}\n`;
    const merge = `resources: [kc.yaml]\npatches:\n- patch: |-\n    apiVersion: kataconfiguration.openshift.io/v1\n    kind: KataConfig\n    metadata:\n      name: example\n    spec:\n      newField: "on"\n`;
    for (const patch of [json, merge]) {
      const text = `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n${patch}`;
      assert.match((await findings(text, { 'kc.yaml': kataConfig('{}') })).join(), /^error kustomize-patch-field/);
      assert.match(
        (await findings(text, { 'kc.yaml': kataConfig('{}'), 'crd.yaml': newField })).join(),
        /^info kustomize-patch-field: spec\.newField isn't known in OSC 1\.13, but the CRD in crd\.yaml defines it\.[^,]*$/,
      );
    }
  });
});
