/**
 * Tests the fast reader for plain manifests against the library: for every document that it accepts, both return the
 * same result, including every offset.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { splitDocuments } from '#server/engine/yaml/parse/chunks.ts';
import { parseByLibrary } from '#server/engine/yaml/parse/parse.ts';
import { readPlainManifest } from '#server/engine/yaml/parse/plainManifest.ts';
import { rules } from '#server/cli/rules.ts';
import { random, type Random } from '#test/support/randomInput/random.ts';

const cases = path.resolve(import.meta.dirname, '../../../../cases');
const files = ['documents', 'seeds'].flatMap((folder) =>
  readdirSync(path.join(cases, folder))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => readFileSync(path.join(cases, folder, name), 'utf8')),
);

const everyShape = `---
# a comment
apiVersion: v1   # and one behind
kind: "Pod"

metadata:
  name: 'a'
  empty:
  blanks:   
  noted: # nothing
  labels: {}
  list:
  - a
  - "b"  # c
  - k: v
    m: [a, "b", c d, 1.5]

    # in between
  - deep:
      - 1.5
      - {}
  none: []
  text: |
    first
      second

    third
  short: |-
    x: y
  after: -5
spec:
  url: https://a.example.com:80/x#y
  words: two words, a comma [and] more
  number: 5
# at the end
`;
const texts = [
  everyShape,
  ...rules.flatMap(({ examples }) => examples().flatMap(({ avoid, prefer = avoid }) => [avoid, prefer])),
  ...files,
];
const documents = texts.flatMap((text) => splitDocuments(text).map((chunk) => chunk.text));

/** Returns whether the fast reader accepts a document. If it does, checks that both readers agree. */
function agree(text: string): boolean {
  const root = readPlainManifest(text);
  if (root !== undefined)
    assert.deepEqual({ root, problems: [], template: false }, parseByLibrary(text), JSON.stringify(text));
  return root !== undefined;
}

const pieces = [
  '\n',
  '\r\n',
  '\t',
  ' ',
  '  ',
  '    ',
  ':',
  ': ',
  ' #',
  '# x',
  '-',
  '- ',
  '|',
  '|-',
  '|\n',
  '>',
  '"',
  "'",
  '[',
  ']',
  '{',
  '}',
  ',',
  '&a ',
  '*a',
  '!!str ',
] as const;
const words = [
  'a',
  'x: y',
  '\n  x: y',
  '\n- a',
  '- - a',
  '? ',
  '---',
  '\n---\n',
  '...',
  '%',
  '@',
  '`',
  '~',
  'null',
  '0x1F',
  '1_000',
  '{{ x }}',
  '<<: ',
  '\\',
  '\u00e9',
  '\u00a0',
  '\u2028',
  '\ufeff',
  '=',
  '\n\n',
  ' \n',
] as const;

function mutated(text: string, chance: Random): string {
  let out = text;
  for (let edits = 1 + chance.below(3); edits > 0; edits -= 1) {
    const at = chance.below(out.length + 1);
    const removed = chance.chance(0.5) ? 0 : chance.below(6);
    const added = chance.chance(0.3) ? '' : chance.chance(0.6) ? chance.pick(pieces) : chance.pick(words);
    out = out.slice(0, at) + added + out.slice(at + removed);
  }
  return out;
}

describe('fast manifest reader', () => {
  it('agrees with the YAML library on every supported structure', () => assert.ok(agree(everyShape)));

  it('agrees on CRLF line breaks but leaves block scalars with CRLF to the library', () => {
    assert.ok(agree(everyShape.replace(/ {2}text: [^]*after/, '  after').replaceAll('\n', '\r\n')));
    assert.equal(readPlainManifest(everyShape.replaceAll('\n', '\r\n')), undefined);
  });

  it('agrees on examples and test cases and reads most of them', () => {
    const taken = documents.filter(agree).length;
    assert.ok(taken > documents.length * 0.6, `only ${taken} of ${documents.length}`);
  });

  it('agrees on randomly changed documents', () => {
    const chance = random(Number(process.env['SEED'] ?? 1));
    const [first = everyShape, ...others] = documents;
    let taken = 0;
    const rounds = Number(process.env['ROUNDS'] ?? 6000);
    for (let round = 0; round < rounds; round += 1) {
      const document = chance.chance(0.3) ? everyShape : chance.pick([first, ...others]);
      if (agree(mutated(chance.chance(0.2) ? document.replaceAll('\n', '\r\n') : document, chance))) taken += 1;
    }
    assert.ok(taken > rounds / 10, `only ${taken} of ${rounds} were taken`);
  });

  for (const [why, text] of [
    ['an oversized document', `a:\n${'- b\n'.repeat(20_000)}`],
    ['a duplicate key', 'a: 1\na: 2\n'],
    ['an anchor', 'a: &x 1\n'],
    ['an alias', 'a: *x\n'],
    ['a tag', 'a: !!str 1\n'],
    ['a template', 'a: {{ x }}\n'],
    ['a tab', 'a:\t1\n'],
    ['a value over two lines', 'a: b\n  c\n'],
    ['a mapping with inconsistent indentation', 'a:\n    b: 1\n  c: 2\n'],
    ['a merge key', '<<: {}\n'],
    ['two documents', 'a: 1\n---\nb: 2\n'],
    ['a top-level list', '- a\n'],
    ['empty text', ''],
  ] as const) {
    it(`leaves ${why} to the library`, () => assert.equal(readPlainManifest(text), undefined));
  }
});
