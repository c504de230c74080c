/** Writes a mended file, unless somebody else has changed it meanwhile. */
import * as l10n from '@vscode/l10n';
import { randomUUID } from 'node:crypto';
import { access, constants, lstat, open, rename, unlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { encode, type Input } from './inputs.ts';
import { readFileBounded } from './readFile.ts';

/**
 * Puts new text in place of the file that was read. It is there as a whole or not at all.
 * @throws with the reason when it is not written
 */
export async function writeInput(read: Input & { readonly path: string }, text: string): Promise<void> {
  const before = await lstat(read.path);
  if (before.isSymbolicLink())
    throw new Error(
      l10n.t({
        message: 'is a symbolic link: name the file itself',
        args: [],
        comment: ['Why a file cannot be read or written: stands behind its name and a colon.'],
      }),
    );
  // Renaming would put a new file in place of one that must not be changed.
  if ((before.mode & 0o222) === 0)
    throw new Error(
      l10n.t({
        message: 'is read-only',
        args: [],
        comment: ['Why a file cannot be read or written: stands behind its name and a colon.'],
      }),
    );
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
      throw new Error(
        l10n.t({
          message: 'was changed meanwhile: left as it is',
          args: [],
          comment: ['Why a file cannot be read or written: stands behind its name and a colon.'],
        }),
      );
    await rename(temporary, read.path);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
}

/** Only the superuser may give a file to another; for all others it is theirs already, or stays theirs. */
async function keepOwner(handle: FileHandle, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  const now = await handle.stat();
  if (now.uid !== uid || now.gid !== gid) await handle.chown(uid, gid).catch(() => undefined);
}
