/** Writes the fixed text to an input file, unless another process changed the file after it was read. */
import { randomUUID } from 'node:crypto';
import { access, constants, lstat, open, rename, unlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { encode, type Input } from './inputs.ts';
import { readFileBounded } from './readFile.ts';

/**
 * Atomically replaces the text of the file.
 * @throws with the reason if the file isn't written
 */
export async function writeInput(read: Input & { readonly path: string }, text: string): Promise<void> {
  if (read.isBehindLink === true)
    throw new Error('it is in a folder that was specified by a symbolic link (specify the target folder instead)');
  const before = await lstat(read.path);
  if (before.isSymbolicLink()) throw new Error('it is a symbolic link (specify the target file instead)');
  // A rename would replace a read-only file.
  if ((before.mode & 0o222) === 0) throw new Error('the file is read-only');
  await access(read.path, constants.W_OK);
  const temporary = path.join(path.dirname(read.path), `.osc-tools-${randomUUID()}.tmp`);
  const handle = await open(temporary, 'wx', before.mode & 0o777);
  try {
    try {
      await handle.writeFile(encode({ text, bom: read.bom }));
      await keepOwner(handle, before);
      await handle.chmod(before.mode & 0o7777);
    } finally {
      await handle.close();
    }
    if (!Buffer.from(encode(read)).equals(await readFileBounded(read.path)))
      throw new Error('another process changed the file, so it was not overwritten');
    await rename(temporary, read.path);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
}

/**
 * Restores the file owner. Only the superuser can change it. For other users, the owner is already correct or stays
 * unchanged.
 */
async function keepOwner(handle: FileHandle, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  const now = await handle.stat();
  if (now.uid !== uid || now.gid !== gid) await handle.chown(uid, gid).catch(() => undefined);
}
