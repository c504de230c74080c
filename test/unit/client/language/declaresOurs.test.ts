import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { declaresOwnKind } from '#client/language/otherExtensions/declaresOwnKind.ts';

const version = 'kataconfiguration.openshift.io/v1';

describe('detection of the KataConfig apiVersion', () => {
  for (const text of [
    `apiVersion: ${version}\nkind: KataConfig\n`,
    `apiVersion: "${version}"\n`,
    `apiVersion: '${version}'\n`,
    `"apiVersion" : "${version}"\n`,
    `kind: Pod\r\n---\r\nkind: KataConfig\r\napiVersion:  ${version}\r\n`,
  ])
    test(`finds one in ${JSON.stringify(text)}`, () => assert.equal(declaresOwnKind(text), true));

  for (const text of [
    '',
    'kind: KataConfig\n',
    `# apiVersion: ${version}\n`,
    `# see ${version}\napiVersion: v1\n`,
    `apiVersion: v1\nkind: ConfigMap\ndata:\n  a: |\n    apiVersion: ${version}\n`,
    `apiVersion: rbac.authorization.k8s.io/v1\nrules:\n  - apiGroups: [kataconfiguration.openshift.io]\n`,
    'apiVersion: kataconfiguration_openshift.io/v1\n',
    `xapiVersion: ${version}\n`,
  ])
    test(`finds none in ${JSON.stringify(text)}`, () => assert.equal(declaresOwnKind(text), false));
});
