/** Tests hovers on the status of a KataConfig in YAML and JSON. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { OpenFile } from '#server/engine/workspace/openFile.ts';
import { statusHover } from '#server/status/hover.ts';

/** Returns the hover text and the text that it refers to. The mark ¦ is before the position of the pointer. */
function hovered(marked: string, language: 'json' | 'yaml' | 'markdown') {
  const file = new OpenFile(TextDocument.create(`file:///w/a.${language}`, language, 1, marked.replace('¦', '')));
  const hover = statusHover(file, file.text.positionAt(marked.indexOf('¦')));
  if (hover === undefined) return undefined;
  assert.ok(typeof hover.contents === 'object' && 'value' in hover.contents);
  return { words: hover.contents.value, of: file.text.getText(hover.range) };
}

test('explains the condition and the node lists of a KataConfig in YAML and JSON', () => {
  const object = {
    apiVersion: 'kataconfiguration.openshift.io/v1',
    kind: 'KataConfig',
    metadata: { name: 'example', uid: '1' },
    status: {
      conditions: [
        {
          type: 'InProgress',
          status: 'True',
          reason: 'Installing',
          message: 'Performing initial installation of kata on cluster',
        },
      ],
      kataNodes: {
        nodeCount: 3,
        readyNodeCount: 1,
        installed: ['w-0'],
        installing: ['w-1'],
        waitingToInstall: ['w-2'],
      },
    },
  };
  const list = { apiVersion: 'v1', kind: 'List', items: [object] };
  const expected = hovered(
    '```yaml\n' +
      `status:\n  kataNodes:\n    ¦nodeCount: 3\n    readyNodeCount: 1\n    installed: [w-0]\n    installing: [w-1]\n    waitingToInstall: [w-2]\n  conditions:\n  - type: InProgress\n    status: "True"\n    reason: Installing\n    message: Performing initial installation of kata on cluster\n` +
      '```\n',
    'markdown',
  )?.words;
  const meaning = /\*\*Meaning:\*\* [^\n]+/.exec(expected ?? '')?.[0] ?? assert.fail();
  for (const json of [JSON.stringify(object, null, 2), JSON.stringify(list, null, 2)])
    for (const [sought, of] of [
      ['"Installing"', '"Installing"'],
      ['"Performing', '"Performing initial installation of kata on cluster"'],
      ['"reason"', '"reason"'],
      ['"w-1"', '"w-1"'],
      ['"waitingToInstall"', '"waitingToInstall"'],
      ['"nodeCount"', '"nodeCount"'],
    ] as const)
      for (const language of ['json', 'yaml'] as const) {
        const found = hovered(json.replace(sought, `¦${sought}`), language) ?? assert.fail(`${sought} in ${language}`);
        assert.equal(found.of, of);
        assert.match(found.words, /^\*\*KataConfig example: /);
        assert.ok(found.words.includes(meaning), `${meaning} in ${found.words}`);
      }
  const yaml = (rest: string, kind = 'KataConfig') =>
    `apiVersion: kataconfiguration.openshift.io/v1\nkind: ${kind}\nmetadata:\n  name: example\nspec:\n  logLevel: info\nstatus:\n${rest}`;
  const conditions = '  conditions:\n  - type: InProgress\n    status: "True"\n    reason: ';
  assert.match(hovered(yaml(`${conditions}¦Uninstalling\n`), 'yaml')?.words ?? '', /KataConfig example: Uninstalling/);
  // The documentation shows the condition as a mapping.
  assert.ok(
    hovered(yaml('  conditions:\n    type: InProgress\n    status: "True"\n    reason: ¦Installing\n'), 'yaml'),
  );
  for (const other of [
    yaml(`${conditions}Installing\n`).replace('info', '¦info'),
    yaml(`${conditions}Installing\n  runtimeClasses: [¦kata]\n`),
    yaml(`${conditions}¦NotKnown\n`),
    yaml(`${conditions}¦Installing\n`.replace('InProgress', 'Ready')),
    yaml(`${conditions}¦Installing\n`, 'KataConfigCopy'),
    yaml(`${conditions}¦Installing\n`).replace('kataconfiguration.openshift.io', 'example.com'),
  ])
    assert.equal(hovered(other, 'yaml'), undefined, other);
});
