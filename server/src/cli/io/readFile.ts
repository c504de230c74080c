/** Reads files with a size limit. */
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';

/** Maximum size in bytes. Manifests aren't larger. */
const maxSize = 50_000_000;
/** Maximum size in bytes of the buffer that remains in memory. */
const maxShared = 1024 * 1024;

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

/**
 * Reads a regular file. Devices and pipes might be endless, and the size that a file reports might be wrong. Reads
 * synchronously, because a folder can contain thousands of small files, and six asynchronous calls for each of them
 * take longer than the checks.
 */
export async function readFileBounded(file: string): Promise<Uint8Array> {
  return Uint8Array.from(readTransient(file));
}

/** Buffer for one file at a time. A buffer for each of thousands of files would stay in memory after its use. */
let shared = Buffer.allocUnsafeSlow(64 * 1024);

/** Reads a regular file like `readFileBounded`. The result is valid until the next call. */
export function readTransient(file: string): Uint8Array {
  // Checked before opening, because opening a pipe waits for a writer.
  const before = statSync(file);
  if (before.isDirectory()) throw new Error('is a folder');
  if (!before.isFile()) throw notRegular();
  const handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(handle).isFile()) throw notRegular();
    return readHandle(handle);
  } finally {
    closeSync(handle);
  }
}

function readHandle(handle: number): Uint8Array {
  let bytes = shared;
  for (let size = 0; ;) {
    const read = readSync(handle, bytes, size, bytes.length - size, null);
    if (read === 0) return bytes.subarray(0, size);
    size += read;
    if (size > maxSize) throw new Error(`larger than ${maxSize / 1e6} MB`);
    if (size < bytes.length) continue;
    const longer = Buffer.allocUnsafeSlow(2 * size);
    bytes.copy(longer);
    bytes = longer;
    // Larger files are rare, so their buffer isn't kept.
    if (bytes.length <= maxShared) shared = bytes;
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
