/** Reads data periodically while a page is visible. Doesn't use VS Code. */
import type { Clock } from '../kubernetes/clock.ts';

export interface PollerParts<Value> {
  readonly clock: Clock;
  /**
   * Reads the value. Must not reject unless the signal is aborted.
   * @param before the previous value
   */
  readonly read: (signal: AbortSignal, before: Value | undefined) => Promise<Value>;
  readonly changed: () => void;
  /** Time from the end of one read to the start of the next, in milliseconds. */
  readonly every?: number;
}

/** Default interval in milliseconds. It limits the age of events, which the extension doesn't watch. */
const usual = 5000;

export class Poller<Value> {
  readonly #parts: PollerParts<Value>;
  #value: Value | undefined;
  #running: AbortController | undefined;
  #waiting: (() => void) | undefined;

  constructor(parts: PollerParts<Value>) {
    this.#parts = parts;
  }

  /** The last value. Undefined until the first read succeeds. */
  get value(): Value | undefined {
    return this.#value;
  }

  /** Starts reading periodically, beginning now. Has no effect if already started. */
  start(): void {
    if (this.#running !== undefined) return;
    const running = new AbortController();
    this.#running = running;
    this.#read(running.signal);
  }

  /** Reads now because a change was detected, unless polling is stopped. */
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
