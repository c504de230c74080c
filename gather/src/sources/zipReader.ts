/** Reads a zip archive from an open file for yauzl. Reads the index in large blocks instead of two calls per entry. */
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { RandomAccessReader } from 'yauzl';

const blockBytes = 1 << 18;

export class ZipReader extends RandomAccessReader {
  readonly #handle: FileHandle;
  #block = Buffer.alloc(0);
  #from = 0;
  /** End of the last read range. */
  #next = -1;

  /** @param handle stays open when the reader closes */
  constructor(handle: FileHandle) {
    super();
    this.#handle = handle;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytes: number) => void,
  ): void {
    callbackify(() => this.#read(buffer, offset, length, position))(callback);
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#pieces(start, end), { objectMode: false });
  }

  /** Reads a range and returns the number of bytes. */
  async #read(buffer: Buffer, offset: number, length: number, position: number): Promise<number> {
    // yauzl reads the index sequentially. Before the data of an entry, it reads only the header.
    const isSequel = position === this.#next;
    this.#next = position + length;
    if (position < this.#from || position + length > this.#from + this.#block.length) {
      if (!isSequel) return (await this.#handle.read(buffer, offset, length, position)).bytesRead;
      const block = Buffer.alloc(Math.max(length, blockBytes));
      const { bytesRead } = await this.#handle.read(block, 0, block.length, position);
      [this.#block, this.#from] = [block.subarray(0, bytesRead), position];
    }
    const within = position - this.#from;
    return this.#block.copy(buffer, offset, within, within + length);
  }

  async *#pieces(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end;) {
      const piece = Buffer.alloc(Math.min(blockBytes, end - at));
      const { bytesRead } = await this.#handle.read(piece, 0, piece.length, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  }
}
