/** Replaces the content of a file in one step, so that a reader never sees a part of it. */
import { randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { open, rename, stat, unlink } from 'node:fs/promises';

/**
 * Writes the text beside the file and renames it. Keeps the mode and the owner.
 * @param file path of the file, not of a symbolic link
 * @param before the state of the file when it was read
 * @returns false if the file changed since then; it's then left as it is
 * @throws if the file can't be written
 */
export async function replaceFile(file: string, text: string, before: BigIntStats): Promise<boolean> {
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

function isSame(a: BigIntStats, b: BigIntStats): boolean {
  return a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtimeNs === b.mtimeNs;
}
