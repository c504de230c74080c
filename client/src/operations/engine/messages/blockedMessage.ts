/** Reports a blocked operation after it has been blocked for a while. Doesn't use VS Code. */
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import type { Clock } from '#client/kubernetes/clock.ts';

/**
 * Time for which an operation must be blocked before it's reported, in milliseconds. Shorter interruptions resolve
 * automatically.
 */
const unhurried = 5000;

export class BlockedMessage {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #report: (seen: OperationProgress) => void;
  #cancel: (() => void) | undefined;
  /** The last reported problem, so that it isn't reported again. */
  #reported = '';

  constructor(clock: Pick<Clock, 'after'>, report: (seen: OperationProgress) => void) {
    this.#clock = clock;
    this.#report = report;
  }

  /**
   * Updates the state of the operation.
   * @param seen undefined if the operation has ended
   */
  update(seen: OperationProgress | undefined): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (seen?.state !== 'blocked') {
      if (seen?.state === 'working') this.#reported = '';
      return;
    }
    if (seen.words === this.#reported) return;
    this.#cancel = this.#clock.after(unhurried, () => {
      this.#reported = seen.words;
      this.#report(seen);
    });
  }
}
