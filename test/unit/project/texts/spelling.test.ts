/** Tests the spelling check and the project dictionary. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listComments, listProse, type ReadableText } from '#scripts/text/readableTexts.ts';
import {
  findUnknownWords,
  listWords,
  loadGeneralDictionary,
  readProjectWords,
  suggestWords,
} from '#scripts/text/spelling.ts';

const general = loadGeneralDictionary();
const projectWords = readProjectWords();

const unknownWords = (texts: readonly ReadableText[]) => findUnknownWords(texts, general, projectWords);
const message = (text: string): readonly ReadableText[] => [{ place: 'l10n/bundle.l10n.json', text }];

describe('spelling check', () => {
  test('reports a misspelled word in a message', () =>
    assert.deepEqual(unknownWords(message('Kata is instaled on {0}.')), [
      { word: 'instaled', places: ['l10n/bundle.l10n.json'] },
    ]));

  test('reports a misspelled word in a line of a page', () =>
    assert.deepEqual(unknownWords(listProse('docs/a.md', '# Nodes\n\nThe _namspace_ of the [operater](a.md).\n')), [
      { word: 'namspace', places: ['docs/a.md:3'] },
      { word: 'operater', places: ['docs/a.md:3'] },
    ]));

  test('reports a misspelled word in a comment', () =>
    assert.deepEqual(
      unknownWords(listComments('core/a.ts', 'const recieve = 1;\n/** Returns the recieved pods. */\n')),
      [{ word: 'recieved', places: ['core/a.ts:2'] }],
    ));

  test('reports a word once, with all its places', () =>
    assert.deepEqual(unknownWords(listProse('a.md', 'Teh pod.\n\n- Teh node.\n')), [
      { word: 'Teh', places: ['a.md:1', 'a.md:3'] },
    ]));

  for (const word of ['adn', 'behaviour', 'dont', 'enviroment', 'occured', 'seperate', 'sucessfully', 'wich'])
    test(`reports "${word}"`, () =>
      assert.deepEqual(
        unknownWords(message(`The pod ${word} runs.`)).map((unknown) => unknown.word),
        [word],
      ));

  for (const text of [
    "The operator's KataConfig doesn't select worker nodes.",
    'Run `oc get kataconfg`, or ``oc `x` kataconfg``.',
    'See [the page](docs/pge.md#ancor) or https://example.com/pge.',
    'The placeholders {nmae}, ${nmae}, and <nmae>.',
    'camelCasse, snake_casse, osc.mustGathr.image, peerPods/confg, --kubeconfg, @nmae, 1a2bcdef.',
    'CVM, KMSs, UTCTime.',
    '节点池',
    '@param nodePolls node pools',
  ])
    test(`accepts "${text}"`, () => assert.deepEqual(unknownWords(message(text)), []));

  test('suggests similar words', () => assert.equal(suggestWords('recieve', general)[0], 'receive'));

  test('checks the parts of a hyphenated word', () =>
    assert.deepEqual(listWords('A must-gather, read-only.'), ['must', 'gather', 'read', 'only']));
});

describe('project dictionary', () => {
  test('is sorted, without duplicates', () => {
    const words = projectWords.map((word) => word.toLowerCase());
    assert.deepEqual(words, [...new Set(words)].toSorted());
  });

  test('contains only words that the general dictionary lacks', () =>
    assert.deepEqual(
      projectWords.filter((word) => general.has(word)),
      [],
    ));
});
