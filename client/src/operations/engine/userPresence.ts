/**
 * Whether somebody is there who has just done something about a run: only then may a dialog come up. Without VS Code.
 */
import type { Clock } from '#client/kubernetes/clock.ts';

/**
 * Milliseconds: later a dialog would come in the middle of something else, and an Enter meant for that would answer it.
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

  /** Somebody did something. */
  come(): void {
    this.#last = this.#clock.now();
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Resolves when somebody does. */
  comes(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
