/** Counts the size of a running collection regularly, and reports when it reaches a limit. Doesn't use VS Code. */
import {
  reachedLimit,
  type CollectionSize,
  type CollectLimit,
  type SizeProgress,
} from '#core/mustGather/collectionSize.ts';
import type { Clock } from '#client/kubernetes/clock.ts';

/** Time between counts in milliseconds. */
const interval = 2000;

export interface SizeWatchOptions {
  readonly clock: Clock;
  /** Returns the current size. */
  readonly count: () => Promise<CollectionSize>;
  /** Returns the free space on the disk in bytes, if it is known. */
  readonly free: () => Promise<number | undefined>;
  /** Maximum size in bytes. If undefined, there is none. */
  readonly max: number | undefined;
  readonly onSize: (size: SizeProgress) => void;
  /** Called once. */
  readonly onLimit: (limit: CollectLimit) => void;
}

export class SizeWatch {
  readonly #options: SizeWatchOptions;
  #cancel: () => void = () => undefined;
  #counting: Promise<void> = Promise.resolve();
  #last: { readonly at: number; readonly bytes: number };
  #hasEnded = false;
  #isReported = false;

  /** Starts to count. */
  constructor(options: SizeWatchOptions) {
    this.#options = options;
    this.#last = { at: options.clock.now(), bytes: 0 };
    this.#wait();
  }

  /** Stops, and returns the final size. */
  async end(): Promise<CollectionSize> {
    this.#hasEnded = true;
    this.#cancel();
    await this.#counting;
    return this.#options.count();
  }

  #wait(): void {
    this.#cancel = this.#options.clock.after(interval, () => {
      this.#counting = this.#count();
    });
  }

  async #count(): Promise<void> {
    const { clock, count, free, max, onSize, onLimit } = this.#options;
    const [{ bytes }, freeBytes] = await Promise.all([count(), free()]);
    if (this.#hasEnded) return;
    const at = clock.now();
    const seconds = Math.max(1, at - this.#last.at) / 1000;
    const size = { bytes, rate: Math.max(0, bytes - this.#last.bytes) / seconds, free: freeBytes };
    this.#last = { at, bytes };
    onSize(size);
    const limit = reachedLimit(size, max);
    if (limit !== undefined && !this.#isReported) {
      this.#isReported = true;
      onLimit(limit);
    }
    this.#wait();
  }
}
