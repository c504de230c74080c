import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { describe, test } from 'node:test';
import { getNumber } from '#core/common/json.ts';
import { longFile, manyFiles } from '#test/support/manifests/manyFiles.ts';
import { kataConfig, workspace } from '#test/support/manifests/memoryWorkspace.ts';
import { assertProportional } from '#test/support/performance/growth.ts';
import { readDocuments } from '#server/engine/yaml/yamlDocument.ts';
import { indexFile } from '#server/engine/workspace/workspaceSnapshot.ts';
import { WorkspaceIndex } from '#server/engine/workspace/workspaceIndex.ts';
import type { WorkspaceReader } from '#server/platform/workspaceReader.ts';

describe('WorkspaceIndex', () => {
  test('returns no facts before the first full read', async () => {
    const { index, open, names, seen, readAll } = workspace({ a: kataConfig('a') });
    assert.equal(index.facts(), undefined);
    open('b', kataConfig('b'));
    assert.equal(index.facts(), undefined);
    assert.equal(seen.changes, 0);
    await readAll();
    assert.deepEqual(names(), ['a a', 'b b']);
    assert.equal(seen.changes, 1);
  });

  test('prefers open files over files on disk until they are closed', async () => {
    const { index, open, names, seen, readAll } = workspace({ a: kataConfig('disk') });
    await readAll();
    open('a', kataConfig('open'));
    assert.deepEqual(names(), ['a open']);
    open('a', 'nothing of ours\n');
    assert.deepEqual(names(), []);
    index.setClosed('a');
    assert.deepEqual(names(), ['a disk']);
    assert.equal(seen.changes, 4);
  });

  test('provides the rule names of Rego files, also while they are edited', async () => {
    const { index, open, seen, readAll } = workspace({
      'a.rego': 'package agent_policy\n\ndefault ExecProcessRequest := false\n',
      'b.rego': 'package example\n\nallow := true\n',
    });
    await readAll();
    const policies = () =>
      index.facts()?.policies.map(({ uri, names, isPolicy }) => [uri, names.has('ExecProcessRequest'), isPolicy]);
    assert.deepEqual(policies(), [['a.rego', true, true]]);
    open('a.rego', 'package agent_policy\n\nhelper := 1\n');
    assert.deepEqual(policies(), [['a.rego', false, false]]);
    assert.equal(seen.changes, 2);
    open('a.rego', 'package agent_policy\n\n# A comment.\nhelper := 2\n');
    assert.equal(seen.changes, 2);
  });

  test('follows created, changed, and removed files', async () => {
    const { disk, index, names, readAll } = workspace({});
    await readAll();
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

  test('applies a disk change of an open file when it is closed', async () => {
    const { disk, index, open, names, readAll } = workspace({ a: kataConfig('disk') });
    await readAll();
    open('a', kataConfig('open'));
    disk.set('a', kataConfig('later'));
    await index.refresh('a');
    assert.deepEqual(names(), ['a open']);
    index.setClosed('a');
    assert.deepEqual(names(), ['a later']);
  });

  test('notifies only when relevant facts change', async () => {
    const { index, open, seen, readAll } = workspace({ a: kataConfig('a'), b: 'kind: Pod\n' });
    await readAll();
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

  test('treats differently encoded URIs as equal', async () => {
    const { index, open, names, readAll } = workspace({ 'file:///w/a%20(1)+.yaml': kataConfig('disk') });
    await readAll();
    open('file:///w/a%20%281%29%2B.yaml', kataConfig('open'));
    assert.deepEqual(names(), ['file:///w/a%20%281%29%2B.yaml open']);
    index.setClosed('file:///w/a (1)%2b.yaml');
    assert.deepEqual(names(), ['file:///w/a%20(1)+.yaml disk']);
  });

  test('forgets files outside a new workspace but keeps open files', async () => {
    const { index, open, names, readAll, seen } = workspace({ a: kataConfig('a'), b: kataConfig('b') });
    await readAll();
    open('b', kataConfig('open'));
    const { changes } = seen;
    const reading = index.readAll({ async *list() {}, whole: () => true, read: () => Promise.resolve(undefined) });
    assert.deepEqual(names(), ['a a', 'b open']);
    await reading;
    assert.deepEqual(names(), ['b open']);
    assert.ok(seen.changes > changes);
    index.setClosed('b');
    assert.deepEqual(names(), []);
  });

  test('keeps files that appear during a full read', async () => {
    const { disk, index, names } = workspace({});
    const late = kataConfig('late');
    const reader: WorkspaceReader = {
      async *list() {
        yield 'a';
        disk.set('late', late);
        await index.refresh('late');
      },
      whole: () => true,
      read: (uri) => Promise.resolve(disk.get(uri)),
    };
    await index.readAll(reader);
    assert.deepEqual(names(), ['late late']);
  });

  test('returns the known files below a folder', async () => {
    const { index, readAll } = workspace({
      'file:///w/a/b.yaml': kataConfig('x'),
      'file:///w/ab.yaml': kataConfig('y'),
      'file:///w/a/none.yaml': 'a: b',
    });
    await readAll();
    assert.deepEqual(index.knownBelow(['file:///w/a']), ['file:///w/a/b.yaml']);
    assert.deepEqual(index.knownBelow(['file:///w/a/']), ['file:///w/a/b.yaml']);
    assert.deepEqual(index.knownBelow(['file:///w/x', 'file:///w']), ['file:///w/a/b.yaml', 'file:///w/ab.yaml']);
    assert.deepEqual(index.knownBelow(['file:///w/ab', 'file:///w/a/b', '%%', '']), []);
  });

  test('limits the number of objects and reuses freed capacity', async () => {
    const many = Array.from({ length: 400 }, (_, index) => kataConfig(`k${index}`)).join('---\n');
    const { disk, index, names, readAll } = workspace(
      Object.fromEntries(Array.from({ length: 60 }, (_, file) => [`f${file}`, many])),
    );
    await readAll();
    assert.equal(names()?.length, 20_000);
    disk.delete('f0');
    await index.refresh('f0');
    assert.equal(names()?.length, 19_600);
    await index.refresh('f59');
    assert.equal(names()?.length, 20_000);
  });

  test('reports nothing as missing when the workspace is incomplete', async () => {
    const { index, open, readAll } = workspace({}, false);
    await readAll();
    open('a', kataConfig('a'));
    assert.equal(index.facts()?.mentionsPeerPodsConfigMap, true);
    assert.equal(index.facts()?.of('KataConfig').length, 1);
  });

  test('uses the read of a file that started last', async () => {
    const pending: ((text: string) => void)[] = [];
    const index = new WorkspaceIndex();
    await index.readAll({
      async *list() {},
      whole: () => true,
      read: () => new Promise((resolve) => pending.push(resolve)),
    });
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

describe('WorkspaceIndex with large files', () => {
  /**
   * On this clock, every step is the last one of its time slice. The duration of a step depends on the computer (bench/
   * measures it), but the amount of text that it reads doesn't.
   */
  const kinds: readonly (readonly [what: string, text: string])[] = [
    ['a long file with some KataConfig resources', longFile(100_000, 20)(0)],
    ['a long file of only KataConfig resources', longFile(100_000, 1)(1)],
    ['a file of the maximum length', longFile(4_900_000, 5)(2)],
    ['a million markers', '# kata\n' + '---\n'.repeat(1_200_000)],
    ['a long file with few KataConfig resources', longFile(100_000, 1000)(3)],
  ];
  for (const [what, text] of kinds)
    test(`reads in small steps and yields to other work: ${what}`, async () => {
      let looks = 0;
      const index = new WorkspaceIndex(() => (looks += 1) * 1000);
      let turns = 0;
      let over = false;
      const turn = () => {
        turns += 1;
        if (!over) setImmediate(turn);
      };
      setImmediate(turn);
      const files = 5;
      await index.readAll(manyFiles(files, () => text));
      over = true;
      assert.ok(
        text.length / (looks / files) < 64 * 1024,
        `${looks / files} looks at the clock for ${text.length} characters`,
      );
      // The clock is read before each step and after each yield to other work. The first reading belongs to the time
      // slice.
      assert.ok(turns >= (looks - files) / 2, `${turns} turns, ${looks} looks at the clock`);
    });

  test('keeps only facts in memory', () => {
    // Runs in a separate process, because the memory that other tests use varies.
    const out = execFileSync(process.execPath, ['--expose-gc', path.join(import.meta.dirname, 'indexMemory.ts')], {
      encoding: 'utf8',
    });
    const measured: unknown = JSON.parse(out);
    const [objects, kept] = [getNumber(measured, 'objects') ?? 0, getNumber(measured, 'kept') ?? Infinity];
    assert.ok(objects > 4000, `${objects} objects`);
    // The texts have 10,000 bytes per object. The memory of the JavaScript engine itself varies by some hundred bytes
    // per object.
    assert.ok(kept / objects < 3000, `${(kept / objects).toFixed(0)} bytes for each of ${objects} objects`);
  });

  test('locates objects correctly in every chunk of a long file', async () => {
    const text = longFile(900_000, 100)(0);
    const index = new WorkspaceIndex();
    await index.readAll(manyFiles(1, () => text));
    const lines = text.split('\n');
    const facts = index.facts()?.of('KataConfig') ?? [];
    assert.equal(facts.length, lines.filter((line) => line === 'kind: KataConfig').length);
    for (const { firstLine, object } of facts) {
      assert.equal(lines[firstLine + object.line], 'kind: KataConfig');
      assert.equal(lines[firstLine + object.line + 2], `  name: ${object.name ?? ''}`);
    }
  });
});

describe('WorkspaceIndex with hostile files', () => {
  const crowd = '# kataconfiguration.openshift.io\n' + '---\nkind: KataConfig\n'.repeat(120_000);
  /** Documents that take the YAML library several milliseconds each. */
  const slow =
    `---\n${kataConfig('s')}x: {${Array.from({ length: 700 }, (_, index) => `k${index}: v`).join(', ')}}\n`.repeat(100);

  test('limits the objects of one file and still reads other files', async () => {
    const { names, readAll } = workspace({ a: crowd, b: kataConfig('b') });
    await readAll();
    assert.equal(names()?.length, 501);
    assert.equal(names()?.at(-1), 'b b');
  });

  test('skips an unreadable file', async () => {
    const index = new WorkspaceIndex();
    await index.readAll({
      async *list() {
        yield* ['a', 'b'];
      },
      whole: () => true,
      read: (uri) => (uri === 'a' ? Promise.reject(new Error('on purpose')) : Promise.resolve(kataConfig(uri))),
    });
    assert.deepEqual(
      index
        .facts()
        ?.of('KataConfig')
        .map(({ object }) => object.name),
      ['b'],
    );
  });

  test('drops results that become stale during a read', async () => {
    const { index, names, readAll } = workspace({});
    await readAll();
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

  test('yields to other work for a file on disk and uses the later read', async () => {
    const { disk, index, names, readAll } = workspace({ a: slow });
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await readAll();
    clearInterval(timer);
    assert.ok(turns > 2, `${turns} turns`);
    const first = index.refresh('a');
    disk.set('a', kataConfig('new'));
    await Promise.all([first, index.refresh('a')]);
    assert.deepEqual(names(), ['a new']);
  });

  test('keeps the same facts after an edit elsewhere', async () => {
    const { index, open, readAll } = workspace(
      Object.fromEntries(Array.from({ length: 10 }, (_, file) => [`f${file}`, crowd.slice(0, 1e6)])),
    );
    await readAll();
    open('mine', kataConfig('mine'));
    const known = index.facts();
    for (let edit = 0; edit < 100; edit += 1) open('mine', `${kataConfig('mine')}spec:\n  logLevel: ${edit}\n`);
    assert.equal(index.facts(), known);
  });
});

describe('fileFacts', () => {
  test('locates objects in a file with several documents', () => {
    const text = `# one\n${kataConfig('a')}---\nkind: Pod\n---\n${kataConfig('b').replaceAll('\n', '\r\n')}`;
    const objects = indexFile('u', text).objects.filter(({ object }) => object.id === 'KataConfig');
    assert.deepEqual(
      objects.map(({ object, firstLine }) => [object.name, firstLine + object.line, object.column, object.length]),
      [
        ['a', 2, 6, 10],
        ['b', 9, 6, 10],
      ],
    );
  });
  test('handles thousands of documents quickly', async () => {
    const texts = [10_000, 625].map((length) =>
      Array.from({ length }, (_, index) => `---\n${kataConfig(`k${index}`)}`).join(''),
    );
    const read = texts.map((text) => ({ text, documents: readDocuments(text) }));
    await assertProportional((part) => {
      const { text, documents } = read[part === 1 ? 0 : 1] ?? assert.fail();
      assert.equal(indexFile('u', text, documents).objects.at(-1)?.firstLine, 499 * 5);
    });
  });
});
