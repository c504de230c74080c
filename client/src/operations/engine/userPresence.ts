/**
 * Tracks whether the user recently interacted with an operation. Dialogs are shown only if the user did. Doesn't use VS
 * Code.
 */
import type { Clock } from '#client/kubernetes/clock.ts';

/**
 * Time in milliseconds after an interaction during which the user counts as present. A later dialog would interrupt
 * other work, and an unrelated Enter could answer it.
 */
const attended = 20_000;

export class UserPresence {
  readonly #clock: Pick<Clock, 'now'>;
  #last: number;
  #waiting: (() => void)[] = [];

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
    this.#last = clock.now();
  }

  get isThere(): boolean {
    return this.#clock.now() - this.#last < attended;
  }

  /** Records an interaction of the user. */
  come(): void {
    this.#last = this.#clock.now();
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Resolves at the next interaction. */
  comes(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
