/**
 * Counts the bytes of a folder that another process writes. Each count reads only folders that changed and the newest
 * files, because a must-gather can have 100,000 files. Doesn't use VS Code.
 */
import type { Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { SizeCounter, type CollectionSize } from '#core/mustGather/collectionSize.ts';

/** Number of the newest files that can still grow. `oc` copies files one after another. */
const mostGrowing = 200;
/** Time for which a folder counts as changed, in milliseconds, because file systems round times. */
const changedFor = 3000;
/** Maximum number of files. More are not counted. */
const mostFiles = 1_000_000;

interface KnownFolder {
  readonly parts: readonly string[];
  readonly names: Set<string>;
  /** Time of the last change that was read, and the time of reading, in milliseconds since 1970. */
  changed: number;
  read: number;
}

interface GrowingFile {
  readonly parts: readonly string[];
  bytes: number;
}

export class FolderSize {
  readonly #root: string;
  readonly #folders: KnownFolder[];
  #growing: GrowingFile[] = [];
  readonly #counter = new SizeCounter();
  #files = 0;

  /** Creates the counter for a folder, which might not exist yet. */
  constructor(root: string) {
    this.#root = root;
    this.#folders = [{ parts: [], names: new Set(), changed: NaN, read: 0 }];
  }

  /** Counts again. Never rejects: files that can't be read aren't counted. */
  async count(): Promise<CollectionSize> {
    for (const file of this.#growing) this.#grow(file, await this.#stat(file.parts));
    // The list grows while new folders are found.
    for (const folder of this.#folders) await this.#read(folder);
    this.#growing = this.#growing.slice(-mostGrowing);
    return this.#counter.size();
  }

  async #read(folder: KnownFolder): Promise<void> {
    const stats = await this.#stat(folder.parts);
    if (stats === undefined) return;
    if (stats.mtimeMs === folder.changed && folder.read - folder.changed > changedFor) return;
    const entries = await readdir(this.#pathOf(folder.parts), { withFileTypes: true }).catch(() => []);
    folder.changed = stats.mtimeMs;
    folder.read = Date.now();
    for (const entry of entries) {
      if (folder.names.has(entry.name) || this.#files >= mostFiles) continue;
      folder.names.add(entry.name);
      this.#files += 1;
      const parts = [...folder.parts, entry.name];
      if (entry.isDirectory()) this.#folders.push({ parts, names: new Set(), changed: NaN, read: 0 });
      else if (entry.isFile()) {
        const file = { parts, bytes: 0 };
        this.#grow(file, await this.#stat(parts));
        this.#growing.push(file);
      }
    }
  }

  #grow(file: GrowingFile, stats: Stats | undefined): void {
    if (stats === undefined) return;
    const bytes = bytesOnDisk(stats);
    this.#counter.add(file.parts, bytes - file.bytes);
    file.bytes = bytes;
  }

  #stat(parts: readonly string[]): Promise<Stats | undefined> {
    return lstat(this.#pathOf(parts)).catch(() => undefined);
  }

  #pathOf(parts: readonly string[]): string {
    return path.join(this.#root, ...parts);
  }
}

/** Returns the bytes that a file occupies. Sparse and compressed files occupy less than their size. */
function bytesOnDisk({ size, blocks }: Stats): number {
  // Some file systems store small files without blocks.
  return blocks === 0 && size <= 4096 ? size : Math.min(size, blocks * 512);
}
