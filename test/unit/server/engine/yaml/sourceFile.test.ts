import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findDocument, readDocuments, YamlDocument, type PlacedDocument } from '#server/engine/yaml/yamlDocument.ts';
import { random } from '#test/support/randomInput/random.ts';

const texts = (documents: readonly PlacedDocument[]) => documents.map(({ document }) => document.text);
const objects = (documents: readonly PlacedDocument[]) => documents.map(({ document }) => document);

/**
 * Returns the documents that are parsed again between two versions. All others must be objects of the first version.
 */
function madeAnew(before: string, after: string): string[] {
  const first = readDocuments(before);
  const known = new Set(objects(first));
  return objects(readDocuments(after, first))
    .filter((document) => !known.has(document))
    .map(({ text }) => text);
}

const [a, b, c, d] = ['---\na: 1\n', '---\nb: 1\n', '---\nc: 1\n', '---\nd: 1\n'] as const;

describe('readDocuments', () => {
  const edits: readonly [name: string, before: string, after: string, anew: string[]][] = [
    ['no change', a + b + c, a + b + c, []],
    ['an edit in the first document', a + b + c, `---\na: 2\n${b}${c}`, ['---\na: 2\n']],
    ['an edit in the middle document', a + b + c, `${a}---\nb: 2\n${c}`, ['---\nb: 2\n']],
    ['an edit in the last document', a + b + c, `${a}${b}---\nc: 2\n`, ['---\nc: 2\n']],
    ['an insertion at the start', b + c, a + b + c, [a]],
    ['an insertion in the middle', a + c, a + b + c, [b]],
    ['an insertion at the end', a + b, a + b + c, [c]],
    ['a removal', a + b + c, a + c, []],
    ['the removal of all documents but one', a + b + c, b, []],
    ['a swap of two documents', a + b + c + d, a + c + b + d, []],
    ['a reversal of the order', a + b + c + d, d + c + b + a, []],
    ['a merge of two documents', a + b + c, `${a}b: 1\n${c}`, [`${a}b: 1\n`]],
    ['an insertion of a marker', a + c, `---\n${a}${c}`, ['---\n']],
    ['a copy directly after the original', a + b + c, a + b + b + c, []],
    ['a replacement of all documents', a + b, c + d, [c, d]],
  ];
  for (const [name, before, after, anew] of edits) {
    test(`reuses unchanged documents after ${name}`, () => {
      const made = madeAnew(before, after);
      // A copy can be a new object or not. Only texts that didn't exist before must be new.
      assert.deepEqual(
        made.filter((text) => !texts(readDocuments(before)).includes(text)),
        anew,
      );
      assert.ok(made.length <= anew.length + (name.startsWith('a copy') ? 1 : 0), `read anew: ${JSON.stringify(made)}`);
    });
  }

  test('matches a full read and reuses unchanged documents after random edits', () => {
    const chance = random(7);
    const pieces = [
      '---\n',
      '...\n',
      'a: 1\n',
      '# c\n',
      '\r\n',
      'kind: KataConfig\n',
      '  - x\n',
      '%YAML 1.2\n',
      '\uFEFF',
      '--- |\n',
      '---\r',
      '"',
      ' ',
    ] as const;
    for (let run = 0; run < 200; run += 1) {
      let text = Array.from({ length: chance.below(12) }, () => chance.pick(pieces)).join('');
      let documents = readDocuments(text);
      for (let step = 0; step < 15; step += 1) {
        const start = chance.below(text.length + 1);
        const end = Math.min(text.length, start + chance.below(9));
        const inserted = chance.chance(0.3) ? '' : chance.pick(pieces);
        const next = text.slice(0, start) + inserted + text.slice(end);
        const reread = readDocuments(next, documents);
        const fresh = readDocuments(next);
        assert.deepEqual(
          reread.map((placed) => [placed.start, placed.document.text]),
          fresh.map((placed) => [placed.start, placed.document.text]),
        );
        checkReuse(documents, reread);
        text = next;
        documents = reread;
      }
    }
  });
});

/** Checks that the documents that both versions have in common at the start and at the end are the same objects. */
function checkReuse(before: readonly PlacedDocument[], after: readonly PlacedDocument[]): void {
  let same = 0;
  while (same < Math.min(before.length, after.length) && before[same]?.document.text === after[same]?.document.text) {
    assert.equal(after[same]?.document, before[same]?.document);
    same += 1;
  }
  let tail = 1;
  while (
    tail <= Math.min(before.length, after.length) - same &&
    before.at(-tail)?.document.text === after.at(-tail)?.document.text
  ) {
    assert.equal(after.at(-tail)?.document, before.at(-tail)?.document);
    tail += 1;
  }
}

test('documentAt returns the later document at a boundary', () => {
  const documents = readDocuments(a + b);
  assert.equal(findDocument(documents, 0)?.document.text, a);
  assert.equal(findDocument(documents, a.length - 1)?.document.text, a);
  assert.equal(findDocument(documents, a.length)?.document.text, b);
  assert.equal(findDocument(documents, (a + b).length)?.document.text, b);
});

test('a document is parsed only once', () => {
  const document = new YamlDocument('kind: KataConfig\n');
  assert.equal(document.mayBeKnown, true);
  assert.equal(document.parsed, document.parsed);
  assert.equal(document.manifest, document.manifest);
  assert.equal(new YamlDocument('kind: Pod\n').manifest, undefined);
});
