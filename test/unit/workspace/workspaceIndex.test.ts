import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readDocuments } from '../../../server/src/documents/sourceFile.ts';
import { fileFacts } from '../../../server/src/workspace/facts.ts';
import { WorkspaceIndex, type WorkspaceReader } from '../../../server/src/workspace/workspaceIndex.ts';

const kataConfig = (name: string) => `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: ${name}\n`;

/** A workspace in memory, and how often the index said that it changed. */
function workspace(files: Record<string, string>, whole = true) {
  const disk = new Map(Object.entries(files));
  const reader: WorkspaceReader = {
    async *list() {
      yield* disk.keys();
    },
    whole: () => whole,
    read: (uri) => Promise.resolve(disk.get(uri)),
  };
  const index = new WorkspaceIndex(reader);
  const seen = { changes: 0 };
  index.onChange(() => (seen.changes += 1));
  const open = (uri: string, text: string) => void index.setOpen(uri, text, readDocuments(text));
  const names = () =>
    index
      .facts()
      ?.of('KataConfig')
      .map(({ uri, object }) => `${uri} ${object.name ?? '-'}`);
  return { disk, index, seen, open, names };
}

describe('WorkspaceIndex', () => {
  test('knows nothing before all was read', async () => {
    const { index, open, names, seen } = workspace({ a: kataConfig('a') });
    assert.equal(index.facts(), undefined);
    open('b', kataConfig('b'));
    assert.equal(index.facts(), undefined);
    assert.equal(seen.changes, 0);
    await index.readAll();
    assert.deepEqual(names(), ['a a', 'b b']);
    assert.equal(seen.changes, 1);
  });

  test('what is open counts instead of what is on disk, until it is closed', async () => {
    const { index, open, names, seen } = workspace({ a: kataConfig('disk') });
    await index.readAll();
    open('a', kataConfig('open'));
    assert.deepEqual(names(), ['a open']);
    open('a', 'nothing of ours\n');
    assert.deepEqual(names(), []);
    index.setClosed('a');
    assert.deepEqual(names(), ['a disk']);
    assert.equal(seen.changes, 4);
  });

  test('follows the disk: made, changed, removed', async () => {
    const { disk, index, names } = workspace({});
    await index.readAll();
    disk.set('a', kataConfig('one'));
    await index.refresh('a');
    assert.deepEqual(names(), ['a one']);
    disk.set('a', kataConfig('two'));
    await index.refresh('a');
    assert.deepEqual(names(), ['a two']);
    disk.delete('a');
    await index.refresh('a');
    assert.deepEqual(names(), []);
  });

  test('a change on disk of an open file counts when it is closed', async () => {
    const { disk, index, open, names } = workspace({ a: kataConfig('disk') });
    await index.readAll();
    open('a', kataConfig('open'));
    disk.set('a', kataConfig('later'));
    await index.refresh('a');
    assert.deepEqual(names(), ['a open']);
    index.setClosed('a');
    assert.deepEqual(names(), ['a later']);
  });

  test('says so only when what others look at has changed', async () => {
    const { index, open, seen } = workspace({ a: kataConfig('a'), b: 'kind: Pod\n' });
    await index.readAll();
    const { changes } = seen;
    await index.refresh('a');
    await index.refresh('b');
    await index.refresh('missing');
    open('a', kataConfig('a'));
    open('a', `# moved by a line\n${kataConfig('a')}`);
    index.setClosed('a');
    index.setClosed('never opened');
    assert.equal(seen.changes, changes);
    open('c', 'data: peer-pods-cm\n');
    assert.equal(seen.changes, changes + 1);
    assert.equal(index.facts()?.mentionsPeerPodsConfigMap, true);
  });

  test('without a folder, or with one that was not read to its end, nothing is said to be missing', async () => {
    const { index, open } = workspace({}, false);
    await index.readAll();
    open('a', kataConfig('a'));
    assert.equal(index.facts()?.mentionsPeerPodsConfigMap, true);
    assert.equal(index.facts()?.of('KataConfig').length, 1);
  });

  test('of two reads of one file under way, the one that began last counts', async () => {
    const pending: ((text: string) => void)[] = [];
    const index = new WorkspaceIndex({ async *list() {}, whole: () => true, read: () => new Promise((resolve) => pending.push(resolve)) });
    await index.readAll();
    const first = index.refresh('a');
    const second = index.refresh('a');
    pending[1]?.(kataConfig('new'));
    pending[0]?.(kataConfig('old'));
    await Promise.all([first, second]);
    assert.deepEqual(
      index
        .facts()
        ?.of('KataConfig')
        .map(({ object }) => object.name),
      ['new'],
    );
  });
});

describe('hostile files', () => {
  const crowd = '# kataconfiguration.openshift.io\n' + '---\nkind: KataConfig\n'.repeat(240_000);
  /** The library needs some milliseconds for each. */
  const slow = `---\n${kataConfig('s')}x: {${Array.from({ length: 700 }, (_, index) => `k${index}: v`).join(', ')}}\n`.repeat(100);

  test('hundreds of thousands of KataConfigs in a file: some are known, and the other files too', async () => {
    const { index, names } = workspace({ a: crowd, b: kataConfig('b') });
    await index.readAll();
    assert.equal(names()?.length, 101);
    assert.equal(names()?.at(-1), 'b b');
  });

  test('a file that cannot be looked at says nothing; the others do', async () => {
    const index = new WorkspaceIndex({
      async *list() {
        yield* ['a', 'b'];
      },
      whole: () => true,
      read: (uri) => (uri === 'a' ? Promise.reject(new Error('on purpose')) : Promise.resolve(kataConfig(uri))),
    });
    await index.readAll();
    assert.deepEqual(
      index
        .facts()
        ?.of('KataConfig')
        .map(({ object }) => object.name),
      ['b'],
    );
  });

  test('others get their turn, and what became stale meanwhile is dropped', async () => {
    const { index, names } = workspace({});
    await index.readAll();
    const looking = index.setOpen('a', slow, readDocuments(slow));
    assert.deepEqual(names(), []);
    await index.setOpen('a', kataConfig('new'), readDocuments(kataConfig('new')));
    await looking;
    assert.deepEqual(names(), ['a new']);
    const again = index.setOpen('a', slow, readDocuments(slow));
    index.setClosed('a');
    await again;
    assert.deepEqual(names(), []);
  });

  test('of a file on disk too, and the later read counts', async () => {
    const { disk, index, names } = workspace({ a: slow });
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await index.readAll();
    clearInterval(timer);
    assert.ok(turns > 2, `${turns} turns`);
    const first = index.refresh('a');
    disk.set('a', kataConfig('new'));
    await Promise.all([first, index.refresh('a')]);
    assert.deepEqual(names(), ['a new']);
  });

  test('an edit elsewhere does not look at them', async () => {
    const { index, open } = workspace(Object.fromEntries(Array.from({ length: 10 }, (_, file) => [`f${file}`, crowd.slice(0, 1e6)])));
    await index.readAll();
    open('mine', kataConfig('mine'));
    const known = index.facts();
    for (let edit = 0; edit < 100; edit += 1) open('mine', `${kataConfig('mine')}spec:\n  logLevel: ${edit}\n`);
    assert.equal(index.facts(), known);
  });
});

describe('fileFacts', () => {
  test('places, in a file of several', () => {
    const text = `# one\n${kataConfig('a')}---\nkind: Pod\n---\n${kataConfig('b').replaceAll('\n', '\r\n')}`;
    const objects = fileFacts('u', text).objects.filter(({ object }) => object.id === 'KataConfig');
    assert.deepEqual(
      objects.map(({ object, firstLine }) => [object.name, firstLine + object.line, object.column, object.length]),
      [
        ['a', 2, 6, 10],
        ['b', 9, 6, 10],
      ],
    );
  });
  test('thousands of documents take no time', () => {
    const text = Array.from({ length: 10_000 }, (_, index) => `---\n${kataConfig(`k${index}`)}`).join('');
    const documents = readDocuments(text);
    fileFacts('u', text, documents);
    const before = performance.now();
    assert.equal(fileFacts('u', text, documents).objects.at(-1)?.firstLine, 0);
    assert.ok(performance.now() - before < 500, `${(performance.now() - before).toFixed(0)} ms`);
  });
});
