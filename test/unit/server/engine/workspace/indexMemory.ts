/**
 * Prints the number of objects in the index of a 50 MB workspace and the memory that the index keeps, in bytes.
 * workspaceIndex.test.ts runs it with --expose-gc.
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
// Keeps the index alive until its memory is measured.
assert.equal(index.knownBelow(['nowhere']).length, 0);
