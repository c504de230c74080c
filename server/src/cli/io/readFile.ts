/** Reads files with a size limit. */
import { constants } from 'node:fs';
import { lstat, open, realpath, stat } from 'node:fs/promises';

/** Maximum size in bytes. Manifests aren't larger. */
const maxSize = 50_000_000;

/** Reads a stream up to the size limit. */
export async function readStream(stream: AsyncIterable<unknown>): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream) {
    const bytes = Buffer.from(part as Uint8Array);
    size += bytes.length;
    if (size > maxSize) throw new Error(`larger than ${maxSize / 1e6} MB`);
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}

/** Reads a regular file. Devices and pipes might be endless, and the size that a file reports might be wrong. */
export async function readFileBounded(file: string): Promise<Uint8Array> {
  // Checked before opening, because opening a pipe waits for a writer.
  const before = await stat(file);
  if (before.isDirectory()) throw new Error('is a folder');
  if (!before.isFile()) throw notRegular();
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!(await handle.stat()).isFile()) throw notRegular();
    return await readStream(handle.createReadStream({ autoClose: false }));
  } finally {
    await handle.close();
  }
}

/**
 * Reads a file like `readFileBounded`, but only if its path contains no links. The path was checked before. If it
 * contains a link now, someone is trying to redirect the read to another file.
 */
export async function readWithoutLinks(file: string): Promise<Uint8Array> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
  try {
    const opened = await handle.stat();
    if (!opened.isFile()) throw notRegular();
    const [place, there] = [await realpath(file), await lstat(file)];
    if (place !== file || there.ino !== opened.ino || there.dev !== opened.dev)
      throw new Error('the file changed while it was being read');
    return await readStream(handle.createReadStream({ autoClose: false }));
  } finally {
    await handle.close();
  }
}

function notRegular(): Error {
  return new Error('not a regular file (to read standard input, use -)');
}

/** Describes in plain words why a file can't be read or written. */
export function describeFileSystemError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'no such file or folder';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'no space left on the disk';
  if (code === 'EROFS') return 'the file system is read-only';
  return code === 'EISDIR' ? 'is a folder' : error.message;
}

/** Describes in plain words why a file or folder can't be written, with its path if the error contains it. */
export function describeWriteError(error: unknown): string {
  const reason = describeFileSystemError(error);
  const file = error instanceof Error && 'path' in error ? error.path : undefined;
  return typeof file === 'string' ? `can't write ${file}: ${reason}` : reason;
}
