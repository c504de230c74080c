/** Tests renaming a label key of a selector, or the reason why it isn't possible. `|` is the cursor. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Range, WorkspaceEdit } from 'vscode-languageserver';
import { ResponseError } from 'vscode-jsonrpc';
import { TextDocument } from 'vscode-languageserver-textdocument';
import rename from '#server/lsp/capabilities/rename.ts';
import { Played, readCursor, uri } from './harness.ts';

const kataConfig = (selector: string) =>
  `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\nspec:\n  kataConfigPoolSelector:\n${selector}`;
const both = kataConfig(
  '    matchLabels:\n      zone: east\n      custom/ka|ta: "true"\n    matchExpressions:\n      - key: custom/kata\n        operator: Exists\n      - {key: "custom/kata", operator: NotIn, values: [custom/kata]}\n',
);

async function prepared(marked: string): Promise<string | null> {
  const { text, position } = readCursor(marked);
  const answer = await new Played(rename, text).call<{ range: Range; placeholder: string } | null>(
    'textDocument/prepareRename',
    {
      position,
    },
  );
  if (answer === null) return null;
  assert.equal(TextDocument.create(uri, 'yaml', 1, text).getText(answer.range), answer.placeholder);
  return answer.placeholder;
}

async function renamed(marked: string, newName: string): Promise<string | null> {
  const { text, position } = readCursor(marked);
  const edit = await new Played(rename, text).call<WorkspaceEdit | null>('textDocument/rename', { position, newName });
  return edit === null
    ? null
    : TextDocument.applyEdits(
        TextDocument.create(uri, 'yaml', 1, text),
        edit.changes?.[uri] ?? assert.fail('it changes this file'),
      );
}

test('rename changes a label key everywhere in the selector and nowhere else', async () => {
  assert.equal(await prepared(both), 'custom/kata');
  const expected = both
    .replace('|', '')
    .replace('custom/kata:', 'kata.io/yes:')
    .replace('key: custom/kata', 'key: kata.io/yes')
    .replace('"custom/kata"', '"kata.io/yes"');
  assert.equal(await renamed(both, 'kata.io/yes'), expected);
  const inExpression = both.replace('|', '').replace('- key: cus', '- key: cus|');
  assert.equal(await prepared(inExpression), 'custom/kata');
  assert.equal(await renamed(inExpression, 'kata.io/yes'), expected);
  assert.equal(await renamed(both, 'custom/kata'), both.replace('|', ''));
});

test('rename supports later documents and List items', async () => {
  const second = `kind: Pod\n---\n${kataConfig('    matchLabels:\n      |a: b\n')}`;
  assert.equal(await renamed(second, 'c'), second.replace('|a', 'c'));
  const item = `kind: List\napiVersion: v1\nitems:\n  - ${kataConfig('    matchLabels: {a|: b}\n').replaceAll('\n', '\n    ')}\n`;
  assert.equal(await renamed(item, 'c'), item.replace('a|', 'c'));
});

test('rename quotes keys that YAML would parse as another type', async () => {
  const plain = kataConfig('    matchLabels:\n      |a: b\n');
  for (const name of ['1', '1.5', 'yes', 'null', 'n'])
    assert.equal(await renamed(plain, name), plain.replace('|a', `"${name}"`));
  const quoted = kataConfig("    matchLabels:\n      '|a': b\n");
  assert.equal(await renamed(quoted, '1'), quoted.replace('|a', '1'));
});

describe('rename', () => {
  const cases: readonly [string, RegExp][] = [
    ['', /its name is empty/],
    ['a b', /letters, digits/],
    ['-a', /must start and end/],
    ['A/b', /lowercase DNS name/],
    ['a/b/c', /more than one "\/"/],
    ['x'.repeat(64), /longer than 63/],
    ['zone', /already has the label key "zone"/],
  ];
  for (const [newName, reason] of cases) {
    test(`rejects ${JSON.stringify(newName.slice(0, 10))} with the reason`, async () => {
      await assert.rejects(
        () => renamed(both, newName),
        (error) => error instanceof ResponseError && reason.test(error.message),
      );
    });
  }
});

test("rename isn't available outside label keys or where a change is unsafe", async () => {
  for (const [what, marked] of Object.entries({
    'a value': both.replace('|', '').replace('east', 'ea|st'),
    'a value of an expression': both.replace('|', '').replace('[custom', '[cus|tom'),
    'the word key': both.replace('|', '').replace('- key', '- k|ey'),
    'a field': both.replace('|', '').replace('matchLabels', 'match|Labels'),
    'the name': both.replace('|', '').replace('name: a', 'name: |a'),
    'a label of the object': kataConfig('    matchLabels:\n      a: b\n').replace(
      '  name: a',
      '  labels:\n    |a: b\n  name: a',
    ),
    'a selector of another kind': `kind: Deployment\napiVersion: apps/v1\nspec:\n  selector:\n    matchLabels:\n      |a: b\n  template:\n    spec: {runtimeClassName: kata}\n`,
    'what is filled in later': kataConfig('    matchLabels:\n      ${KE|Y}: b\n'),
    'beside what is filled in later': kataConfig('    matchLabels:\n      |a: b\n      ${KEY}: b\n'),
    'a template': kataConfig('    matchLabels:\n      |a: b\n      {{ .b }}\n'),
    'what is used elsewhere too': kataConfig('    matchLabels: &x\n      |a: b\n    other: *x\n'),
    'what comes from elsewhere': kataConfig('    matchLabels:\n      <<: *x\n      |a: b\n').replace(
      '  name: a',
      '  labels: &x {a: c}\n  name: a',
    ),
    'what cannot be read': kataConfig('    matchLabels:\n      |a: b\n  x: [\n'),
    'a key that stands twice': kataConfig('    matchLabels:\n      |a: b\n      a: c\n'),
  })) {
    assert.equal(await prepared(marked), null, what);
    assert.equal(await renamed(marked, 'c'), null, what);
  }
});
