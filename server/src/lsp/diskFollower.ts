/** Updates the workspace index after changes on disk. Processes one change at a time, however many are reported. */
import type { WorkspaceIndex } from '../engine/workspace/workspaceIndex.ts';
import type { WorkspaceReader } from '../platform/workspaceReader.ts';

/** A change to a file or folder. */
export interface DiskChange {
  readonly uri: string;
  readonly what: 'new' | 'changed' | 'gone';
}

export interface DiskFollowerOptions {
  /** Creates a reader for the current workspace folders. */
  readonly reader: () => Promise<WorkspaceReader>;
  readonly log: (message: string) => void;
}

export class DiskFollower {
  readonly #index: WorkspaceIndex;
  readonly #options: DiskFollowerOptions;
  readonly #changed = new Set<string>();
  readonly #made = new Set<string>();
  #refreshing = false;
  #readingAll = false;
  #again = false;

  constructor(index: WorkspaceIndex, options: DiskFollowerOptions) {
    this.#index = index;
    this.#options = options;
  }

  /** Reads the whole workspace. If a read is in progress, another one follows. */
  readAll(): void {
    this.#again = true;
    if (!this.#readingAll)
      this.#readAllAgain().catch((error: unknown) => this.#options.log(`Can't read the workspace: ${String(error)}`));
  }

  /** Updates the index after these changes. */
  follow(changes: readonly DiskChange[]): void {
    for (const { uri } of changes) this.#changed.add(uri);
    for (const { uri, what } of changes) if (what === 'new') this.#made.add(uri);
    // For a deleted folder, the client doesn't report its files. Files that still exist are read again.
    const gone = changes.flatMap(({ uri, what }) => (what === 'gone' ? [uri] : []));
    for (const uri of this.#index.knownBelow(gone)) this.#changed.add(uri);
    if (!this.#refreshing)
      this.#refreshAll().catch((error: unknown) =>
        this.#options.log(`Can't read a changed workspace file: ${String(error)}`),
      );
  }

  async #readAllAgain(): Promise<void> {
    this.#readingAll = true;
    try {
      while (this.#again) {
        this.#again = false;
        await this.#index.readAll(await this.#options.reader());
      }
    } finally {
      this.#readingAll = false;
    }
  }

  async #refreshAll(): Promise<void> {
    this.#refreshing = true;
    try {
      while (this.#changed.size > 0 || this.#made.size > 0) {
        for (const uri of this.#changed) {
          this.#changed.delete(uri);
          await this.#index.refresh(uri);
        }
        // A created path can be a folder that was moved here with its files.
        for (const uri of this.#made) {
          this.#made.delete(uri);
          for await (const file of this.#index.filesBelow(uri)) await this.#index.refresh(file);
        }
      }
    } finally {
      this.#refreshing = false;
    }
  }
}
