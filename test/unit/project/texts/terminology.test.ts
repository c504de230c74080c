/** Tests the check for wording that the style guide replaces. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listComments, listProse } from '#scripts/text/readableTexts.ts';
import { findOddWording } from '#scripts/text/terminology.ts';

const odd = [
  ['"5x" is no Go duration.', 'is no'],
  ['The operator ignores the key without a word.', 'without a word'],
  ['This can be mended.', 'mended'],
  ['The list is read anew.', 'anew'],
  ['The update goes on.', 'goes on'],
  ['The node comes back by itself.', 'by itself'],
  ['The value stands behind the key.', 'stands behind'],
  ['So many pods may a node have.', 'So many'],
  ['Of what it lacks, a list follows.', 'Of what'],
  ['Somebody deleted the pool.', 'Somebody'],
  ['The user is told about the reboot.', 'is told'],
  ['Memory and processors of the VM.', 'processors'],
  ['The nodes are labelled.', 'labelled'],
  ['Reading\u2026', '\u2026'],
] as const;

describe('terminology check', () => {
  for (const [text, found] of odd)
    test(`reports "${found}" in "${text}"`, () =>
      assert.deepEqual(
        findOddWording(text).map((problem) => problem.found),
        [found],
      ));

  for (const text of [
    'The plugin version is no longer supported.',
    'There is no rule for the request.',
    'Run `oc get pods`, then go on to the next page.',
    'Text from a word processor.',
    'The name is `anew`.',
  ])
    test(`accepts "${text}"`, () => assert.deepEqual(findOddWording(text), []));

  test('reads prose outside code blocks, with its line', () =>
    assert.deepEqual(listProse('a.md', 'One.\n\n```sh\nmend\n```\nTwo.\n'), [
      { place: 'a.md:1', text: 'One.' },
      { place: 'a.md:6', text: 'Two.' },
    ]));

  test('reads comments, and skips code and directives', () =>
    assert.deepEqual(
      listComments('a.ts', "/** One. */\nconst a = 'mend';\n// oxlint-disable-next-line x -- mend\n  // Two.\n"),
      [
        { place: 'a.ts:1', text: 'One. */' },
        { place: 'a.ts:4', text: 'Two.' },
      ],
    ));
});
