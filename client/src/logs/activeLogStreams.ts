/**
 * All that writes logs in this window now: none outlives it, because `oc debug` has a pod on the cluster. Without VS
 * Code.
 */
import type { LogStream } from './logStream.ts';

export class ActiveLogStreams {
  readonly #all = new Set<LogStream>();

  /** @returns stops it */
  add(begun: LogStream): () => void {
    this.#all.add(begun);
    const forget = (): void => void this.#all.delete(begun);
    begun.ended.then(forget, forget);
    return () => begun.stop();
  }

  /** The window closes: programs are told to clean up, and do so by themselves. */
  stopAll(): void {
    for (const begun of this.#all) begun.stop();
  }

  /**
   * Told, and waited for: an oc that writes to a window that is gone may end before it has deleted its pod. Never
   * rejects.
   */
  async leave(): Promise<void> {
    this.stopAll();
    await Promise.allSettled([...this.#all].map(({ ended }) => ended));
  }
}
