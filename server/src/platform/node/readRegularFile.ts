/** The text of a regular file. Anything else could block the reader, or never end. */
import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';

/** Undefined when it is no regular file, or a larger one. Throws when it cannot be read. */
export async function readRegular(file: string, maxSize: number): Promise<string | undefined> {
  if (!(await lstat(file)).isFile()) return undefined;
  // It may have become something else meanwhile.
  const handle = await open(file, constants.O_RDONLY | flag('O_NOFOLLOW') | flag('O_NONBLOCK'));
  try {
    const found = await handle.stat();
    if (!found.isFile() || found.size > maxSize) return undefined;
    // One byte more than it had tells whether it grew: then another change is on its way.
    const buffer = Buffer.allocUnsafe(found.size + 1);
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length, null);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return buffer.toString('utf8', 0, length);
  } finally {
    await handle.close();
  }
}

/** Not every system has every flag. */
function flag(name: 'O_NOFOLLOW' | 'O_NONBLOCK'): number {
  const value: unknown = constants[name];
  return typeof value === 'number' ? value : 0;
}
