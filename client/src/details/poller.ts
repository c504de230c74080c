/** Reads something again and again while a page is visible. Without VS Code. */
import type { Clock } from '../kubernetes/clock.ts';

export interface PollerParts<Value> {
  readonly clock: Clock;
  /** Must not reject unless the signal is aborted. @param before the last value */
  readonly read: (signal: AbortSignal, before: Value | undefined) => Promise<Value>;
  readonly changed: () => void;
  /** Milliseconds between the end of one reading and the next. */
  readonly every?: number;
}

/** Events have no watch here: a page is at most this old. */
const usual = 5000;

export class Poller<Value> {
  readonly #parts: PollerParts<Value>;
  #value: Value | undefined;
  #running: AbortController | undefined;
  #waiting: (() => void) | undefined;

  constructor(parts: PollerParts<Value>) {
    this.#parts = parts;
  }

  /** The last value. Undefined: nothing was read yet. */
  get value(): Value | undefined {
    return this.#value;
  }

  /** Reads now, and then again and again. Nothing happens if it already does. */
  start(): void {
    if (this.#running !== undefined) return;
    const running = new AbortController();
    this.#running = running;
    this.#read(running.signal);
  }

  /** Reads now, because something has changed. */
  readNow(): void {
    if (this.#running === undefined) return;
    this.stop();
    this.start();
  }

  stop(): void {
    this.#waiting?.();
    this.#running?.abort();
    this.#waiting = undefined;
    this.#running = undefined;
  }

  #read(signal: AbortSignal): void {
    const { clock, read, changed, every = usual } = this.#parts;
    const goOn = (): void => {
      if (signal.aborted) return;
      this.#waiting = clock.after(every, () => this.#read(signal));
    };
    read(signal, this.#value).then(
      (value) => {
        if (signal.aborted) return;
        this.#value = value;
        changed();
        goOn();
      },
      () => goOn(),
    );
  }
}
