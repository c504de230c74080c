/** Tests the grammar check. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { LocalLinter } from 'harper.js';
import { createGrammarLinter, findGrammarProblems, proseOf } from '#scripts/text/grammar.ts';
import { correctTexts, samplesOfRules } from '#scripts/text/grammarRules.ts';
import { listProse } from '#scripts/text/readableTexts.ts';

describe('grammar check', () => {
  let linter: LocalLinter;
  before(async () => {
    linter = await createGrammarLinter();
  });
  after(() => linter.dispose());

  const check = (...texts: readonly string[]) =>
    findGrammarProblems(
      texts.map((text, index) => ({ place: `text ${index}`, text })),
      linter,
    );

  test('reports a wrong article and a repeated word in messages, with the text and the correction', async () => {
    const problems = await check('Ready.', 'The operator reports a error.', 'Ready.', 'Delete the the pods of {0}.');
    assert.deepEqual(
      problems.map(({ place, rule, found, suggestions, text }) => ({ place, rule, found, suggestions, text })),
      [
        {
          place: 'text 1',
          rule: 'AnA',
          found: 'a',
          suggestions: ['an'],
          text: 'The operator reports a error.',
        },
        {
          place: 'text 3',
          rule: 'RepeatedWords',
          found: 'the the',
          suggestions: ['the'],
          text: 'Delete the the pods of Foo.',
        },
      ],
    );
  });

  test('reports mistakes in the lines and tables of a page, and skips its code', async () => {
    const page = ['# The the pods', '', '```sh', 'echo a error', '```', '', '| name | a error |', ''].join('\n');
    const problems = await findGrammarProblems(listProse('docs/a.md', page), linter);
    assert.deepEqual(problems.map(({ place, rule }) => `${place} ${rule}`).toSorted(), [
      'docs/a.md:1 RepeatedWords',
      'docs/a.md:7 AnA',
    ]);
  });

  test('finds the text of a mistake after characters outside the Basic Multilingual Plane', async () =>
    assert.deepEqual(
      (await check('😀😀😀😀 is an icon.', 'It is a error.', 'Ready.')).map(({ place, found }) => [place, found]),
      [['text 1', 'a']],
    ));

  for (const [rule, sample] of Object.entries(samplesOfRules))
    test(`reports "${sample}" (${rule})`, async () => {
      const rules = (await check(sample)).map((problem) => problem.rule);
      assert.ok(rules.includes(rule), `reported: ${rules.join(', ')}`);
    });

  for (const text of [
    'The operator installs Kata on {0} {1}.',
    'Run `oc get pods`, `oc` `logs`, or an `oc debug` command.',
    'You need an {0} and a {1}.',
    'Run _Open Cluster..._, then **Install Kata...**.',
    'A value such as 64 KiB, https://example.com, or `a error`.',
    'Problems are summarized in one finding.',
  ])
    test(`accepts "${text}"`, async () => assert.deepEqual(await check(text), []));

  test('accepts correct texts only for existing rules', () =>
    assert.deepEqual(
      Object.keys(correctTexts).filter((rule) => !Object.hasOwn(samplesOfRules, rule)),
      [],
    ));
});

test('prose has alternating names instead of code and placeholders', () =>
  assert.equal(
    proseOf('- [`a`](b.md) of an {0}: _Open Log File..._ or **<name>**, see https://example.com/a.'),
    '- Foo of an Aqux: Open Log File... or Foo, see Qux',
  ));
