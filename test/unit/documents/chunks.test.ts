import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { splitDocuments } from '../../../server/src/documents/chunks.ts';

/** A text, and where its documents are cut. */
const cases: readonly [name: string, ...documents: string[]][] = [
  ['nothing at all', ''],
  ['one document', 'a: 1\n'],
  ['a marker at the start', '---\na: 1\n'],
  ['two documents', 'a: 1\n', '---\nb: 2\n'],
  ['empty documents between markers', '---\n', '---\n', '---\na: 1\n'],
  ['CRLF', 'a: 1\r\n', '---\r\nb: 2\r\n'],
  ['a lone CR', 'a: 1\r', '---\rb: 2\r'],
  ['a lone CR after the end marker', 'a: 1\r...\r', 'b: 2\r'],
  ['CRLF after the end marker', 'a: 1\r\n...\r\n', 'b: 2\r\n'],
  ['a byte order mark before the marker', '\uFEFF---\na: 1\n', '---\nb: 2\n'],
  ['a byte order mark and a comment', '\uFEFF# hello\n---\na: 1\n'],
  ['comments before the first marker belong to the document after it', '# one\n\n# two\n---\na: 1\n'],
  ['comments before a later marker stay above it', 'a: 1\n# of a\n', '---\nb: 2\n'],
  ['directives', '%YAML 1.2\n---\na: 1\n'],
  ['directives after an end marker', 'a: 1\n...\n', '%YAML 1.2\n---\nb: 2\n'],
  ['end marker and marker together', 'a: 1\n...\n', '---\nb: 2\n'],
  ['an end marker at the end', 'a: 1\n...\n', ''],
  ['an end marker at the end without a line end', 'a: 1\n...', ''],
  ['several end markers', 'a: 1\n...\n', '...\n', 'b: 2\n'],
  ['a marker with content behind it', '--- a: 1\n', '--- |\n  text\n', '---\tb\n'],
  ['a marker at the end of the text', 'a: 1\n', '---'],
  ['four dashes are no marker', 'a: 1\n----\nb: 2\n'],
  ['a word behind three dashes is no marker', 'a: 1\n---b\n'],
  ['an indented marker is text', 'a: |\n  one\n  ---\n  two\n', '---\nb: 2\n'],
  ['in a block scalar, at the start of a line, it is a marker all the same', 'a: |\n', '---\n  two\n'],
  ['in a quoted string, at the start of a line, likewise', 'a: "one\n', '---\ntwo"\n'],
  ['in a quoted string, inside a line, it is text', 'a: "one --- two"\n'],
  ['a marker after a blank line', 'a: 1\n\n', '---\nb: 2\n'],
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
