/**
 * Delivers the output of a terminal in batches, because each delivery costs a message to the window. Doesn't use VS
 * Code.
 */
import type { Clock } from '#client/kubernetes/clock.ts';

/** Minimum time between two deliveries, in milliseconds. */
const interval = 16;
/**
 * Maximum length of a delivery, in characters. VS Code doesn't report when it has shown the output of a terminal of an
 * extension, so this limits the speed to one that it keeps up with: about 4 million characters per second.
 */
const longest = 64 * 1024;

interface Part {
  readonly text: string;
  readonly delivered: () => void;
}

export class OutputBatcher {
  readonly #clock: Pick<Clock, 'after' | 'now'>;
  readonly #deliver: (text: string) => void;
  #parts: Part[] = [];
  #last = -Infinity;
  #cancel: (() => void) | undefined;
  #waiting: (() => void)[] = [];

  constructor(clock: Pick<Clock, 'after' | 'now'>, deliver: (text: string) => void) {
    this.#clock = clock;
    this.#deliver = deliver;
  }

  /** Adds output. Resolves when it's delivered. */
  push(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.#parts.push({ text, delivered: resolve });
      this.#schedule();
    });
  }

  /** Resolves when all output is delivered. */
  async drained(): Promise<void> {
    if (this.#parts.length === 0) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Discards the output that isn't delivered. */
  dispose(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const parts = this.#parts;
    this.#parts = [];
    for (const { delivered } of parts) delivered();
    this.#finish();
  }

  #schedule(): void {
    if (this.#cancel !== undefined || this.#parts.length === 0) return;
    const wait = Math.max(0, this.#last + interval - this.#clock.now());
    this.#cancel = this.#clock.after(wait, () => {
      this.#cancel = undefined;
      this.#flush();
    });
  }

  #flush(): void {
    this.#last = this.#clock.now();
    let text = '';
    let count = 0;
    for (const part of this.#parts) {
      // A part is at most as long as a frame, and is delivered whole so that its end is known.
      if (count > 0 && text.length + part.text.length > longest) break;
      text += part.text;
      count += 1;
    }
    const done = this.#parts.splice(0, count);
    if (text !== '') this.#deliver(text);
    for (const { delivered } of done) delivered();
    if (this.#parts.length === 0) this.#finish();
    this.#schedule();
  }

  #finish(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
