import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSuppressionComment, findSuppressions } from '#server/engine/findings/suppressions.ts';
import { check } from '#test/support/manifests/checkText.ts';

const silenced = (text: string, rule: string, word: string) => findSuppressions(text)(rule, text.indexOf(word));

describe('suppression comment', () => {
  const cases: readonly [name: string, text: string, silenced: boolean][] = [
    ['suppresses a finding on the next line', '# osc-ignore-next-line r: because\nhere\n', true],
    ['accepts the prefix osc/', '# osc-ignore-next-line osc/r: because\nhere\n', true],
    ['accepts several rules', '# osc-ignore-next-line q, r: because\nhere\n', true],
    ['accepts a missing reason', '# osc-ignore-next-line r\nhere\n', true],
    ['accepts indentation', '    # osc-ignore-next-line r: because\n    here\n', true],
    ['accepts a missing space after the #', '#osc-ignore-next-line r: because\nhere\n', true],
    ['accepts CRLF line breaks', '# osc-ignore-next-line r: because\r\nhere\r\n', true],
    ['skips blank lines and comments', '# osc-ignore-next-line r: because\n\n# more\nhere\n', true],
    [
      'combines with another comment for the same line',
      '# osc-ignore-next-line r: a\n# osc-ignore-next-line q: b\nhere\n',
      true,
    ],
    ['ignores other rules', '# osc-ignore-next-line q: because\nhere\n', false],
    ['ignores longer rule names', '# osc-ignore-next-line rr: because\nhere\n', false],
    ['ignores later lines', '# osc-ignore-next-line r: because\none\nhere\n', false],
    ['ignores its own line', 'here # osc-ignore-next-line r: because\n', false],
    ['ignores rule names in the reason', '# osc-ignore-next-line q: not r\nhere\n', false],
    ['requires a rule name', '# osc-ignore-next-line\nhere\n', false],
  ];
  for (const [name, text, expected] of cases) test(name, () => assert.equal(silenced(text, 'r', 'here'), expected));
});

test('a suppression comment with 200,000 empty names affects no other document', async () => {
  const bad =
    'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\nspec:\n  logLevel: Debug\n';
  const found = await check(`# osc-ignore-next-line ${','.repeat(200_000)}\n${bad}---\n${bad}`);
  assert.deepEqual(
    found.filter(({ rule }) => rule === 'osc/kataconfig-loglevel').map(({ line }) => line),
    // The first document is too large to be parsed.
    [13],
  );
});

describe('suppression comment near a scalar', () => {
  const head = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\n';
  const ignore = '# osc-ignore-next-line kataconfig-loglevel: x';
  const cases: readonly [name: string, text: string, silenced: boolean][] = [
    [
      'has no effect inside a block scalar',
      `  annotations:\n    a: |\n      x\n      ${ignore}\nspec: {logLevel: Debug}\n`,
      false,
    ],
    [
      'has no effect as the only line of a block scalar',
      `  annotations:\n    a: |\n      ${ignore}\nspec: {logLevel: Debug}\n`,
      false,
    ],
    [
      'has no effect inside a quoted scalar',
      `  annotations:\n    a: "x\n      ${ignore}\n      "\nspec: {logLevel: Debug}\n`,
      false,
    ],
    ['works after a block scalar', `  annotations:\n    a: |\n      x\n${ignore}\nspec: {logLevel: Debug}\n`, true],
    [
      'works after a block scalar and a blank line',
      `  annotations:\n    a: >-\n      x\n\n${ignore}\nspec: {logLevel: Debug}\n`,
      true,
    ],
  ];
  for (const [name, text, expected] of cases) {
    test(name, async () =>
      assert.equal(
        (await check(head + text)).every(({ rule }) => rule !== 'osc/kataconfig-loglevel'),
        expected,
      ),
    );
  }
});

test('the comment from the Quick Fix suppresses the finding', async () => {
  const text = (comment: string) =>
    `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\nspec:\n${comment}  logLevel: Debug\n`;
  assert.deepEqual(
    (await check(text(''))).map(({ rule }) => rule),
    ['osc/kataconfig-loglevel'],
  );
  assert.deepEqual(await check(text(`  ${createSuppressionComment('kataconfig-loglevel')}\n`)), []);
});
