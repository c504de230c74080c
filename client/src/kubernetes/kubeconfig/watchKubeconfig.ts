/**
 * Reports when a kubeconfig file changes, appears, or disappears. Watches folders instead of files, because `oc login`
 * replaces the file. A file system event only triggers a check. The check compares the files themselves.
 */
import { watch, type FSWatcher } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../clock.ts';

export interface FollowOptions {
  readonly files: readonly string[];
  readonly clock: Clock;
  /** Called once for several changes in quick succession. Never called after `close`. */
  readonly onChange: () => void;
  /** Time in milliseconds for which events are combined. Defaults to 200. */
  readonly gather?: number;
  /**
   * Maximum time between two checks in milliseconds, for network drives that send no events and systems without free
   * watchers. Defaults to 20 seconds.
   */
  readonly patience?: number;
}

export interface Following {
  /** Resolves when watching has started, so that every later change is detected. */
  readonly ready: Promise<void>;
  readonly close: () => void;
}

interface Folder {
  readonly path: string;
  /** Distinguishes the folder from all others, including an earlier folder at the same path. */
  readonly identity: string;
}

interface Watched {
  readonly watcher: FSWatcher;
  readonly identity: string;
}

/** Maximum number of times that one check sets up the watchers again, if folders keep changing. */
const mostRounds = 5;

/** Starts watching the files. Never throws. If a folder can't be watched, the periodic check still detects changes. */
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

  /** Updates the watched folders, checks the files, and reports changes. Only one check runs at a time. */
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
    // The watchers are set before the check, so that no change in between is missed.
    await this.#watchFolders();
    if (this.#closed) return;
    const prints = await Promise.all(this.#options.files.map(fingerprint));
    if (this.#closed) return;
    const before = this.#prints;
    this.#prints = prints;
    if (before?.every((print, index) => print === prints[index]) !== false) return;
    // The changes might include folders that aren't watched yet.
    this.#hint();
    this.#options.onChange();
  }

  /**
   * Watches the folders that currently contain the files. Repeats until no folder changes while the watchers are being
   * set up.
   */
  async #watchFolders(): Promise<void> {
    let known = '';
    // The number of rounds is limited, because some folders change all the time.
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
   * Watches these folders and closes the watchers of all others.
   * @param folders identity of each folder by its path, because a folder that replaced a watched one needs a new
   * watcher
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
        // The folder was removed, or the system has no free watchers. The next check tries again.
        watcher.on('error', () => this.#drop(folder, watcher));
      } catch {
        // The folder was removed, or the system has no free watchers. The next check tries again.
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

/**
 * Returns the folder to watch. If the folder doesn't exist, returns its nearest existing parent, so that its creation
 * is detected.
 */
async function watchable(folder: string): Promise<Folder | undefined> {
  for (let here = folder; ; here = path.dirname(here)) {
    const found = await folderAt(here);
    if (found !== undefined) return found;
    if (path.dirname(here) === here) return undefined;
  }
}

/** Returns the folder of the file that a symbolic link points to. */
async function folderOfTarget(file: string): Promise<Folder | undefined> {
  const target = await realpath(file).catch(() => undefined);
  return target === undefined ? undefined : folderAt(path.dirname(target));
}

async function folderAt(folder: string): Promise<Folder | undefined> {
  const found = await stat(folder, { bigint: true }).catch(() => undefined);
  // The creation time is included, because a new folder often gets the inode of a folder that was just removed.
  return found?.isDirectory() === true
    ? { path: folder, identity: `${found.dev}:${found.ino}:${found.birthtimeNs}` }
    : undefined;
}

async function fingerprint(file: string): Promise<string> {
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  return found === undefined ? '' : `${found.dev}:${found.ino}:${found.size}:${found.mtimeNs}:${found.ctimeNs}`;
}
