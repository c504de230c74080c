/** The text of a regular file. Anything else could block the reader, or never end. */
import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';

/** Room to read into, used again by the next file: thousands of files would otherwise leave their sizes behind until somebody tidies up. */
export class Scratch {
  #free: Buffer | undefined;

  /** Room for so many bytes. Nobody else has it until it is given back. */
  take(size: number): Buffer {
    const free = this.#free;
    this.#free = undefined;
    return free !== undefined && free.length >= size ? free : Buffer.allocUnsafeSlow(Math.max(size, 250_000));
  }

  give(buffer: Buffer): void {
    this.#free = buffer;
  }
}

/** Undefined when it is no regular file, or a larger one. Throws when it cannot be read. */
export async function readRegular(file: string, maxSize: number, scratch = new Scratch()): Promise<string | undefined> {
  if (!(await lstat(file)).isFile()) return undefined;
  // It may have become something else meanwhile.
  const handle = await open(file, constants.O_RDONLY | flag('O_NOFOLLOW') | flag('O_NONBLOCK'));
  try {
    const found = await handle.stat();
    if (!found.isFile() || found.size > maxSize) return undefined;
    // One byte more than it had tells whether it grew: then another change is on its way.
    const buffer = scratch.take(found.size + 1);
    let length = 0;
    while (length <= found.size) {
      const { bytesRead } = await handle.read(buffer, length, found.size + 1 - length, null);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    const text = buffer.toString('utf8', 0, length);
    scratch.give(buffer);
    return text;
  } finally {
    await handle.close();
  }
}

/** Not every system has every flag. */
function flag(name: 'O_NOFOLLOW' | 'O_NONBLOCK'): number {
  const value: unknown = constants[name];
  return typeof value === 'number' ? value : 0;
}
