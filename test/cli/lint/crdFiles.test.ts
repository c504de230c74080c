/** Tests `osc-tools lint` with CRD files: of the call, and next to the files of the call. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { crdWith, peerPodWith } from '#server/manifest/rules/customResources/examples.ts';
import { stringify } from 'yaml';
import { crdObject, manyFields } from '#test/support/manifests/crdObject.ts';
import { folderOf, head, lint } from '../osc.ts';

const problems = (stdout: string) => JSON.parse(stdout) as { readonly rule: string; readonly severity: string }[];

describe('lint with CRD files', () => {
  const kataConfig = `${head}spec:\n  newField: a\n`;
  const crd = crdWith('KataConfig', 'newField: { type: string }');

  test('uses the CRDs of the call and of the folder of an input', async () => {
    const cwd = folderOf({ 'a/kc.yaml': kataConfig, 'a/crd.yaml': crd, 'b/kc.yaml': kataConfig });
    const severities = async (...paths: string[]) =>
      problems((await lint(['--format', 'json', ...paths], { cwd })).stdout).map(({ severity }) => severity);
    assert.deepEqual(await severities('a'), ['info']);
    assert.deepEqual(await severities('a/kc.yaml'), ['info']);
    assert.deepEqual(await severities('b'), ['error']);
    assert.deepEqual(await severities('b', 'a/crd.yaml'), ['info']);
  });

  test('reads a CRD in the manifests folder of a bundle, and one in JSON', async () => {
    const json = JSON.stringify(crdObject({ spec: { properties: { instanceID: { type: 'string' } } } }));
    const cwd = folderOf({
      'bundle/manifests/kataconfigs.yaml': crd,
      'config/samples/kc.yaml': kataConfig,
      'crds/peerpods.json': json,
      'peerpod.yaml': peerPodWith('  instanceId: a'),
    });
    const { status, stdout } = await lint(['--fix', '--format', 'json', '.'], { cwd });
    assert.deepEqual([status, problems(stdout).map(({ rule }) => rule)], [0, ['osc/kataconfig-unknown-field']]);
    assert.match(readFileSync(path.join(cwd, 'peerpod.yaml'), 'utf8'), /instanceID: a/);
  });

  test('reads long CRDs in JSON of any operator, and reports those above 2 MB', async () => {
    const demo = { group: 'demo.example.com', kind: 'Demo' };
    const object = 'apiVersion: demo.example.com/v1alpha1\nkind: Demo\nmetadata:\n  name: a\nspec:\n  feild1: a\n';
    const found = async (fields: number, name: string, write: (value: unknown) => string) => {
      const text = write(crdObject({ ...demo, spec: { properties: manyFields(fields) } }));
      const cwd = folderOf({ [name]: text, 'demo.yaml': object });
      const { stdout } = await lint(['--kubernetes', '--format', 'json', '.'], { cwd });
      return problems(stdout).map(({ rule, severity }) => [rule, severity]);
    };
    assert.deepEqual(await found(8000, 'crd.json', JSON.stringify), [['osc/crd-unknown-field', 'error']]);
    assert.deepEqual(await found(25_000, 'crd.json', JSON.stringify), [['osc/crd-not-used', 'info']]);
    assert.deepEqual(await found(25_000, 'crd.yaml', stringify), [['osc/crd-not-used', 'info']]);
  });
});
