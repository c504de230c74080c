/**
 * Prints the number of objects in the index of a 50 MB workspace and the memory that the index keeps, in bytes.
 * workspaceIndex.test.ts runs it with --expose-gc.
 */
import assert from 'node:assert/strict';
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { WorkspaceIndex } from '#server/engine/workspace/workspaceIndex.ts';
import { longFile, manyFiles } from '#test/support/manifests/manyFiles.ts';

assert.ok(globalThis.gc !== undefined);
/** Measures in a separate task, because V8 keeps the targets of weak references until the current task ends. */
const inUse = async (): Promise<number> => {
  for (let pass = 0; pass < 3; pass += 1) {
    await setImmediate();
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed;
};
const textOf = longFile(500_000, 100);
// V8 compiles the code for other texts, so that texts in a cache count as memory of the index.
await new WorkspaceIndex().readAll(manyFiles(10, (file) => textOf(file + 100)));
const before = await inUse();
const index = new WorkspaceIndex();
await index.readAll(manyFiles(100, textOf));
const kept = (await inUse()) - before;
process.stdout.write(JSON.stringify({ objects: index.facts()?.of('KataConfig').length ?? 0, kept }));
// Keeps the index alive until its memory is measured.
assert.equal(index.knownBelow(['nowhere']).length, 0);
