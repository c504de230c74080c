/**
 * Prints what the index of a workspace of 50 MB keeps in memory, in bytes: of how many objects. Run with --expose-gc by
 * workspaceIndex.test.ts.
 */
import assert from 'node:assert/strict';
import process from 'node:process';
import { WorkspaceIndex } from '#server/engine/workspace/workspaceIndex.ts';
import { longFile, manyFiles } from '#test/support/manifests/manyFiles.ts';

assert.ok(globalThis.gc !== undefined);
const inUse = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};
const textOf = longFile(500_000, 100);
const index = new WorkspaceIndex();
await index.readAll(manyFiles(2, textOf));
const before = inUse();
await index.readAll(manyFiles(100, textOf));
const kept = inUse() - before;
process.stdout.write(JSON.stringify({ objects: index.facts()?.of('KataConfig').length ?? 0, kept }));
// Not collected before: it is still asked.
assert.equal(index.knownBelow(['nowhere']).length, 0);
