/** Reads the text of a regular file. Other file types could block the reader or never end. */
import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';

/**
 * Reads a file. Returns undefined if it isn't a regular file or is too large.
 * @throws if the file can't be read
 */
export async function readRegular(file: string, maxSize: number): Promise<string | undefined> {
  if (!(await lstat(file)).isFile()) return undefined;
  // The file might have been replaced meanwhile.
  const handle = await open(file, constants.O_RDONLY | flag('O_NOFOLLOW') | flag('O_NONBLOCK'));
  try {
    const found = await handle.stat();
    if (!found.isFile() || found.size > maxSize) return undefined;
    // Reads one more byte than the file had. If the file grew, another change event follows.
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

/** Returns a flag, or 0 if the operating system doesn't have it. */
function flag(name: 'O_NOFOLLOW' | 'O_NONBLOCK'): number {
  const value: unknown = constants[name];
  return typeof value === 'number' ? value : 0;
}
