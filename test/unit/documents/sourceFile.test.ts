import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { documentAt, readDocuments, YamlDocument, type PlacedDocument } from '../../../server/src/documents/sourceFile.ts';
import { random } from '../../support/random.ts';

const texts = (documents: readonly PlacedDocument[]) => documents.map(({ document }) => document.text);
const objects = (documents: readonly PlacedDocument[]) => documents.map(({ document }) => document);

/** What is read anew between two versions: everything else must be an object of the first. */
function madeAnew(before: string, after: string): string[] {
  const first = readDocuments(before);
  const known = new Set(objects(first));
  return objects(readDocuments(after, first))
    .filter((document) => !known.has(document))
    .map(({ text }) => text);
}

const [a, b, c, d] = ['---\na: 1\n', '---\nb: 1\n', '---\nc: 1\n', '---\nd: 1\n'] as const;

describe('readDocuments re-uses what did not change', () => {
  const edits: readonly [name: string, before: string, after: string, anew: string[]][] = [
    ['nothing', a + b + c, a + b + c, []],
    ['an edit in the first', a + b + c, `---\na: 2\n${b}${c}`, ['---\na: 2\n']],
    ['an edit in the middle', a + b + c, `${a}---\nb: 2\n${c}`, ['---\nb: 2\n']],
    ['an edit in the last', a + b + c, `${a}${b}---\nc: 2\n`, ['---\nc: 2\n']],
    ['a new one at the start', b + c, a + b + c, [a]],
    ['a new one in the middle', a + c, a + b + c, [b]],
    ['a new one at the end', a + b, a + b + c, [c]],
    ['one removed', a + b + c, a + c, []],
    ['all but one removed', a + b + c, b, []],
    ['two swapped', a + b + c + d, a + c + b + d, []],
    ['the whole order turned', a + b + c + d, d + c + b + a, []],
    ['two joined', a + b + c, `${a}b: 1\n${c}`, [`${a}b: 1\n`]],
    ['one split', a + c, `---\n${a}${c}`, ['---\n']],
    ['a copy at once behind', a + b + c, a + b + b + c, []],
    ['everything else', a + b, c + d, [c, d]],
  ];
  for (const [name, before, after, anew] of edits) {
    test(name, () => {
      const made = madeAnew(before, after);
      // A copy may be an object of its own or not: only texts that were not there before must be new.
      assert.deepEqual(
        made.filter((text) => !texts(readDocuments(before)).includes(text)),
        anew,
      );
      assert.ok(made.length <= anew.length + (name.startsWith('a copy') ? 1 : 0), `read anew: ${JSON.stringify(made)}`);
    });
  }

  test('for any edits: equal to a fresh read, and what stands outside the edit is the same object', () => {
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

/** What the two versions begin with in common, and what they end with in common, must be the same objects. */
function checkReuse(before: readonly PlacedDocument[], after: readonly PlacedDocument[]): void {
  let same = 0;
  while (same < Math.min(before.length, after.length) && before[same]?.document.text === after[same]?.document.text) {
    assert.equal(after[same]?.document, before[same]?.document);
    same += 1;
  }
  let tail = 1;
  while (tail <= Math.min(before.length, after.length) - same && before.at(-tail)?.document.text === after.at(-tail)?.document.text) {
    assert.equal(after.at(-tail)?.document, before.at(-tail)?.document);
    tail += 1;
  }
}

test('documentAt: at the seam, the later one', () => {
  const documents = readDocuments(a + b);
  assert.equal(documentAt(documents, 0)?.document.text, a);
  assert.equal(documentAt(documents, a.length - 1)?.document.text, a);
  assert.equal(documentAt(documents, a.length)?.document.text, b);
  assert.equal(documentAt(documents, (a + b).length)?.document.text, b);
});

test('a document is parsed once, and not before it is asked for', () => {
  const document = new YamlDocument('kind: KataConfig\n');
  assert.equal(document.mayBeKnown, true);
  assert.equal(document.parsed, document.parsed);
  assert.equal(document.manifest, document.manifest);
  assert.equal(new YamlDocument('kind: Pod\n').manifest, undefined);
});

describe('a document forgets its nodes', () => {
  const text = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example\nspec:\n  logLevel: info\n';

  test('and makes the same again; the object stays the same one', () => {
    const document = new YamlDocument(text);
    const { manifest } = document;
    const root = manifest?.root;
    document.forget();
    assert.equal(document.manifest, manifest);
    assert.notEqual(document.manifest?.root, root, 'the nodes were kept');
    assert.deepEqual(document.manifest?.root, root);
    assert.equal(document.manifest?.root, document.parsed.root);
  });

  test('not when the library had to read it, and not of a List', () => {
    for (const kept of [`${text}  enablePeerPods: &yes true\n`, `kind: List\napiVersion: v1\nitems:\n  - ${text.trimEnd().replaceAll('\n', '\n    ')}\n`]) {
      const document = new YamlDocument(kept);
      const root = document.manifests[0]?.root;
      assert.ok(root !== undefined);
      document.forget();
      assert.equal(document.manifests[0]?.root, root);
    }
  });

  test('nothing when nothing was read', () => {
    const document = new YamlDocument(text);
    document.forget();
    assert.equal(document.manifest?.name, 'example');
  });
});
