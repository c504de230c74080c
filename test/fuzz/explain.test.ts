/**
 * Tests explanations of randomly edited statuses: every text is explained, positions are within the text, and hostile
 * texts take linear time.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { explainText } from '#core/explain/explainText.ts';
import { explainedJson, explainedText } from '#core/explain/explainReport.ts';
import { parsePasted } from '#server/status/explainYaml.ts';
import { editedText } from '../support/randomInput/editedText.ts';
import { random, type Random } from '../support/randomInput/random.ts';
import { assertProportional, shortened } from '../support/performance/growth.ts';

const seeds: readonly [string, ...string[]] = [
  '{Failed, [Balance, ResourceCleanupFailed]}',
  '｛Failed，【Balance、ResourceCleanupFailed】｝ {Running, [*]}',
  '{"ResponseMetadata":{"Action":"ListClusters"},"Result":{"Items":[{"Id":"c","Status":{"Phase":"Updating","Conditions":[{"Type":"Progressing"}]}}],"TotalCount":3}}',
  "status:\n  conditions:\n  - type: InProgress\n    status: 'True'\n    reason: Installing\n  kataNodes:\n    nodeCount: 2\n    installing: [a]\n",
  'Status:\n  Conditions:\n    Message: Node a Degraded: b\n    Reason: Failed\n    Status: True\n    Type: InProgress\n  Kata Nodes:\n    Failed To Install:\n      a\nEvents: <none>\n',
  'Name:  a\nNamespace:  \nAPI Version:  kataconfiguration.openshift.io/v1\nKind:  KataConfig\nStatus:\n  Kata Nodes:\n    Node Count: 2\n',
  '12m  Warning  Failed  pod/a  Could not access KVM kernel module\nExisting pods using "kata" RuntimeClass found.',
  '创建失败',
  'Failed/Balance',
];
const pieces: readonly [string, ...string[]] = [
  ...([
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    "'",
    '\n',
    '\r\n',
    ' ',
    '- ',
    '*',
    '&a ',
    '*a',
    '<<: ',
    '---\n',
    '#',
    '|',
    '|\n',
    '｛',
    '】',
    '，',
    '（',
    '\u0000',
  ] as const),
  ...([
    '😀',
    '\ud83d',
    '\u202e',
    '\uFEFF',
    'Failed',
    'Unknown',
    'Phase',
    'Status:\n',
    'conditions:\n',
    '__proto__',
    'constructor',
    'kataNodes:\n  ',
    'Events:',
  ] as const),
];

const edited = (text: string, chance: Random): string => editedText(text, chance, { pieces, seeds, most: 3000 });

describe('randomly edited status', () => {
  test('is always explained, with positions within the text', () => {
    const chance = random(20231011);
    for (let round = 0; round < 1500; round += 1) {
      const text = edited(chance.pick(seeds), chance);
      const explained = { ...explainText(text, { parse: parsePasted }), name: 'x', text };
      assert.ok(explained.told.length > 0, text);
      for (const { start, end, headline, meaning, text: shown } of explained.told) {
        assert.ok(start >= 0 && start <= end && end <= text.length, JSON.stringify({ text, start, end }));
        assert.ok(
          headline.length <= 400 && meaning.length <= 5000 && shown.length <= 200,
          JSON.stringify({ text, headline, meaning }),
        );
        assert.doesNotMatch(shown, /\p{Cc}|\u202e/u);
      }
      assert.ok(explainedText(explained).length > 0);
      assert.ok(JSON.stringify(explainedJson(explained)).length > 0);
    }
  });

  test('is explained in linear time if hostile', async () => {
    const hostile = [
      '{',
      '[',
      '{a:',
      '- ',
      '{Failed, [',
      'Failed [Ok] ',
      'Failed,',
      '{Failed, [Balance]}',
      '(',
      '｛',
      ' ',
      '\n',
      'conditions:\n',
      ' conditions:\n',
      'Status:\n',
      'Name: a\nNamespace:\n',
      'a: ',
      '&a ',
      '---\n',
      '"',
      'Node a degraded: ',
      '1m Normal a a/b c\n',
      'x',
      'Name: a\nRoles: b\n',
      'Type: InProgress\n',
      'Installing\n',
      'NAME READY STATUS\na 1/2 Running\n',
      'node\n{Failed, [Unknown]}\n',
      'Failed\tBalance\t|',
      'level=error qemuPid=1 ',
      'annotation io.katacontainers.a ',
    ];
    for (const piece of hostile) {
      const text = piece.repeat(Math.floor(119_000 / piece.length));
      await assertProportional((part) => {
        const cut = shortened(text, part);
        explainedText({ ...explainText(cut, { parse: parsePasted }), name: 'x', text: cut });
      }, piece);
    }
  });

  test('is limited to 1,000 resources', async () => {
    const items = Array.from({ length: 5000 }, (_, index) => ({
      Id: `n${index}`,
      NodePoolId: 'p',
      Status: { Phase: 'Running', Conditions: [{ Type: 'Ok' }] },
    }));
    const { told, left } = explainText(JSON.stringify({ Result: { Items: items } }), { parse: parsePasted });
    assert.deepEqual([told.length, left], [1000, ['Additional statuses without an explanation: 4000.']]);
    await assertProportional((part) =>
      explainText(JSON.stringify({ Result: { Items: items.slice(0, items.length * part) } }), { parse: parsePasted }),
    );
  });
});
