import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isRelevantDocument } from '#client/language/documents/isRelevantDocument.ts';

const concerns = (text: string, languageId = 'yaml', scheme = 'file', path = '/a.yaml') =>
  isRelevantDocument({ languageId, uri: { scheme, path }, getText: () => text });

describe('document filter', () => {
  const yes = [
    '',
    '\n\n',
    '# a comment\n',
    '---\n',
    '\uFEFF---\n# c',
    '# a',
    '\r\n# b\r\n---\r\n',
    'kind: KataConfig\n',
    'apiVersion: kataconfiguration.openshift.io/v1',
    'kind: Pod\n---\n',
    'kind: Pod\r\n---\r\n\r\n',
    'kind: Pod\n---\n---\nkind: Pod\n',
    `${'x: y\n'.repeat(100)}kind: KataConfig\n`,
  ];
  for (const text of yes)
    test(`accepts ${JSON.stringify(text.slice(0, 50))}`, () => assert.equal(concerns(text), true));
  const no = [
    'kind: Pod\n',
    '---\nkind: Pod\n---\nkind: Pod\n',
    'a',
    '# c\na: b\n',
    '--',
    `# ${'c'.repeat(300)}`,
    ' '.repeat(250),
  ];
  for (const text of no)
    test(`ignores ${JSON.stringify(text.slice(0, 50))}`, () => assert.equal(concerns(text), false));
  for (const scheme of ['untitled', 'vscode-remote', 'vscode-vfs', 'osc-packed'])
    test(`accepts documents with scheme ${scheme}`, () =>
      assert.equal(concerns('kind: KataConfig\n', 'yaml', scheme), true));
  for (const scheme of ['git', 'output', 'vscode-scm'])
    test(`ignores documents with scheme ${scheme}`, () =>
      assert.equal(concerns('kind: KataConfig\n', 'yaml', scheme), false));
  test('accepts a KataConfig in JSON', () =>
    assert.equal(concerns('{"apiVersion": "kataconfiguration.openshift.io/v1", "kind": "KataConfig"}', 'json'), true));
  test('ignores a KataConfig in another language', () => assert.equal(concerns('kind: KataConfig\n', 'json'), false));

  for (const path of ['/w/peer-pods.env', '/w/a.properties', '/w/.env', '/w/.env.prod', '/.env/../x.env']) {
    test(`accepts env file ${path} with a known key`, () => {
      assert.equal(concerns('# c\nCLOUD_PROVIDER=aws\n', 'properties', 'file', path), true);
      assert.equal(concerns('\uFEFF  PODVM_INSTANCE_TYPE=a', 'dotenv', 'file', path), true);
      assert.equal(
        concerns('AWS_ACCESS_KEY_ID=a\nKATA=1\n#CLOUD_PROVIDER=aws\nX_CLOUD_PROVIDER=aws\n', 'dotenv', 'file', path),
        false,
      );
      assert.equal(concerns('', 'dotenv', 'file', path), false);
      assert.equal(concerns('CLOUD_PROVIDER=aws\n', 'dotenv', 'git', path), false);
    });
  }
  for (const path of ['/w/a.envrc', '/w/env', '/.env/a.txt', '/w/a.properties.bak'])
    test(`ignores ${path}`, () => assert.equal(concerns('CLOUD_PROVIDER=aws\n', 'dotenv', 'file', path), false));

  test('accepts JSON, Markdown, and other YAML that mention a status', () => {
    const answer = '{"Status": {"Phase": "Failed", "Conditions": [{"Type": "Balance"}]}}';
    for (const [text, language] of [
      [answer, 'json'],
      [answer, 'yaml'],
      ['{"Filter": {"Statuses": []}}', 'json'],
      ['The node is {Failed, [Balance]}.', 'markdown'],
      ['kataNodes:\n  nodeCount: 2\n', 'markdown'],
    ] as const) {
      assert.equal(concerns(text, language), true, text);
      assert.equal(concerns(text, language, 'git'), false, text);
    }
    for (const [text, language] of [
      ['{"name": "a", "phase": "Running", "conditions": []}', 'json'],
      ['', 'json'],
      ['', 'markdown'],
      ['# Read me\n\nRunning [the tests](#tests) failed? See KataConfig.\n', 'markdown'],
    ] as const)
      assert.equal(concerns(text, language), false, text);
    assert.equal(concerns(answer, 'jsonc'), false);
  });

  test('accepts shell scripts and Markdown with commands for the product', () => {
    const command = 'oc get kataconfig';
    assert.equal(concerns(command, 'shellscript'), true);
    assert.equal(concerns(command, 'plaintext', 'file', '/w/a.sh'), true);
    assert.equal(concerns(command, 'markdown'), true);
    assert.equal(concerns(command, 'shellscript', 'git'), false);
    assert.equal(concerns('oc get pods', 'shellscript'), false);
    assert.equal(concerns('', 'shellscript'), false);
  });

  test('accepts PromQL by language or file name, except in Git documents', () => {
    assert.equal(concerns('up', 'promql'), true);
    assert.equal(concerns('', 'plaintext', 'file', '/w/a.promql'), true);
    assert.equal(concerns('up', 'promql', 'git'), false);
  });

  describe('Rego and TOML documents', () => {
    const policies: [text: string, language: string, path: string][] = [
      ['package agent_policy\n', 'rego', '/p.rego'],
      ['package agent_policy\n', 'plaintext', '/p.rego'],
      ['default CopyFileRequest := true\n', 'rego', '/x'],
      ['', 'rego', '/p.rego'],
      ['# to be written\n', 'rego', '/p.rego'],
      ["algorithm = \"sha384\"\n[data]\n\"aa.toml\" = '''\n'''\n", 'toml', '/initdata.toml'],
    ];
    for (const [text, language, path] of policies)
      test(`accepts ${JSON.stringify(text)} as ${language} in ${path}`, () =>
        assert.equal(concerns(text, language, 'file', path), true));
    const others: [text: string, language: string, path: string][] = [
      ['package kubernetes.admission\n', 'rego', '/p.rego'],
      ['', 'toml', '/pyproject.toml'],
      ['[data]\nx = 1\n', 'toml', '/a.toml'],
    ];
    for (const [text, language, path] of others)
      test(`ignores ${JSON.stringify(text)} as ${language} in ${path}`, () =>
        assert.equal(concerns(text, language, 'file', path), false));
    test('ignores the left side of a diff', () =>
      assert.equal(concerns('package agent_policy\n', 'rego', 'git', '/p.rego'), false));
  });

  // The filter runs in the editor's own process, at every edit.
  const nasty = [
    `${'#'.repeat(150)}\nkind: Pod\n`,
    `${'# '.repeat(90)}\nx`,
    `${'\uFEFF'.repeat(190)}x`,
    `${' '.repeat(190)}x`,
    `${'-'.repeat(190)}x`,
    `${'#\n'.repeat(90)}x`,
  ];
  for (const text of nasty) {
    test(`is fast for ${JSON.stringify(text.slice(0, 20))}`, () => {
      assert.equal(concerns(text), false);
    });
  }
});
