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

/**
 * Length up to which small parts are joined, in characters. A command that writes single characters doesn't use more
 * memory than one that writes lines.
 */
const joinedLength = 4 * 1024;

/** Output with the promise that resolves when it is delivered. */
interface Part {
  text: string;
  readonly delivery: Promise<void>;
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
    const last = this.#parts.at(-1);
    if (last !== undefined && last.text.length + text.length <= joinedLength) {
      last.text += text;
      return last.delivery;
    }
    let delivered: () => void = () => undefined;
    const delivery = new Promise<void>((resolve) => {
      delivered = resolve;
    });
    this.#parts.push({ text, delivery, delivered });
    this.#schedule();
    return delivery;
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
      const room = longest - text.length;
      if (part.text.length > room) {
        // A part that fits into one delivery isn't divided, so that its end is known early.
        if (count > 0) break;
        const end = endOfCharacter(part.text, room);
        text = part.text.slice(0, end);
        part.text = part.text.slice(end);
        break;
      }
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

/** Returns the position, or the one before it if the position is within a character of two code units. */
function endOfCharacter(text: string, position: number): number {
  return (text.codePointAt(position - 1) ?? 0) > 0xffff ? position - 1 : position;
}
