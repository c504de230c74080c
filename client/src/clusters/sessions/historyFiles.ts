/** Stores the histories of clusters in the storage folder of the extension. File names contain no names of clusters. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ContextInfo } from '../state/contextInfo.ts';
import type { HistoryFile } from './sessionHistory.ts';

/** Maximum size of a file, in bytes. A larger file is damaged, and reading it would take much memory. */
const mostBytes = 20_000_000;

/**
 * Returns the function that opens the file of a cluster.
 * @param storage path of the storage folder of the extension, which is created on the first write
 */
export function historyFiles(storage: string): (info: ContextInfo) => HistoryFile {
  const folder = path.join(storage, 'history');
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
        // Another window might write the same file. Renaming replaces it in one step.
        const temporary = `${file}.${randomUUID()}.tmp`;
        try {
          await writeFile(temporary, text, { mode: 0o600, flag: 'wx' });
          await rename(temporary, file);
        } catch (error) {
          await rm(temporary, { force: true });
          throw error;
        }
      },
    };
  };
}
