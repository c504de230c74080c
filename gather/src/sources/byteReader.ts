/** Reads bytes sequentially from a file, where skipped bytes aren't read, or from a stream. */
import * as l10n from '@vscode/l10n';
import type { FileHandle } from 'node:fs/promises';
import { readAhead } from './readAhead.ts';
import { UnreadableSourceError } from './mustGatherSource.ts';

export interface ByteReader {
  /**
   * Reads exactly this number of bytes. Returns undefined at the end.
   * @throws UnreadableSourceError if the source ends within the range
   */
  readonly read: (length: number) => Promise<Uint8Array | undefined>;
  readonly skip: (length: number) => Promise<void>;
  /** Reads this number of bytes in pieces. A piece is valid until the next one is requested. */
  readonly pieces: (length: number) => AsyncGenerator<Uint8Array>;
  /** Returns the number of bytes read or skipped so far. */
  readonly position: () => number;
}

const cutShort = (): UnreadableSourceError =>
  new UnreadableSourceError(l10n.t`truncated archive (ends in the middle of a file)`);

/**
 * Creates a reader for a file.
 * @param size of the file, in bytes
 */
export function fileReader(handle: FileHandle, size: number): ByteReader {
  let position = 0;
  const readAll = async (length: number): Promise<Uint8Array> => {
    const buffer = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled);
      if (bytesRead === 0) throw cutShort();
      filled += bytesRead;
    }
    position += length;
    return buffer;
  };
  return {
    read: async (length) => (position >= size ? undefined : readAll(length)),
    skip(length) {
      position += length;
      // If an archive is truncated after its last relevant byte, only padding is missing.
      return position > size + 1024 ? Promise.reject(cutShort()) : Promise.resolve();
    },
    async *pieces(length) {
      const end = position + length;
      for await (const part of readAhead(handle, position, length)) {
        position += part.length;
        yield part;
      }
      if (position < end) throw cutShort();
    },
    position: () => position,
  };
}

/**
 * Creates a reader for a stream.
 * @param chunks read once, in order
 */
export function streamReader(chunks: AsyncIterable<Uint8Array>): ByteReader {
  const source = chunks[Symbol.asyncIterator]();
  let held: Uint8Array = new Uint8Array();
  let position = 0;
  /** Returns up to this number of bytes, or undefined at the end. */
  const some = async (most: number): Promise<Uint8Array | undefined> => {
    while (held.length === 0) {
      const next = await source.next();
      if (next.done === true) return undefined;
      held = next.value;
    }
    const part = held.subarray(0, most);
    held = held.subarray(part.length);
    position += part.length;
    return part;
  };
  async function* pieces(length: number): AsyncGenerator<Uint8Array> {
    for (let left = length; left > 0;) {
      const part = await some(left);
      if (part === undefined) throw cutShort();
      left -= part.length;
      yield part;
    }
  }
  return {
    async read(length) {
      const first = await some(length);
      if (first === undefined) return undefined;
      const parts = [first];
      for await (const part of pieces(length - first.length)) parts.push(part);
      return Buffer.concat(parts);
    },
    async skip(length) {
      for (let left = length; left > 0;) {
        const part = await some(left);
        if (part === undefined) throw cutShort();
        left -= part.length;
      }
    },
    pieces,
    position: () => position,
  };
}
