/** Generates the same numbers in each run, so that all runs check the same files. */

/** A source of numbers that depend only on its seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Returns a number from 0 up to, but not including, 1. Algorithm: mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer between two values, which are included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** Returns true with this probability. */
  isLikely(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly [T, ...T[]]): T {
    return items[this.integer(0, items.length - 1)] ?? items[0];
  }

  /** Returns a size between two values. Small sizes are more frequent, as in repositories. */
  size(least: number, most: number): number {
    return least + Math.floor(this.next() ** 3 * (most - least + 1));
  }

  /** Creates a list of this length. */
  list<T>(length: number, create: (index: number) => T): T[] {
    return Array.from({ length }, (_, index) => create(index));
  }

  /** Returns a name such as `cache-17`. */
  name(): string {
    return `${this.pick(words)}-${this.integer(1, 99)}`;
  }

  /** Returns a sentence of several words. */
  sentence(): string {
    return `${this.list(this.integer(4, 12), () => this.pick(words)).join(' ')}.`;
  }
}

const words = [
  'account',
  'archive',
  'billing',
  'cache',
  'catalog',
  'checkout',
  'client',
  'console',
  'database',
  'delivery',
  'export',
  'gateway',
  'identity',
  'invoice',
  'kitchen',
  'kernel',
  'message',
  'metrics',
  'order',
  'payment',
  'planner',
  'policy',
  'profile',
  'queue',
  'report',
  'runtime',
  'search',
  'session',
  'shipping',
  'storage',
  'worker',
] as const;
