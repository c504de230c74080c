/** Waits until a time has passed or until it is woken. */
import type { Clock } from '../clock.ts';

export class InterruptibleDelay {
  readonly #clock: Clock;
  #end: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Waits.
   * @param milliseconds maximum wait; if undefined, waits until it is woken
   */
  for(milliseconds?: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = milliseconds === undefined ? undefined : this.#clock.after(milliseconds, () => this.wake());
      this.#end = () => {
        cancel?.();
        resolve();
      };
    });
  }

  /** Ends the current wait. Has no effect if nothing is waiting. */
  wake(): void {
    const end = this.#end;
    this.#end = undefined;
    end?.();
  }
}
