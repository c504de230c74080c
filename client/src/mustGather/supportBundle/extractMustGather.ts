/** Extracts a must-gather archive, so that its files can be redacted. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { mkdir, open, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openSource } from '#gather/sources/openSource.ts';
import { assertFreeSpace } from '../collect/run/freeSpace.ts';

/** Returns whether a path is a folder. */
export async function isFolder(at: string): Promise<boolean> {
  return stat(at).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/**
 * Extracts an archive. Its paths are already checked, so none leads outside of the folder.
 * @param folder new folder
 * @param onSkipped called with the path and the reason for each entry that can't be extracted
 * @throws UnreadableSourceError, the error of the file system, an error if the disk has too little space, or the reason
 *   of `signal`
 */
export async function extractMustGather(
  archive: string,
  folder: string,
  signal: AbortSignal,
  onSkipped: (reason: string) => void,
): Promise<void> {
  const source = await openSource(archive);
  await assertFreeSpace(path.dirname(folder), source.size ?? 0);
  const refused = ({ path: name, why }: { readonly path: string; readonly why: string }): void =>
    onSkipped(l10n.t`${name}: ${why}`);
  for await (const file of source.files({ signal, refused })) {
    signal.throwIfAborted();
    await assertFreeSpace(path.dirname(folder), file.size);
    const handle = await create(path.join(folder, ...file.path.split('/')));
    if (typeof handle === 'string') refused({ path: file.path, why: handle });
    else await pipeline(file.bytes(), copyPieces, handle.createWriteStream(), { signal });
  }
}

/** Copies the pieces, because a piece is valid only until the next one is requested. */
async function* copyPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield Uint8Array.from(piece);
}

/**
 * Creates a file.
 * @returns the reason if the file system can't contain a file with this name
 */
async function create(to: string): Promise<FileHandle | string> {
  try {
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
    // The flag rejects a second entry with the same name, and names that a file system treats as the same.
    return await open(to, 'wx', 0o600);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENAMETOOLONG') return l10n.t`a path that is too long`;
    // One entry can also be a folder of another one.
    if (code === 'EEXIST' || code === 'ENOTDIR' || code === 'EISDIR') return l10n.t`a duplicate name`;
    throw error;
  }
}
