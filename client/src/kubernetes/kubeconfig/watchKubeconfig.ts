/**
 * Tells when any of the kubeconfigs changed, appeared or vanished. Folders are watched, not files: `oc login` puts a
 * new file in the place of the old one. What the system says is only a hint; whether something changed, the files
 * themselves tell.
 */
import { watch, type FSWatcher } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../clock.ts';

export interface FollowOptions {
  readonly files: readonly string[];
  readonly clock: Clock;
  /** Called once for changes that come together; never after `close`. */
  readonly onChange: () => void;
  /** Milliseconds in which hints are gathered; 200. */
  readonly gather?: number;
  /** Milliseconds after which one looks without a hint: network drives give none, and watchers run out; 20 s. */
  readonly patience?: number;
}

export interface Following {
  /** Resolves when what happens from now on is noticed. */
  readonly ready: Promise<void>;
  readonly close: () => void;
}

interface Folder {
  readonly path: string;
  /** Differs from that of any other folder, also of one that was at this path before. */
  readonly identity: string;
}

interface Watched {
  readonly watcher: FSWatcher;
  readonly identity: string;
}

/** How often a look sets the watchers when folders change meanwhile. */
const mostRounds = 5;

/** Never throws: where nothing can be watched, it looks now and then. */
export function watchKubeconfig(options: FollowOptions): Following {
  const follower = new Follower(options);
  return { ready: follower.look(), close: () => follower.close() };
}

class Follower {
  readonly #options: FollowOptions;
  readonly #watchers = new Map<string, Watched>();
  #prints: readonly string[] | undefined;
  #gathering: (() => void) | undefined;
  #waiting: (() => void) | undefined;
  #looking: Promise<void> | undefined;
  #hinted = false;
  #closed = false;

  constructor(options: FollowOptions) {
    this.#options = options;
  }

  close(): void {
    this.#closed = true;
    this.#gathering?.();
    this.#waiting?.();
    for (const { watcher } of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  /** Looks at the files, watches where they are now, and tells when they are others than before. One look at a time. */
  look(): Promise<void> {
    if (this.#looking !== undefined) {
      this.#hinted = true;
      return this.#looking;
    }
    this.#looking = this.#lookOnce().finally(() => {
      this.#looking = undefined;
      if (this.#closed) return;
      if (this.#hinted) this.#hint();
      this.#waiting?.();
      this.#waiting = this.#options.clock.after(this.#options.patience ?? 20_000, () => void this.look());
    });
    return this.#looking;
  }

  async #lookOnce(): Promise<void> {
    this.#hinted = false;
    // First the watchers, then the look: nothing falls between the two.
    await this.#watchFolders();
    if (this.#closed) return;
    const prints = await Promise.all(this.#options.files.map(fingerprint));
    if (this.#closed) return;
    const before = this.#prints;
    this.#prints = prints;
    if (before?.every((print, index) => print === prints[index]) !== false) return;
    // Folders may have come with them that are not watched yet.
    this.#hint();
    this.#options.onChange();
  }

  /**
   * Watches the folders where the files are now, until the folders are the same after the watchers were set as before.
   */
  async #watchFolders(): Promise<void> {
    let known = '';
    // Folders that change all the time give hints all the time.
    for (let round = 0; round < mostRounds; round += 1) {
      const found = await Promise.all(
        this.#options.files.flatMap((file) => [watchable(path.dirname(file)), folderOfTarget(file)]),
      );
      if (this.#closed) return;
      const folders = new Map(
        found.flatMap((folder) => (folder === undefined ? [] : [[folder.path, folder.identity]])),
      );
      const now = JSON.stringify([...folders]);
      if (now === known) return;
      known = now;
      this.#watch(folders);
    }
  }

  /**
   * @param folders the identity of each by its path: a folder that took the place of a watched one has to be watched
   * itself
   */
  #watch(folders: ReadonlyMap<string, string>): void {
    for (const [folder, { watcher, identity }] of this.#watchers) {
      if (folders.get(folder) === identity) continue;
      this.#watchers.delete(folder);
      watcher.close();
    }
    for (const [folder, identity] of folders) {
      if (this.#watchers.has(folder)) continue;
      try {
        const watcher = watch(folder, { persistent: false }, () => this.#hint());
        this.#watchers.set(folder, { watcher, identity });
        // The folder was removed, or the system has no watchers left: the next look tries again.
        watcher.on('error', () => this.#drop(folder, watcher));
      } catch {
        // As above.
      }
    }
  }

  #drop(folder: string, watcher: FSWatcher): void {
    watcher.close();
    if (this.#watchers.get(folder)?.watcher === watcher) this.#watchers.delete(folder);
    this.#hint();
  }

  #hint(): void {
    if (this.#closed || this.#gathering !== undefined) return;
    this.#gathering = this.#options.clock.after(this.#options.gather ?? 200, () => {
      this.#gathering = undefined;
      void this.look();
    });
  }
}

/** Returns the folder, or the nearest one above it that exists: there it will appear. */
async function watchable(folder: string): Promise<Folder | undefined> {
  for (let here = folder; ; here = path.dirname(here)) {
    const found = await folderAt(here);
    if (found !== undefined) return found;
    if (path.dirname(here) === here) return undefined;
  }
}

/** Returns the folder that a link leads to. */
async function folderOfTarget(file: string): Promise<Folder | undefined> {
  const target = await realpath(file).catch(() => undefined);
  return target === undefined ? undefined : folderAt(path.dirname(target));
}

async function folderAt(folder: string): Promise<Folder | undefined> {
  const found = await stat(folder, { bigint: true }).catch(() => undefined);
  // A new folder often gets the inode of the one that was just removed.
  return found?.isDirectory() === true
    ? { path: folder, identity: `${found.dev}:${found.ino}:${found.birthtimeNs}` }
    : undefined;
}

async function fingerprint(file: string): Promise<string> {
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  return found === undefined ? '' : `${found.dev}:${found.ino}:${found.size}:${found.mtimeNs}:${found.ctimeNs}`;
}
