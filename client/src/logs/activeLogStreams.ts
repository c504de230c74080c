/**
 * Tracks all active log streams of this window. No stream may outlive the window, because `oc debug` keeps a pod on the
 * cluster. Doesn't use VS Code.
 */
import type { LogStream } from './logStream.ts';

export class ActiveLogStreams {
  readonly #all = new Set<LogStream>();

  /**
   * Adds a stream.
   * @returns a function that stops it
   */
  add(begun: LogStream): () => void {
    this.#all.add(begun);
    const forget = (): void => void this.#all.delete(begun);
    begun.ended.then(forget, forget);
    return () => begun.stop();
  }

  /** Stops all streams when the window closes. The processes clean up on their own. */
  stopAll(): void {
    for (const begun of this.#all) begun.stop();
  }

  /**
   * Stops all streams and waits for them to end. Without the wait, an `oc` process might exit before it deletes its
   * pod, because its output pipe is closed. Never rejects.
   */
  async leave(): Promise<void> {
    this.stopAll();
    await Promise.allSettled([...this.#all].map(({ ended }) => ended));
  }
}
