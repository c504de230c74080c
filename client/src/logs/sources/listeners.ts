/** Those who want to know. One who throws does not keep it from the others: the fault comes up by itself. */
export class Listeners {
  readonly #all = new Set<() => void>();

  /** @returns takes it back */
  add(listener: () => void): () => void {
    // The same function may be added twice.
    const own = (): void => listener();
    this.#all.add(own);
    return () => void this.#all.delete(own);
  }

  tell(): void {
    for (const listener of this.#all) {
      try {
        listener();
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  clear(): void {
    this.#all.clear();
  }
}
