/** Reports what blocks an operation, once it has blocked it for a while. Without VS Code. */
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import type { Clock } from '#client/kubernetes/clock.ts';

/** Milliseconds that something must hold before a message says so: what goes on by itself is none. */
const unhurried = 5000;

export class BlockedMessage {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #report: (seen: OperationProgress) => void;
  #cancel: (() => void) | undefined;
  /** What was reported last, so that it isn't reported again. */
  #reported = '';

  constructor(clock: Pick<Clock, 'after'>, report: (seen: OperationProgress) => void) {
    this.#clock = clock;
    this.#report = report;
  }

  /** @param seen undefined if the operation has ended */
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
