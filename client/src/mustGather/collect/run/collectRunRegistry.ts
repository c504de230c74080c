/**
 * The must-gathers that this window collects now, one for each cluster, and what is kept of what they have made.
 * Without VS Code.
 */
import type { CollectRun } from './collectRun.ts';
import type { CreatedResourcesStore } from './createdResourcesStore.ts';

export class CollectRunRegistry {
  readonly store: CreatedResourcesStore;
  readonly #running = new Map<string, Pick<CollectRun, 'stop' | 'target'>>();
  readonly #working = new Set<Promise<unknown>>();

  constructor(store: CreatedResourcesStore) {
    this.store = store;
  }

  /** Where that of a cluster is written, while one goes on. */
  targetOf(context: string): string | undefined {
    return this.#running.get(context)?.target;
  }

  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  /** Follows one to its end. */
  async during<T>(context: string, run: Pick<CollectRun, 'stop' | 'target'>, work: () => Promise<T>): Promise<T> {
    this.#running.set(context, run);
    const working = work();
    this.#working.add(working);
    try {
      return await working;
    } finally {
      this.#working.delete(working);
      if (this.#running.get(context) === run) this.#running.delete(context);
    }
  }

  /** The window goes: each is told to clean up, without waiting. What is left all the same is found again later. */
  stopAll(): void {
    for (const run of this.#running.values()) run.stop();
  }

  /**
   * Told, and waited for: an oc that writes to a window that is gone may end before it has cleaned up. Never rejects.
   */
  async leave(): Promise<void> {
    this.stopAll();
    await Promise.allSettled(this.#working);
  }
}
