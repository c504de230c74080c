/** Limits how many logs are read at the same time. Doesn't use VS Code. */
import { mostStreams } from '#core/logs/pods/podLogChoice.ts';

/** A function that releases the slot. */
export type ReleaseSlot = () => void;

export class StreamSlots {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #used = 0;

  constructor(most = mostStreams) {
    this.#most = most;
  }

  /** Number of logs that can be opened now. */
  get free(): number {
    return this.#most - this.#used;
  }

  /** Takes a slot, or returns undefined if none is free. */
  take(): ReleaseSlot | undefined {
    if (this.#used >= this.#most) return undefined;
    this.#used += 1;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#used -= 1;
      this.#waiting.shift()?.();
    };
  }

  /** Waits for a slot. Resolves to undefined if the signal aborts first. */
  async wait(signal: AbortSignal): Promise<ReleaseSlot | undefined> {
    for (;;) {
      if (signal.aborted) return undefined;
      const slot = this.take();
      if (slot !== undefined) return slot;
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }
}
