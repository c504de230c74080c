/** Reads a must-gather from a folder. Doesn't follow links, and doesn't open devices or pipes. */
import * as l10n from '@vscode/l10n';
import { lstat, opendir } from 'node:fs/promises';
import path from 'node:path';
import { limits } from '../limits/limits.ts';
import {
  UnreadableSourceError,
  type MustGatherFile,
  type MustGatherSource,
  type WalkOptions,
} from './mustGatherSource.ts';
import { linkFollowingAccess, type FileAccess } from './fileAccess.ts';
import { readAhead } from './readAhead.ts';

export function folderSource(root: string, access: FileAccess = linkFollowingAccess): MustGatherSource {
  return {
    files: (options) => walk(root, options, access),
    file: (inside, signal) => fileAt(root, inside, signal, access),
  };
}

/** Returns a file. No part of its path can be a link, which could lead elsewhere. */
async function fileAt(
  root: string,
  inside: string,
  signal: AbortSignal | undefined,
  access: FileAccess,
): Promise<MustGatherFile | undefined> {
  let full = root;
  const parts = inside.split('/');
  for (const [index, part] of parts.entries()) {
    full = path.join(full, part);
    const found = await lstat(full).catch(() => undefined);
    if (found === undefined || (index < parts.length - 1 ? !found.isDirectory() : !found.isFile())) return undefined;
    if (index === parts.length - 1)
      return { path: inside, size: found.size, bytes: () => bytesOf(full, signal, access) };
  }
  return undefined;
}

async function* walk(
  root: string,
  { signal, refused, progress }: WalkOptions,
  access: FileAccess,
): AsyncGenerator<MustGatherFile> {
  const waiting: { readonly folder: string; readonly depth: number }[] = [{ folder: '', depth: 0 }];
  let seen = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { folder, depth } = next;
    const files: string[] = [];
    const folders: string[] = [];
    const full = path.join(root, folder);
    await access.check(full);
    for await (const entry of await opendir(full)) {
      signal?.throwIfAborted();
      seen += 1;
      if (seen > limits.entries) throw new UnreadableSourceError(l10n.t`more than ${limits.entries} files`);
      const inside = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) files.push(inside);
      else if (entry.isDirectory() && depth < limits.depth) folders.push(inside);
      else
        refused({
          path: inside.slice(0, 200),
          why: entry.isSymbolicLink()
            ? l10n.t`a link`
            : entry.isDirectory()
              ? l10n.t`a path with too many levels`
              : l10n.t`a special file`,
        });
    }
    await access.check(full);
    for (const inside of files.toSorted()) {
      signal?.throwIfAborted();
      progress?.(seen, 0);
      const file = path.join(root, inside);
      const size = await lstat(file).then(
        (found) => (found.isFile() ? found.size : undefined),
        () => undefined,
      );
      // Files can be deleted during reading. They are reported, and the remaining files are read.
      if (size === undefined) refused({ path: inside.slice(0, 200), why: l10n.t`deleted or unreadable` });
      else yield { path: inside, size, bytes: () => bytesOf(file, signal, access) };
    }
    for (const inside of folders.toSorted().toReversed()) waiting.push({ folder: inside, depth: depth + 1 });
  }
}

async function* bytesOf(file: string, signal: AbortSignal | undefined, access: FileAccess): AsyncGenerator<Uint8Array> {
  const handle = await access.openWithin(file);
  try {
    const { isRegular, size } = await handle.stat().then((found) => ({ isRegular: found.isFile(), size: found.size }));
    if (!isRegular) return;
    // Reads only the size that the file had when it was opened, because a process might still be writing to it.
    for await (const piece of readAhead(handle, 0, size)) {
      signal?.throwIfAborted();
      yield piece;
    }
  } finally {
    await handle.close();
  }
}
