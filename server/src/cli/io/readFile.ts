/** Reads what is named, and never more of it than a manifest can be. */
import * as l10n from '@vscode/l10n';
import { constants } from 'node:fs';
import { lstat, open, realpath, stat } from 'node:fs/promises';

/** Larger files hold no manifests. */
const maxSize = 50_000_000;

/** The bytes of a stream that ends in time. */
export async function readStream(stream: AsyncIterable<unknown>): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream) {
    const bytes = Buffer.from(part as Uint8Array);
    size += bytes.length;
    if (size > maxSize) throw new Error(l10n.t`larger than ${maxSize / 1e6} MB; no manifest is`);
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}

/**
 * The bytes of a regular file. Devices and pipes may have no end; what a file says of its own size need not be true.
 */
export async function readFileBounded(file: string): Promise<Uint8Array> {
  // Asked before it is opened: to open a pipe is to wait for a writer.
  if (!(await stat(file)).isFile()) throw notRegular();
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!(await handle.stat()).isFile()) throw notRegular();
    return await readStream(handle.createReadStream({ autoClose: false }));
  } finally {
    await handle.close();
  }
}

/**
 * The same of a file whose path was found to have no links: if it has one by now, whoever put it there wants another
 * file to be read.
 */
export async function readSamePlace(file: string): Promise<Uint8Array> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
  try {
    const opened = await handle.stat();
    if (!opened.isFile()) throw notRegular();
    const [place, there] = [await realpath(file), await lstat(file)];
    if (place !== file || there.ino !== opened.ino || there.dev !== opened.dev)
      throw new Error(
        l10n.t({
          message: 'was changed while it was read',
          args: [],
          comment: ['Why a file cannot be read or written: stands behind its name and a colon.'],
        }),
      );
    return await readStream(handle.createReadStream({ autoClose: false }));
  } finally {
    await handle.close();
  }
}

function notRegular(): Error {
  return new Error(l10n.t`not a regular file (- reads standard input)`);
}

/** Why a file cannot be read or written, in plain words. */
export function describeFileSystemError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EACCES' || code === 'EPERM')
    return l10n.t({
      message: 'permission denied',
      args: [],
      comment: ['Why a file cannot be read or written: stands behind its name and a colon.'],
    });
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return l10n.t({
      message: 'no such file or folder',
      args: [],
      comment: ['Why a file cannot be read or written: stands behind its name and a colon.'],
    });
  return code === 'EISDIR'
    ? l10n.t({
        message: 'is a folder',
        args: [],
        comment: ['Why a file cannot be read or written: stands behind its name and a colon.'],
      })
    : error.message;
}
