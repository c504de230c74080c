/** Remembers keys within bounded memory. */
export class RecentKeys {
  readonly #most: number;
  /** In the order in which they were added. */
  readonly #keys = new Set<string>();

  /** @param most maximum number of keys. The oldest ones are forgotten */
  constructor(most: number) {
    this.#most = most;
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** Adds a key as the newest one. */
  add(key: string): void {
    this.#keys.delete(key);
    this.#keys.add(key);
    const [oldest] = this.#keys;
    if (this.#keys.size > this.#most && oldest !== undefined) this.#keys.delete(oldest);
  }
}
