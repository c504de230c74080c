/** Reads a regular file up to a size limit. Reading any other kind of file could block or never end. */
import * as l10n from '@vscode/l10n';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { fail, succeed, type Result } from '#core/common/result.ts';

/**
 * The reason why a file can't be read. Symbolic links are followed, because kubeconfigs and mounted tokens are often
 * links.
 */
export type ReadFailure = 'missing' | 'unreadable' | 'irregular' | 'too-large';

/**
 * Reads a file. Never throws.
 * @param limit maximum size in bytes
 */
export async function readFileWithLimit(file: string, limit: number): Promise<Result<Buffer, ReadFailure>> {
  try {
    // Without O_NONBLOCK, opening a named pipe waits for a writer.
    const handle = await open(file, constants.O_RDONLY | nonBlocking());
    try {
      const found = await handle.stat();
      if (!found.isFile()) return fail('irregular');
      if (found.size > limit) return fail('too-large');
      const buffer = Buffer.alloc(limit > found.size ? found.size + 1 : limit);
      let length = 0;
      while (length < buffer.length) {
        const { bytesRead } = await handle.read(buffer, length, buffer.length - length, null);
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      return succeed(buffer.subarray(0, length));
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return fail(code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable');
  }
}

/** Describes the failure without the file name, such as `not found`. The text is shown after the name in a list. */
export function describeReadFailure(failure: ReadFailure): string {
  switch (failure) {
    case 'missing':
      return l10n.t({
        message: 'not found',
        args: [],
        comment: ['A problem of a kubeconfig file, after the name of the file and a colon.'],
      });
    case 'unreadable':
      return l10n.t({
        message: "can't be opened",
        args: [],
        comment: ['A problem of a kubeconfig file, after the name of the file and a colon.'],
      });
    case 'irregular':
      return l10n.t({
        message: 'not a regular file',
        args: [],
        comment: ['A problem of a kubeconfig file, after the name of the file and a colon.'],
      });
    default:
      return l10n.t({
        message: 'too large',
        args: [],
        comment: ['A problem of a kubeconfig file, after the name of the file and a colon.'],
      });
  }
}

/** Describes the failure with the file name, such as `/a/b (not found)`. The text is shown after a colon. */
export function fileFailure(file: string, failure: ReadFailure): string {
  return `${file} (${describeReadFailure(failure)})`;
}

/** Returns O_NONBLOCK, or 0 on systems that don't support it. */
function nonBlocking(): number {
  const value: unknown = constants.O_NONBLOCK;
  return typeof value === 'number' ? value : 0;
}
