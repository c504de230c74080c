/**
 * Replaces the content of a file in one step, so that a reader never sees a part of it. Files with several hard links
 * are the exception.
 */
import { randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { open, rename, stat, unlink } from 'node:fs/promises';

/**
 * Writes the text beside the file and renames it. Keeps the mode and the owner. If the file has other hard links,
 * writes into the file instead, as `kubectl` does, because a rename would leave the old text in the other links.
 * @param file path of the file, not of a symbolic link
 * @param before the state of the file when it was read
 * @returns false if the file changed since then; it's then left as it is
 * @throws if the file can't be written
 */
export async function replaceFile(file: string, text: string, before: BigIntStats): Promise<boolean> {
  if (before.nlink > 1n) return writeInPlace(file, text, before);
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      const own = await handle.stat({ bigint: true });
      if (own.uid !== before.uid || own.gid !== before.gid) await handle.chown(Number(before.uid), Number(before.gid));
      await handle.chmod(Number(before.mode & 0o7777n));
      await handle.sync();
    } finally {
      await handle.close();
    }
    const now = await stat(file, { bigint: true });
    if (!isSame(now, before)) return false;
    await rename(temporary, file);
    return true;
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
}

async function writeInPlace(file: string, text: string, before: BigIntStats): Promise<boolean> {
  const handle = await open(file, 'r+');
  try {
    if (!isSame(await handle.stat({ bigint: true }), before)) return false;
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length;) at += (await handle.write(bytes, at, bytes.length - at, at)).bytesWritten;
    await handle.truncate(bytes.length);
    await handle.sync();
    return true;
  } finally {
    await handle.close();
  }
}

function isSame(a: BigIntStats, b: BigIntStats): boolean {
  return a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtimeNs === b.mtimeNs;
}
