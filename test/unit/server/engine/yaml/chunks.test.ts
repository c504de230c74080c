import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { splitDocuments } from '#server/engine/yaml/parse/chunks.ts';

/** Test titles, each with the documents into which the joined text must be split. */
const cases: readonly [name: string, ...documents: string[]][] = [
  ['returns one empty document for empty text', ''],
  ['returns a single document', 'a: 1\n'],
  ['keeps a marker at the start', '---\na: 1\n'],
  ['splits two documents', 'a: 1\n', '---\nb: 2\n'],
  ['splits empty documents between markers', '---\n', '---\n', '---\na: 1\n'],
  ['supports CRLF line breaks', 'a: 1\r\n', '---\r\nb: 2\r\n'],
  ['supports CR line breaks', 'a: 1\r', '---\rb: 2\r'],
  ['supports CR after an end marker', 'a: 1\r...\r', 'b: 2\r'],
  ['supports CRLF after an end marker', 'a: 1\r\n...\r\n', 'b: 2\r\n'],
  ['supports a byte order mark before a marker', '\uFEFF---\na: 1\n', '---\nb: 2\n'],
  ['supports a byte order mark before a comment', '\uFEFF# hello\n---\na: 1\n'],
  ['keeps comments before the first marker with the document after it', '# one\n\n# two\n---\na: 1\n'],
  ['keeps comments before a later marker with the document before it', 'a: 1\n# of a\n', '---\nb: 2\n'],
  ['keeps directives with their document', '%YAML 1.2\n---\na: 1\n'],
  ['splits before directives after an end marker', 'a: 1\n...\n', '%YAML 1.2\n---\nb: 2\n'],
  ['splits once at an end marker followed by a marker', 'a: 1\n...\n', '---\nb: 2\n'],
  ['returns an empty document after a final end marker', 'a: 1\n...\n', ''],
  ['returns an empty document after a final end marker without a line break', 'a: 1\n...', ''],
  ['splits at several end markers', 'a: 1\n...\n', '...\n', 'b: 2\n'],
  ['splits at markers followed by content', '--- a: 1\n', '--- |\n  text\n', '---\tb\n'],
  ['splits at a marker at the end of the text', 'a: 1\n', '---'],
  ['ignores four dashes', 'a: 1\n----\nb: 2\n'],
  ['ignores three dashes followed by a word', 'a: 1\n---b\n'],
  ['ignores an indented marker', 'a: |\n  one\n  ---\n  two\n', '---\nb: 2\n'],
  ['splits at a marker at the start of a line in a block scalar', 'a: |\n', '---\n  two\n'],
  ['splits at a marker at the start of a line in a quoted string', 'a: "one\n', '---\ntwo"\n'],
  ['ignores dashes inside a line of a quoted string', 'a: "one --- two"\n'],
  ['splits at a marker after an empty line', 'a: 1\n\n', '---\nb: 2\n'],
];

describe('splitDocuments', () => {
  for (const [name, ...documents] of cases) {
    test(name, () => {
      const chunks = splitDocuments(documents.join(''));
      assert.deepEqual(
        chunks.map(({ text }) => text),
        documents,
      );
      let start = 0;
      for (const chunk of chunks) {
        assert.equal(chunk.start, start);
        start += chunk.text.length;
      }
    });
  }
});
