/** Tests that files are read from disk one at a time and only once, regardless of the number of notifications. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DiskFollower } from '#server/lsp/diskFollower.ts';
import { WorkspaceIndex } from '#server/engine/workspace/workspaceIndex.ts';
import type { WorkspaceReader } from '#server/platform/workspaceReader.ts';

const kataConfig = (name: string) =>
  `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: ${name}\n`;

/**
 * Creates a follower of an in-memory disk. Records the reads, and returns a promise that resolves when the index
 * contains this number of KataConfigs.
 */
function followed(disk: Map<string, string>) {
  const asked: string[] = [];
  const seen = { busy: 0, most: 0, lists: 0 };
  const logged: string[] = [];
  const reader: WorkspaceReader = {
    async *list(below) {
      if (below === undefined) seen.lists += 1;
      for (const uri of disk.keys()) if (below === undefined || uri.startsWith(`${below}/`)) yield uri;
    },
    whole: () => true,
    async read(uri) {
      seen.busy += 1;
      seen.most = Math.max(seen.most, seen.busy);
      asked.push(uri);
      await new Promise(setImmediate);
      seen.busy -= 1;
      return disk.get(uri);
    },
  };
  const index = new WorkspaceIndex();
  const readers: (() => Promise<WorkspaceReader>)[] = [];
  const follower = new DiskFollower(index, {
    reader: () => readers.shift()?.() ?? Promise.resolve(reader),
    log: (line) => logged.push(line),
  });
  const names = () => (index.facts()?.of('KataConfig') ?? []).map(({ object }) => object.name);
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      index.onChange(() => holds() && resolve());
    });
  return { index, follower, asked, seen, logged, readers, names, until };
}

describe('DiskFollower', () => {
  test('reads one file at a time and each file once', async () => {
    const disk = new Map([['file:///w/a.yaml', kataConfig('a')]]);
    const { follower, asked, seen, names, until } = followed(disk);
    const read = until(() => names().length === 1);
    follower.readAll();
    await read;
    for (let file = 0; file < 3000; file += 1) disk.set(`file:///w/${file}.yaml`, 'a: b');
    disk.set('file:///w/last.yaml', kataConfig('last'));
    asked.length = 0;
    const known = until(() => names().length === 2);
    for (let times = 0; times < 3; times += 1)
      follower.follow([...disk.keys()].map((uri) => ({ uri, what: 'changed' })));
    await known;
    // The first file was already being read when it was reported again.
    assert.equal(
      asked.length,
      new Set(asked).size + 1 - (asked.filter((uri) => uri === asked[0]).length === 1 ? 1 : 0),
    );
    assert.ok(asked.length >= 3002, String(asked.length));
    assert.equal(seen.most, 1);
  });

  test('follows removed and new folders', async () => {
    const disk = new Map([['file:///w/old/a.yaml', kataConfig('a')]]);
    const { follower, names, until } = followed(disk);
    const read = until(() => names().length === 1);
    follower.readAll();
    await read;
    disk.clear();
    disk.set('file:///w/new/b.yaml', kataConfig('b'));
    const moved = until(() => names().join() === 'b');
    follower.follow([
      { uri: 'file:///w/old', what: 'gone' },
      { uri: 'file:///w/new', what: 'new' },
    ]);
    await moved;
  });

  test('repeats a full read once if requested during a read', async () => {
    const { follower, seen, names, until } = followed(new Map([['file:///w/a.yaml', kataConfig('a')]]));
    const twice = until(() => seen.lists === 2 && names().length === 1);
    for (let times = 0; times < 5; times += 1) follower.readAll();
    await twice;
    assert.equal(seen.most, 1);
  });

  test('logs a failed read and can succeed on the next', async () => {
    const { follower, logged, readers, names, until } = followed(new Map([['file:///w/a.yaml', kataConfig('a')]]));
    readers.push(() => Promise.reject(new Error('on purpose')));
    follower.readAll();
    await new Promise(setImmediate);
    assert.deepEqual(logged, ["Can't read the workspace: Error: on purpose"]);
    const read = until(() => names().length === 1);
    follower.readAll();
    await read;
  });
});
