/** The logs that this window shows now: none outlives it, because some have files of ours. Without VS Code. */
export class OpenLogs {
  readonly #all = new Set<() => void>();

  /** @param close closes it @returns closes it now; once, whoever asks for it */
  add(close: () => void): () => void {
    const once = (): void => {
      if (this.#all.delete(once)) close();
    };
    this.#all.add(once);
    return once;
  }

  /** The window closes. */
  closeAll(): void {
    for (const close of this.#all) close();
  }
}
