/** Reads and checks the free space of a disk. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { statfs } from 'node:fs/promises';
import { formatBytes } from '#core/text/formatBytes.ts';

/** Returns the free space of the disk with a folder in bytes, if the operating system reports it. */
export async function freeOf(folder: string): Promise<number | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    // File systems without a fixed size, such as `tmpfs` without a limit, report 0 blocks.
    return blocks > 0 && bsize > 0 ? bavail * bsize : undefined;
  } catch {
    return undefined;
  }
}

/** Space in bytes that a large archive leaves to other programs. */
const reserve = 100 * 2 ** 20;

/**
 * Checks that a disk has enough space for files. Other programs keep some of it.
 * @param folder existing folder on the disk
 * @param bytes bytes to write
 * @throws an error with both sizes if the space isn't sufficient
 */
export async function assertFreeSpace(folder: string, bytes: number): Promise<void> {
  const free = await freeOf(folder);
  // A small file needs no large reserve.
  const required = bytes + Math.min(bytes, reserve);
  if (free === undefined || free >= required) return;
  throw new Error(l10n.t`Not enough disk space: ${formatBytes(required)} required, ${formatBytes(free)} free.`);
}
