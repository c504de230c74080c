/** Opens the source at a path: a folder, or an archive, which is recognized by its contents and not by its name. */
import * as l10n from '@vscode/l10n';
import { UnreadableSourceError, type MustGatherSource } from './mustGatherSource.ts';
import { folderSource } from './folderSource.ts';
import { linkFollowingAccess, linkRejectingAccess } from './fileAccess.ts';
import { tarSource } from './tarSource.ts';
import { zipSource } from './zipSource.ts';

export interface OpenSourceOptions {
  /**
   * True to reject links anywhere in the path. Set it for a path that had no links when it was checked. By default,
   * links in the path of the source are followed, as the user who specified it expects.
   */
  readonly noLinks?: boolean;
}

/**
 * Opens the source.
 * @throws UnreadableSourceError, or the error of the file system
 */
export async function openSource(path: string, { noLinks = false }: OpenSourceOptions = {}): Promise<MustGatherSource> {
  const access = noLinks ? linkRejectingAccess : linkFollowingAccess;
  const found = await access.stat(path);
  if (found.isDirectory()) return folderSource(path, access);
  if (!found.isFile()) throw new UnreadableSourceError(l10n.t`not a folder or regular file`);
  const start = Buffer.alloc(512);
  const handle = await access.open(path);
  try {
    await handle.read(start, 0, start.length, 0);
  } finally {
    await handle.close();
  }
  if (start[0] === 0x1f && start[1] === 0x8b) return tarSource(path, found.size, true, access);
  if (start.subarray(0, 2).toString('latin1') === 'PK') return zipSource(path, found.size, access);
  if (start.subarray(257, 262).toString('latin1') === 'ustar') return tarSource(path, found.size, false, access);
  throw new UnreadableSourceError(l10n.t`not a folder or a tar, tar.gz, or zip archive`);
}
