/** The one place where a follower waits: until the time is over, or somebody has a reason to go on. */
import type { Clock } from '../clock.ts';

export class InterruptibleDelay {
  readonly #clock: Clock;
  #end: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param milliseconds without them: until it is woken */
  for(milliseconds?: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = milliseconds === undefined ? undefined : this.#clock.after(milliseconds, () => this.wake());
      this.#end = () => {
        cancel?.();
        resolve();
      };
    });
  }

  /** Whoever rests goes on; nothing happens where nobody does. */
  wake(): void {
    const end = this.#end;
    this.#end = undefined;
    end?.();
  }
}
