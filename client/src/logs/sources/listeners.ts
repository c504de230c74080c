/** Set of listeners. If one throws, the others are still called, and the error is reported as uncaught. */
export class Listeners {
  readonly #all = new Set<() => void>();

  /**
   * Adds a listener.
   * @returns a function that removes the listener
   */
  add(listener: () => void): () => void {
    // Allows the same function to be added twice.
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
