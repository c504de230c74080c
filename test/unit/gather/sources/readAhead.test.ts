/** Tests reading a file in pieces, where the next piece is read while the previous one is processed. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { readAhead } from '#gather/sources/readAhead.ts';

const mib = 1 << 20;

/** A read that the test completes. */
interface Read {
  readonly at: number;
  readonly complete: (outcome: number | Error) => void;
}

/** Simulates a file. The test completes each read, and `complete` fills the buffer with the position in MiB. */
class ScriptedFile {
  readonly reads: Read[] = [];

  readonly handle = {
    read: (buffer: Buffer, _offset: number, _length: number, at: number) =>
      new Promise((resolve, reject) => {
        this.reads.push({
          at,
          complete: (outcome) => {
            if (outcome instanceof Error) return reject(outcome);
            buffer.fill(Math.floor(at / mib));
            resolve({ bytesRead: outcome, buffer });
          },
        });
      }),
  } as unknown as Parameters<typeof readAhead>[0];

  complete(outcome: number | Error): void {
    const read = this.reads.shift();
    assert.ok(read !== undefined, 'a read is in progress');
    read.complete(outcome);
  }
}

describe('reading a file in pieces', () => {
  test('reads the next piece into another buffer while the caller processes the current one', async () => {
    const file = new ScriptedFile();
    const pieces = readAhead(file.handle, mib, 2 * mib);
    const first = pieces.next();
    file.complete(1 << 18);
    const piece = (await first).value as Uint8Array;
    assert.deepEqual([piece.length, piece[0]], [1 << 18, 1]);
    assert.deepEqual(
      file.reads.map(({ at }) => at),
      [mib + (1 << 18)],
    );
    file.complete(1 << 18);
    await turn();
    assert.equal(piece[0], 1, 'the first piece is unchanged');
    // A third read would use the buffer of the first piece.
    assert.equal(file.reads.length, 0);
    assert.equal(((await pieces.next()).value as Uint8Array).length, 1 << 18);
    assert.equal(file.reads.length, 1);
    const end = pieces.return(undefined);
    file.complete(1);
    await end;
  });

  test('continues after a short read, and ends at the end of the range', async () => {
    const file = new ScriptedFile();
    const lengths: number[] = [];
    const all = (async () => {
      for await (const piece of readAhead(file.handle, 0, 300)) lengths.push(piece.length);
    })();
    file.complete(100);
    await turn();
    assert.deepEqual(
      file.reads.map(({ at }) => at),
      [100],
    );
    file.complete(200);
    await all;
    assert.deepEqual([lengths, file.reads.length], [[100, 200], 0]);
  });

  test('ends early if the file is shorter than the range, and does not read an empty range', async () => {
    const file = new ScriptedFile();
    const pieces = readAhead(file.handle, 0, 300);
    const first = pieces.next();
    file.complete(100);
    await first;
    file.complete(0);
    assert.equal((await pieces.next()).done, true);
    assert.equal((await readAhead(file.handle, 0, 0).next()).done, true);
    assert.equal(file.reads.length, 0);
  });

  test('throws an error when its piece is requested, not while the previous one is processed', async () => {
    const file = new ScriptedFile();
    const pieces = readAhead(file.handle, 0, mib);
    const first = pieces.next();
    file.complete(1 << 18);
    await first;
    file.complete(new Error('disk'));
    // An unhandled rejection would end the process.
    await turn();
    await assert.rejects(pieces.next(), /disk/);
  });

  test('completes the read in progress before it stops', async () => {
    const file = new ScriptedFile();
    const pieces = readAhead(file.handle, 0, mib);
    const first = pieces.next();
    file.complete(1 << 18);
    await first;
    let hasEnded = false;
    const end = pieces.return(undefined).then(() => (hasEnded = true));
    await turn();
    assert.equal(hasEnded, false);
    file.complete(new Error('disk'));
    await end;
  });
});
