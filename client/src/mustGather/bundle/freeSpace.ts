/** Checks the free space of a disk before files are written. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { formatBytes } from '#core/mustGather/collectPreflight.ts';
import { freeOf } from '../collect/run/destination.ts';

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
  throw new Error(
    l10n.t`Not enough disk space in ${folder}: ${formatBytes(required)} required, ${formatBytes(free)} free.`,
  );
}
