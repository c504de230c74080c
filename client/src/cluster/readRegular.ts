/** The bytes of a regular file, bounded. Anything else could block whoever reads, or never end. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { failed, ok, type Result } from '../../../core/result.ts';

/** Why there are none. Links are followed: kubeconfigs and mounted tokens often are links. */
export type ReadFailure = 'missing' | 'unreadable' | 'irregular' | 'too-large';

/** Never throws. @param limit in bytes */
export async function readRegular(file: string, limit: number): Promise<Result<Buffer, ReadFailure>> {
  try {
    // Without it, opening a named pipe waits for somebody who writes.
    const handle = await open(file, constants.O_RDONLY | nonBlocking());
    try {
      const found = await handle.stat();
      if (!found.isFile()) return failed('irregular');
      if (found.size > limit) return failed('too-large');
      const buffer = Buffer.alloc(limit > found.size ? found.size + 1 : limit);
      let length = 0;
      while (length < buffer.length) {
        const { bytesRead } = await handle.read(buffer, length, buffer.length - length, null);
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      return ok(buffer.subarray(0, length));
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return failed(code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable');
  }
}

/** The failure in words, to follow the name of the file. */
export function failureWords(failure: ReadFailure): string {
  return { missing: 'does not exist', unreadable: 'may not be read', irregular: 'is no regular file', 'too-large': 'is far too large' }[failure];
}

/** Not every system has it. */
function nonBlocking(): number {
  const value: unknown = constants.O_NONBLOCK;
  return typeof value === 'number' ? value : 0;
}
