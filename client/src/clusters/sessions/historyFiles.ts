/** Stores the histories of clusters in the storage folder of the extension. File names contain no names of clusters. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { graceTime } from '#core/cluster/savedHistory.ts';
import { realClock } from '../../kubernetes/clock.ts';
import { lockFile } from '../../kubernetes/kubeconfig/edit/lockFile.ts';
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
      async update(change) {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        if (!isCleaned) {
          isCleaned = true;
          await deleteOldFiles(folder, now());
        }
        // Otherwise, two windows that save at the same time would lose the changes of one of them. Without the lock,
        // for example because the disk is slow, saving is better than not saving.
        const lock = await lockFile(file, realClock, { patience: 2000, abandonedAfter: 10_000 });
        try {
          const text = change(await this.read());
          if (text !== undefined) await replaceFile(file, text);
        } finally {
          if (lock.ok) await lock.value();
        }
      },
    };
  };
}

/**
 * Deletes the histories of clusters that weren't open for a long time, and the temporary files of crashed windows. The
 * clock of the computer can be wrong for a while, so a history is deleted only if it's still too old a day later.
 */
async function deleteOldFiles(folder: string, now: number): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  // Another window might delete a file, or another user might own it.
  const ageOf = (name: string): Promise<number> =>
    stat(path.join(folder, name)).then(
      ({ mtimeMs }) => now - mtimeMs,
      () => 0,
    );
  const remove = (name: string): Promise<void> => rm(path.join(folder, name), { force: true }).catch(() => undefined);
  for (const name of names) {
    if (/\.(?:tmp|lock)$/.test(name) && (await ageOf(name)) > longestWrite) await remove(name);
    if (!/^[0-9a-f]{32}\.json$/.test(name)) continue;
    const mark = `${name}.old`;
    const isOld = (await ageOf(name)) > longestAge;
    if (isOld && !names.includes(mark))
      await writeFile(path.join(folder, mark), '', { mode: 0o600 }).catch(() => undefined);
    else if (isOld && (await ageOf(mark)) > graceTime) await Promise.all([name, mark].map(remove));
    else if (!isOld && names.includes(mark)) await remove(mark);
  }
}
