/**
 * Decompresses a log into a temporary file while it's read, because lines can be accessed by position only in a plain
 * file.
 */
import * as l10n from '@vscode/l10n';
import { constants, createReadStream } from 'node:fs';
import { open, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import type { DecompressionProgress } from './fileLines.ts';
import { makeOwnFolder } from '#client/processes/privateFolder.ts';

/** Maximum number of decompressed bytes. No journal is longer, but a small file can decompress to any size. */
const mostUnpacked = 8 * 1024 ** 3;

export interface Unpacking {
  /** Path of the decompressed file. `close` removes it. */
  readonly path: string;
  readonly origin: () => DecompressionProgress;
  /** Decompresses the file and calls `grown` after each chunk. Resolves when finished, even after an error. */
  run(grown: () => void): Promise<void>;
  close(): void;
}

/**
 * Number of decompressed bytes before the compression ratio is checked. Logs shrink to a twentieth of their size or
 * less. A file that shrinks to less than a five-hundredth contains nothing useful.
 */
const beforeRatio = 64 * 2 ** 20;
const mostRatio = 500;

/**
 * Returns whether a file has a gzip header. Rejects if the file can't be read or isn't a regular file. Opens the file
 * in non-blocking mode, because opening a named pipe would otherwise wait for a writer.
 */
export async function isPacked(path: string): Promise<boolean> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!(await file.stat()).isFile()) throw new Error(l10n.t`not a regular file`);
    const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

/**
 * Prepares to decompress a file.
 * @param folder parent of the private folder that is created
 * @param most maximum number of decompressed bytes
 */
export async function unpack(packed: string, folder: string, most = mostUnpacked): Promise<Unpacking> {
  const { size } = await stat(packed);
  const own = await makeOwnFolder(folder);
  const path = join(own, 'log');
  const target = await open(path, 'wx', 0o600);
  const source = createReadStream(packed);
  const gunzip = createGunzip();
  let origin: DecompressionProgress = { done: 0, total: size, finished: false, problem: undefined };
  const remove = (): void => void rm(own, { recursive: true, force: true }).catch(() => undefined);
  return {
    path,
    origin: () => origin,
    async run(grown) {
      source.on('error', (error) => gunzip.destroy(error));
      const problem = await write(source.pipe(gunzip), target, { most, read: () => source.bytesRead }, () => {
        origin = { ...origin, done: Math.min(size, source.bytesRead) };
        grown();
      });
      source.destroy();
      origin = { ...origin, done: problem === undefined ? size : origin.done, finished: true, problem };
      await target.close().catch(() => undefined);
      grown();
    },
    close() {
      source.destroy();
      gunzip.destroy();
      remove();
    },
  };
}

/**
 * Writes chunks to the target. Returns a problem as text, or undefined.
 * @param bounds maximum number of bytes, and a function that returns the number of compressed bytes read so far
 */
async function write(
  pieces: AsyncIterable<unknown>,
  target: FileHandle,
  { most, read }: { readonly most: number; readonly read: () => number },
  grown: () => void,
): Promise<string | undefined> {
  let written = 0;
  try {
    for await (const piece of pieces) {
      if (!(piece instanceof Uint8Array)) continue;
      if (written + piece.length > most)
        return l10n.t`Only the first ${Math.round(most / 1024 ** 3)} GiB were decompressed.`;
      if (written > beforeRatio && written > read() * mostRatio)
        return l10n.t`The file decompresses to more than ${mostRatio} times its size and might be a decompression bomb. The rest was skipped.`;
      for (let at = 0; at < piece.length;) at += (await target.write(piece, at)).bytesWritten;
      written += piece.length;
      grown();
    }
    return undefined;
  } catch (error) {
    return l10n.t`Can't decompress the complete file: ${error instanceof Error ? error.message : String(error)}`;
  }
}
