/** Tests findings, fixes, completion, and hovers in policy test files. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isJsonObject, getString, getValue } from '#core/common/json.ts';
import { newestRelease } from '#core/product/releases.ts';
import { testCaseKeys, topLevelKeys } from '#server/policy/testFiles/testFileKeys.ts';
import { isPolicyTestFile } from '#server/policy/testFiles/testFileName.ts';
import { checkTestFile } from '#server/policy/testFiles/testFileService.ts';
import { readTestFile } from '#server/policy/tests/policyTestFile.ts';
import { root } from '../../../../support/lsp/editor.ts';

const check = (text: string) =>
  checkTestFile(text, {
    release: newestRelease,
    severities: new Map(),
    onError: (message) => assert.fail(message),
  }).map(({ start, end, message, fixes }) => [
    text.slice(start, end),
    message,
    ...fixes.map(({ edits: [edit] }) => edit?.text),
  ]);

describe('findings in a policy test file', () => {
  test('are those for which policy test fails', () => {
    assert.deepEqual(check('cases:\n  - request: ExecProcessRequest\n    allowed: true\n'), []);
    assert.deepEqual(check('casse: []\n')[0], ['casse', 'Unknown key casse. Did you mean cases?', 'cases']);
    assert.deepEqual(check('release: "9.9"\ncases: []\n')[0]?.[0], '"9.9"');
    assert.deepEqual(check('cases:\n  - request: ExecProcess\n    allowed: maybe\n'), [
      ['ExecProcess', 'No agent evaluates ExecProcess. Did you mean ExecProcessRequest?', 'ExecProcessRequest'],
      ['maybe', 'allowed must be true, false, or undefined.'],
    ]);
    assert.deepEqual(check('cases:\n  - request: ExecProcessRequest\n'), [
      ['request', 'allowed must be true, false, or undefined.'],
    ]);
    assert.deepEqual(check('cases:\n  - text\n').length, 1);
    assert.deepEqual(check('cases: [\n').length, 1);
    assert.deepEqual(check('cases: []\n---\ncases: []\n')[0]?.[1], 'A test must be a single YAML document.');
    assert.deepEqual(check('cases:\n{{ if x }}\n  - name: x\n{{ end }}\n')[0]?.[0], '{{');
  });
  test('have the right position after a long recorded request', () => {
    const input = JSON.stringify({ text: 'x'.repeat(500) });
    const text = `cases:\n  - request: ExecProcessRequest\n    input: ${input}\n    allowd: true\n`;
    assert.deepEqual(check(text)[0], ['allowd', 'Unknown key allowd. Did you mean allowed?', 'allowed']);
  });
  test('agree with policy test', () => {
    for (const text of [
      'cases:\n  - reqest: A\n',
      'cases: 1\n',
      'dialect: v3\ncases: []\n',
      'cases:\n  - prints: {}\n',
    ]) {
      const { problem, cases } = readTestFile(text);
      assert.ok(problem !== undefined || cases.some(({ kind }) => kind === 'broken'), text);
      assert.ok(check(text).length > 0, text);
    }
  });
});

test('policy test files are recognized by their name', () => {
  for (const name of ['file:///a/b.policy-test.yaml', 'b.policy-test.yml']) assert.ok(isPolicyTestFile(name));
  for (const name of ['policy-test.yaml', 'a.policy-test.yaml.txt']) assert.ok(!isPolicyTestFile(name));
});

test('schema of policy tests describes the same keys as the editor', () => {
  const schema: unknown = JSON.parse(readFileSync(path.join(root, 'docs/policy-test.schema.json'), 'utf8'));
  const described = (keys: typeof topLevelKeys) =>
    Object.fromEntries(keys.map(({ name, summary }) => [name, summary()]));
  const describedIn = (properties: unknown) =>
    Object.fromEntries(
      Object.entries(isJsonObject(properties) ? properties : {}).map(([name, value]) => [
        name,
        getString(value, 'description'),
      ]),
    );
  assert.deepEqual(describedIn(getValue(schema, 'properties')), described(topLevelKeys));
  const definition = getValue(getValue(schema, 'definitions'), 'case');
  assert.deepEqual(describedIn(getValue(definition, 'properties')), described(testCaseKeys));
});
