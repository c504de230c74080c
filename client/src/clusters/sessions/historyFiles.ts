/** Stores the histories of clusters in the storage folder of the extension. File names contain no names of clusters. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ContextInfo } from '../state/contextInfo.ts';
import { replaceFile } from './replaceFile.ts';
import type { HistoryFile } from './sessionHistory.ts';

/** Maximum size of a file, in bytes. A larger file is damaged, and reading it would take much memory. */
const mostBytes = 20_000_000;
/** Time after which a file is deleted because its cluster wasn't open, in milliseconds. Its changes are as old. */
const longestAge = 30 * 86_400_000;
/** Time after which a temporary file is deleted because its window crashed, in milliseconds. */
const longestWrite = 3_600_000;

/**
 * Returns the function that opens the file of a cluster.
 * @param storage path of the storage folder of the extension, which is created on the first write
 * @param now returns milliseconds since 1970
 */
export function historyFiles(storage: string, now: () => number = Date.now): (info: ContextInfo) => HistoryFile {
  const folder = path.join(storage, 'history');
  let isCleaned = false;
  return ({ name, server }) => {
    const id = createHash('sha256')
      .update(JSON.stringify([name, server]))
      .digest('hex')
      .slice(0, 32);
    const file = path.join(folder, `${id}.json`);
    return {
      async read() {
        const size = await stat(file).then(
          (info) => info.size,
          () => undefined,
        );
        if (size === undefined) return undefined;
        // An empty text isn't a valid history, so it's ignored and later replaced.
        return size > mostBytes ? '' : readFile(file, 'utf8');
      },
      async write(text) {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        if (!isCleaned) {
          isCleaned = true;
          await deleteOldFiles(folder, now());
        }
        await replaceFile(file, text);
      },
    };
  };
}

/** Deletes the histories of clusters that weren't open for a long time, and what crashed windows left. */
async function deleteOldFiles(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const oldest = /^[0-9a-f]{32}\.json$/.test(name) ? longestAge : name.endsWith('.tmp') ? longestWrite : undefined;
    if (oldest === undefined) continue;
    const file = path.join(folder, name);
    // Another window might delete it, or another user might own it.
    const age = await stat(file).then(
      ({ mtimeMs }) => now - mtimeMs,
      () => 0,
    );
    if (age > oldest) await rm(file, { force: true }).catch(() => undefined);
  }
}
