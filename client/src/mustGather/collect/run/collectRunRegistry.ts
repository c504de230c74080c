/**
 * Tracks the must-gathers that this window is collecting, one per cluster, and stores the resources that they create.
 * Doesn't use VS Code.
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

  /** Returns the destination folder while a must-gather of this cluster is running. */
  targetOf(context: string): string | undefined {
    return this.#running.get(context)?.target;
  }

  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  /** Tracks a run until it ends. */
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

  /**
   * Stops all runs without waiting for their cleanup, because the window is closing. Remaining leftovers are found
   * later.
   */
  stopAll(): void {
    for (const run of this.#running.values()) run.stop();
  }

  /**
   * Stops all runs and waits for them. If the window closes first, oc might exit before it has cleaned up because its
   * output pipe is gone. Never rejects.
   */
  async leave(): Promise<void> {
    this.stopAll();
    await Promise.allSettled(this.#working);
  }
}
