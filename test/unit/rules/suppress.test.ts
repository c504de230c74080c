import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ignoreComment, suppressions } from '../../../server/src/rules/suppress.ts';
import { check } from '../../support/check.ts';

const silenced = (text: string, rule: string, word: string) => suppressions(text)(rule, text.indexOf(word));

describe('suppressions', () => {
  const cases: readonly [name: string, text: string, silenced: boolean][] = [
    ['the next line', '# osc-ignore-next-line r: because\nhere\n', true],
    ['with the prefix osc/', '# osc-ignore-next-line osc/r: because\nhere\n', true],
    ['one of several', '# osc-ignore-next-line q, r: because\nhere\n', true],
    ['without a reason', '# osc-ignore-next-line r\nhere\n', true],
    ['indented', '    # osc-ignore-next-line r: because\n    here\n', true],
    ['without a blank before the words', '#osc-ignore-next-line r: because\nhere\n', true],
    ['CRLF', '# osc-ignore-next-line r: because\r\nhere\r\n', true],
    ['over blank lines and comments', '# osc-ignore-next-line r: because\n\n# more\nhere\n', true],
    ['two comments for one line', '# osc-ignore-next-line r: a\n# osc-ignore-next-line q: b\nhere\n', true],
    ['another rule', '# osc-ignore-next-line q: because\nhere\n', false],
    ['a longer name', '# osc-ignore-next-line rr: because\nhere\n', false],
    ['not the line after the next', '# osc-ignore-next-line r: because\none\nhere\n', false],
    ['not its own line', 'here # osc-ignore-next-line r: because\n', false],
    ['not in the reason', '# osc-ignore-next-line q: not r\nhere\n', false],
    ['no rule named', '# osc-ignore-next-line\nhere\n', false],
  ];
  for (const [name, text, expected] of cases) test(name, () => assert.equal(silenced(text, 'r', 'here'), expected));
});

test('200,000 names are not 200,000 names, and nothing else is harmed', async () => {
  const bad = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\nspec:\n  logLevel: Debug\n';
  const found = await check(`# osc-ignore-next-line ${','.repeat(200_000)}\n${bad}---\n${bad}`);
  assert.deepEqual(
    found.filter(({ rule }) => rule === 'osc/kataconfig-loglevel').map(({ line }) => line),
    // The first document is too large to be read.
    [13],
  );
});

describe('what looks like a comment in a scalar is text', () => {
  const head = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\n';
  const ignore = '# osc-ignore-next-line kataconfig-loglevel: x';
  const cases: readonly [name: string, text: string, silenced: boolean][] = [
    ['a block', `  annotations:\n    a: |\n      x\n      ${ignore}\nspec: {logLevel: Debug}\n`, false],
    ['a block of the comment alone', `  annotations:\n    a: |\n      ${ignore}\nspec: {logLevel: Debug}\n`, false],
    ['a quoted text', `  annotations:\n    a: "x\n      ${ignore}\n      "\nspec: {logLevel: Debug}\n`, false],
    ['behind a block it is a comment', `  annotations:\n    a: |\n      x\n${ignore}\nspec: {logLevel: Debug}\n`, true],
    ['behind a block and a blank line too', `  annotations:\n    a: >-\n      x\n\n${ignore}\nspec: {logLevel: Debug}\n`, true],
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

test('the comment that the quick fix writes works', async () => {
  const text = (comment: string) =>
    `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\nspec:\n${comment}  logLevel: Debug\n`;
  assert.deepEqual(
    (await check(text(''))).map(({ rule }) => rule),
    ['osc/kataconfig-loglevel'],
  );
  assert.deepEqual(await check(text(`  ${ignoreComment('kataconfig-loglevel')}\n`)), []);
});
