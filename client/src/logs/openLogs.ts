/**
 * Tracks the logs that this window shows. No log may outlive the window, because some logs have temporary files.
 * Doesn't use VS Code.
 */
export class OpenLogs {
  readonly #all = new Set<() => void>();

  /**
   * Adds a log.
   * @param close closes the log
   * @returns a function that closes the log once, no matter how often it's called
   */
  add(close: () => void): () => void {
    const once = (): void => {
      if (this.#all.delete(once)) close();
    };
    this.#all.add(once);
    return once;
  }

  /** Closes all logs when the window closes. */
  closeAll(): void {
    for (const close of this.#all) close();
  }
}
