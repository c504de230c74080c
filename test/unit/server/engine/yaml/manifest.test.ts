/** Tests which documents belong to OSC. All others are ignored. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { groupOf } from '#server/engine/yaml/manifest.ts';
import { YamlDocument } from '#server/engine/yaml/yamlDocument.ts';

const kindOf = (text: string) => new YamlDocument(text).manifest?.kind.kind;

describe('KataConfig detection', () => {
  const cases: readonly string[] = [
    'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\n',
    'apiVersion: kataconfiguration.openshift.io/v1alpha1\nkind: KataConfig\n',
    'apiVersion: kataconfiguration.openshift.io/v1\nkind: Kataconfig\n',
    'apiVersion: kataconfiguration.openshift.io/v1\n',
    'kind: KataConfig\n',
    'apiVersion:\nkind: KataConfig\n',
    'apiVersion: v1\nkind: KataConfig\n',
    'apiVersion: kataconfig.openshift.io/v1\nkind: KataConfig\n',
    '{"apiVersion": "kataconfiguration.openshift.io/v1", "kind": "KataConfig"}',
    'metadata:\n  name: &k KataConfig\nkind: *k\n',
  ];
  for (const text of cases) test(`accepts ${JSON.stringify(text)}`, () => assert.equal(kindOf(text), 'KataConfig'));
});

describe('KataConfig detection in other documents', () => {
  const cases: readonly string[] = [
    '',
    'kind: Pod\n',
    '- kind: KataConfig\n',
    'KataConfig\n',
    'kind: KataConfigList\napiVersion: kataconfiguration.openshift.io/v1\n',
    'apiVersion: example.com/v1\nkind: KataConfig\n',
    'apiVersion: v1\nkind: ConfigMap\ndata:\n  kind: KataConfig\n',
    'apiVersion: v1\nkind: ConfigMap\ndata:\n  file: |\n    apiVersion: kataconfiguration.openshift.io/v1\n    kind: KataConfig\n',
    'kind: kataconfig\n',
    'kind: [KataConfig]\n',
    'kind: !x KataConfig\n',
    '{{ if x }}\nkind: KataConfig\n- {{ end }}\n',
    'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  names:\n    kind: KataConfig\n  group: kataconfiguration.openshift.io\n',
  ];
  for (const text of cases) test(`ignores ${JSON.stringify(text)}`, () => assert.equal(kindOf(text), undefined));
});

test('groupOf returns the API group', () => {
  assert.equal(groupOf(undefined), undefined);
  assert.equal(groupOf('v1'), '');
  assert.equal(groupOf('apps/v1'), 'apps');
});
