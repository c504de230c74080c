/**
 * Combines changes that occur in quick succession and limits the share of time spent on redrawing. Doesn't use VS Code.
 */
import type { Clock } from '#client/kubernetes/clock.ts';

/** Maximum time until a change is shown, in milliseconds. */
const slowest = 2000;

export class RedrawScheduler {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #redraw: () => void;
  /** Duration of the last redraw, in milliseconds. */
  #cost = 0;
  #cancel: (() => void) | undefined;

  constructor(clock: Pick<Clock, 'after'>, redraw: () => void) {
    this.#clock = clock;
    this.#redraw = redraw;
  }

  /**
   * Schedules a redraw. Waits 4 times as long as the last redraw took, so that large clusters don't block other work.
   */
  request(): void {
    this.#cancel ??= this.#clock.after(Math.min(this.#cost * 4, slowest), () => {
      this.#cancel = undefined;
      const begun = performance.now();
      this.#redraw();
      this.#cost = performance.now() - begun;
    });
  }

  dispose(): void {
    this.#cancel?.();
  }
}
